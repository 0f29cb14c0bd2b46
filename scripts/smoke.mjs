// `npm run smoke -- <part>`: what must work on every system and in every browser. It is separate from `npm test`,
// which covers one system and one browser. `start`: npm start as a person runs it. `pages` and `sandbox`: the built pages,
// and code that tries to leave the sandbox, in the browser that SMOKE_BROWSER names: chromium, firefox or webkit. `bare`
// runs any command on a system that has nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTestPackages, root } from './install.mjs';

const [name = '', ...filters] = process.argv.slice(2);
if (name === 'bare') {
  const { runBare } = await import('./smokeBare.mjs');
  process.exit(await runBare(filters));
}
const file = `test/smoke/${name}.smoke.ts`;
if (!existsSync(join(root, file))) {
  console.error('Usage: npm run smoke -- start, pages or sandbox [filter], or npm run smoke -- bare [command]');
  process.exit(2);
}
ensureTestPackages();
// Loaded late, because it may have just been installed.
const { startVitest } = await import('vitest/node');
const vitest = await startVitest('test', filters, {
  root,
  config: false,
  watch: false,
  include: [file],
  // A person's machine may be slow, and so is the first start of a browser. An install and a build are slower still.
  testTimeout: 60_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 15_000 } },
});
if (vitest.state.getFiles().length === 0) process.exitCode = 1;
await vitest.close();
