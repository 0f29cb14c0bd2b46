// Runs a tool of node_modules by a short name, after installing what is missing: `dev`, `bench`, `play`, `explore`,
// `explore:worker`, `attack`, `matrix`, `record`, `which`, `mcp`, `format`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

/** @typedef {(args: readonly string[]) => readonly (readonly string[])[]} Task the Node command lines to run in order */

/**
 * In the same process: tsx’s own command kills a program that gets one signal twice, as it does from a terminal and
 * from npm.
 */
const tsx = ['--import', 'tsx'];

/** @type {Record<string, Task>} */
const tasks = {
  dev: (args) => [[join(root, 'node_modules/vite/bin/vite.js'), ...args]],
  play: (args) => [[...tsx, join(root, 'src/cli/play.ts'), ...args]],
  explore: (args) => [[...tsx, join(root, 'src/cli/explore.ts'), ...args]],
  'explore:worker': (args) => [[...tsx, join(root, 'src/cli/queue/worker.ts'), ...args]],
  attack: (args) => [[...tsx, join(root, 'src/cli/attack/attack.ts'), ...args]],
  matrix: (args) => [[...tsx, join(root, 'src/cli/matrix.ts'), ...args]],
  record: (args) => [[...tsx, join(root, 'src/cli/film/record.ts'), ...args]],
  mcp: (args) => [[...tsx, join(root, 'src/cli/mcp/mcp.ts'), ...args]],
  which: (args) => [[...tsx, join(root, 'src/cli/which.ts'), ...args]],
  format: () => [[join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.']],
  bench: (args) => [[...tsx, join(root, 'bench/command/main.ts'), ...args]],
};

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (task === undefined) {
  console.error(`Unknown task "${name}"; there are ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}
ensureInstalled();
for (const command of task(args)) {
  const tool = spawn(process.execPath, command, { stdio: 'inherit', cwd: root });
  // The tool ends in its own time, after its last output. A signal to this process is meant for the tool.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => tool.kill(signal));
  const [status] = await once(tool, 'exit');
  if (status !== 0) process.exit(status ?? 1);
}
