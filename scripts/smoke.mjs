// `npm run smoke -- <part>`: what must work on every system and in every browser. It is separate from `npm test`,
// which covers one system and one browser. `bare` runs any command on a system that has nothing.
import { ensureInstalled, root } from './install.mjs';

/**
 * @typedef {object} Part
 * @property {string} about
 * @property {readonly string[]} include
 */

/** @type {Readonly<Record<string, Part>>} */
const parts = {
  start: {
    about: 'npm start as a person runs it: the pages it serves, and what it says of real Redis here',
    include: ['test/smoke/start.smoke.ts'],
  },
  pages: {
    about: 'the built pages in the browser that SMOKE_BROWSER names: chromium, firefox or webkit',
    include: ['test/smoke/pages.smoke.ts'],
  },
  sandbox: {
    about: 'code that tries to leave the sandbox of a lock of one’s own, in the browser that SMOKE_BROWSER names',
    include: ['test/smoke/sandbox.smoke.ts'],
  },
};

const [name = '', ...filters] = process.argv.slice(2);
if (name === 'bare') {
  const { runBare } = await import('./smokeBare.mjs');
  process.exit(await runBare(filters));
}
const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
if (part === undefined) {
  const lines = Object.entries(parts).map(([each, { about }]) => `  ${each.padEnd(8)} ${about}`);
  const bare = '  bare     a command, such as npm test, in a bare Debian: npm run smoke -- bare [command]';
  console.error(`Usage: npm run smoke -- <part> [filter]\n${lines.join('\n')}\n${bare}`);
  process.exit(2);
}
ensureInstalled();
// Loaded late, because it may have just been installed.
const { startVitest } = await import('vitest/node');
const vitest = await startVitest('test', filters, {
  root,
  config: false,
  watch: false,
  include: [...part.include],
  // A person's machine may be slow, and so is the first start of a browser. An install and a build are slower still.
  testTimeout: 60_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 15_000 } },
});
if (vitest.state.getFiles().length === 0) process.exitCode = 1;
await vitest.close();
