/** The program behind `npm run -s cli -- which`. It runs the command in this process, with its streams and its exit code. */
import { which } from './whichCommand';

// A reader that has seen enough, such as `head`, closes the pipe. That is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await which(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  errors: (text) => process.stderr.write(text),
});
