// Downloads and compiles a Redis by redis-memory-server. It runs in a process of its own because the package prints its
// progress. Arguments: the target folder, the version. Exit code 0 means success; otherwise the last line is the
// reason.
import process from 'node:process';

process.env['REDISMS_DEBUG'] = '1';
// Otherwise the package would accept a program from an impostor of download.redis.io.
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
