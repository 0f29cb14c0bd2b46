// `npm start`: installs what is missing, builds what has changed, serves it with the backend of real Redis, and
// prints the address. It reports an impossible request in one line, before the build if possible.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './install.mjs';
import { repositoryAddress } from './repositoryAddress.mjs';
import { buildSite } from './site.mjs';

const usage = 'Usage: npm start -- [--port 5180] [--host 127.0.0.1] [--runs 3] [--lock my-lock.ts]';

const help = `${usage}

--port  the port of the page; if it is taken, the next free one.
--host  the address at which others reach it; the printed link then has a token.
--runs  how many runs on real Redis at once; the others wait.
--lock  the file of your own lock. The page own/ runs it on real Redis: each client is a process that runs the file, without a
        sandbox. Its code stays on this machine. It is read again for each run.`;

/** @returns {{ port: number, host: string, runs: number, lock: string | undefined }} ends the process with exit code 2 on an unknown argument */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        runs: { type: 'string' },
        lock: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    return {
      port: whole('--port', values.port ?? '5180', 65_535),
      host: values.host ?? '127.0.0.1',
      runs: whole('--runs', values.runs ?? '3', 20),
      lock: values.lock,
    };
  } catch (error) {
    return refuse(`${wordsOf(error)}\n${usage}`, 2);
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} max
 */
function whole(name, text, max) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`${name} must be a whole number from 1 to ${max}, not "${text}".`);
}

/**
 * @param {string} words
 * @param {1 | 2} code 2: the request is impossible
 * @returns {never}
 */
function refuse(words, code) {
  console.error(words);
  process.exit(code);
}

/** The lock in a person's file. Ends the process when the file contains no lock. @param {string} file */
async function lockOf(file) {
  const { openLock } = await import('../src/cli/attack/lockFile');
  const { visible } = await import('../src/core/model/values/visible');
  const opened = await openLock(file, (line) => console.log(visible(line)));
  return opened.ok ? opened.lock : refuse(visible(opened.problem.en), 2);
}

/** The bundler's line about the disk error. It is between paths and a stack. */
const ofDisk = /\S.*\(os error \d+\)/;

/** @param {unknown} error */
function wordsOf(error) {
  const words = error instanceof Error ? error.message : String(error);
  return ofDisk.exec(words)?.[0] ?? words;
}

/** On a full disk, the last built page is served. @param {unknown} error */
function serveOlder(error) {
  const isOfDisk = error instanceof Error && ('syscall' in error || ofDisk.test(error.message));
  if (!isOfDisk || !existsSync(join(root, 'dist/index.html')))
    refuse(`The page could not be built: ${wordsOf(error)}`, 1);
  console.error(`The page could not be rebuilt, so the one in dist/ is served: ${wordsOf(error)}`);
}

const { port, host, runs, lock } = readFlags();
ensureInstalled();
// The servers are TypeScript, like everything in src. The loader may have just been installed, so it is loaded late.
const { register } = await import('tsx/esm/api');
register();
const { siteAddress } = await import('../src/site/siteAddress');
const { hostProblem } = await import('../src/site/siteServer');
try {
  siteAddress(process.env['SITE_URL']);
  repositoryAddress(process.env['REPOSITORY_URL']);
} catch (error) {
  refuse(wordsOf(error), 2);
}
const problem = await hostProblem(host);
if (problem !== null) refuse(problem, 2);
const own = lock === undefined ? undefined : await lockOf(lock);
const state = await buildSite({ folder: 'dist', quiet: true }).catch(serveOlder);
if (state === 'built') console.log('Built the page into dist/.');
const { endBySignals } = await import('../src/cli/endBySignals');
const { serve } = await import('../src/cli/serve/serve');
const { openPainter } = await import('../src/site/links/painter');
const { openStoryPages } = await import('../src/site/stories/storyPages');
const site = process.env['SITE_URL'];
const close = await serve({
  folder: 'dist',
  port,
  host,
  runs,
  own,
  site,
  painter: openPainter(join(root, 'dist')),
  stories: openStoryPages({ folder: join(root, 'dist'), address: siteAddress(site), threads: 1 }),
  say: (line) => console.log(line),
  sayProblem: (line) => console.error(line),
}).catch((error) => refuse(`No port from ${port} on can be opened: ${wordsOf(error)}`, 1));
console.log('Ctrl+C ends it.');
endBySignals(close);
