/** The program of the package: `npx redlock-playground attack my-lock.ts`. Its thread is beside it, bundled. */
import { readFile } from 'node:fs/promises';
import { say } from '../say';
import { exitBadInput } from './attackMessages';
import * as words from './attackWords';

const called = 'npx redlock-playground attack';
const errors = (text: string): boolean => process.stderr.write(text);
const [command, ...typed] = process.argv.slice(2);

// A script of a package runs in the folder of that package, and its paths are relative to that folder.
delete process.env['INIT_CWD'];
if (command === 'attack') {
  const program = (): Promise<string> => readFile(new URL('attackThread.cjs', import.meta.url), 'utf8');
  // The bundler is an optional package, because users who only want the locks can leave it out.
  const begun = await import('./attackProcess').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    say(errors, words.noBundler.en);
    process.exitCode = exitBadInput;
  });
  await begun?.attackAsProcess(typed, { program, called });
} else {
  say(errors, words.usage(called).en);
  process.exitCode = exitBadInput;
}
