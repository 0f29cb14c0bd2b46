// `npm run soak`: installs what is missing, a Redis included, and runs the soak. Arguments go on: `-- --minutes 1 --seed 7`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
// Loaded late: it asks packages that may just have been installed.
const { ensureTestPrograms } = await import('./testPrograms.mjs');
const env = { ...process.env, ...ensureTestPrograms(['live']) };
const args = ['--expose-gc', '--import', 'tsx', join(root, 'src/server/soak/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
// Whoever interrupts this interrupts the soak, which ends all that it has started.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
