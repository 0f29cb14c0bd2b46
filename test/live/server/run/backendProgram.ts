// The backend of `npm start` beside a page of one line, in a process of its own that tests may attack and kill.
// Prints its address. Its argument is the file of a lock.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../../../scripts/install.mjs';
import { openLock } from '../../../../src/cli/attack/lockFile';
import { endBySignals } from '../../../../src/cli/endBySignals';
import { startBackend } from '../../../../src/live/server/backend/startBackend';
import { serveSite } from '../../../../src/site/siteServer';

const folder = `.cache/backend-program-${process.pid}`;
mkdirSync(join(root, folder), { recursive: true });
writeFileSync(join(root, folder, 'index.html'), 'the page');
process.on('exit', () => rmSync(join(root, folder), { recursive: true, force: true }));

const [, , file] = process.argv;
const opened = file === undefined ? null : await openLock(file, console.error);
const own = opened?.ok ? opened.lock : undefined;
const live = await startBackend({ base: '/', token: null, runsMax: 2, own });
const { address, close } = await serveSite({ folder, port: 24_100 + (process.pid % 900), handler: live });
endBySignals(async () => {
  await live.close();
  await close();
});
console.log(address);
