// `npm run soak`: installs missing packages and a Redis, and runs the soak. Arguments are passed on: `-- --minutes 1
// --seed 7`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
// Loaded late, because it uses packages that may have just been installed.
const { ensureTestPrograms } = await import('./testPrograms.mjs');
const env = { ...process.env, ...ensureTestPrograms(['live']) };
const args = ['--expose-gc', '--import', 'tsx', join(root, 'src/live/server/soak/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
// An interrupt is passed on to the soak, which ends everything that it has started.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
