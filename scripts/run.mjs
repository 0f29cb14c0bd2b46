// Runs a program by a short name, after installing what is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureInstalled, ensureTestPackages, root } from './install.mjs';

/**
 * In the same process: tsx’s own command kills a program that gets a signal twice, as happens with a terminal and npm.
 */
const tsx = ['--import', 'tsx'];

/** The arguments of Node, from the root. @type {Readonly<Record<string, readonly string[]>>} */
const tasks = {
  dev: ['node_modules/vite/bin/vite.js'],
  play: [...tsx, 'src/cli/play.ts'],
  explore: [...tsx, 'src/cli/explore.ts'],
  'explore:worker': [...tsx, 'src/cli/queue/worker.ts'],
  attack: [...tsx, 'src/cli/attack/attack.ts'],
  matrix: [...tsx, 'src/cli/matrix.ts'],
  record: [...tsx, 'src/cli/film/record.ts'],
  mcp: [...tsx, 'src/cli/mcp/mcp.ts'],
  which: [...tsx, 'src/cli/which.ts'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  bench: [...tsx, 'bench/command/main.ts'],
};

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (task === undefined) {
  console.error(`Unknown task "${name}"; there are ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}
if (name === 'bench') ensureTestPackages();
else ensureInstalled();
const tool = spawn(process.execPath, [...task, ...args], { stdio: 'inherit', cwd: root });
// The tool ends by itself, after its last output. A signal to this process is meant for the tool.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => tool.kill(signal));
const [status] = await once(tool, 'exit');
process.exitCode = status ?? 1;
