// Downloads and compiles a Redis by redis-memory-server, in a process of its own: the package tells its progress by printing.
// Arguments: the folder to put it in, the version. Ends with 0 when it is there, else its last line is the reason.
import process from 'node:process';

process.env['REDISMS_DEBUG'] = '1';
// Else the package would take a program from whoever answers in the place of download.redis.io.
process.env['npm_config_strict_ssl'] = 'true';
const [, , downloadDir = '', version = ''] = process.argv;
if (downloadDir === '' || version === '') throw new Error('Usage: buildMain <folder> <version>');
const { RedisBinary } = await import('redis-memory-server');
try {
  await RedisBinary.getPath({ downloadDir, version, systemBinary: '' });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(reason.trim().split('\n').slice(-1)[0]?.slice(0, 500));
  process.exitCode = 1;
}
