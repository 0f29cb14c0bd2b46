// `npm run smoke -- <part>`: what must be so on every system and in every browser, apart from `npm test`, which knows one of each.
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
};

const [name = '', ...filters] = process.argv.slice(2);
const part = parts[name];
if (part === undefined) {
  const lines = Object.entries(parts).map(([each, { about }]) => `  ${each.padEnd(6)} ${about}`);
  console.error(`Usage: npm run smoke -- <part> [filter]\n${lines.join('\n')}`);
  process.exit(2);
}
ensureInstalled();
// Loaded late: it may have just been installed.
const { startVitest } = await import('vitest/node');
const vitest = await startVitest('test', filters, {
  root,
  config: false,
  watch: false,
  include: [...part.include],
  // A person's machine and a browser's first start are slow; an install and a build are slower.
  testTimeout: 60_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 15_000 } },
});
if (vitest.state.getFiles().length === 0) process.exitCode = 1;
await vitest.close();
