// Runs a tool of node_modules by a short name, after installing what is missing: `dev`, `bench`, `play`, `explore`, `format`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

/** @typedef {(args: readonly string[]) => readonly (readonly string[])[]} Task the Node command lines to run in order */

const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');

/** @type {Record<string, Task>} */
const tasks = {
  dev: (args) => [[join(root, 'node_modules/vite/bin/vite.js'), ...args]],
  play: (args) => [[tsx, join(root, 'src/cli/play.ts'), ...args]],
  explore: (args) => [[tsx, join(root, 'src/cli/explore.ts'), ...args]],
  format: () => [[join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.']],
  bench: (args) => [[tsx, join(root, 'bench/command/main.ts'), ...args]],
};

const [name = '', ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined) {
  console.error(`Unknown task "${name}"; there are ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}
ensureInstalled();
for (const command of task(args)) {
  const done = spawnSync(process.execPath, command, { stdio: 'inherit', cwd: root });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
