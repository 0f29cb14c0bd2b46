// `npm start`: installs what is missing, builds what has changed, serves it with the backend of real Redis, and prints
// the address.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesOf } from './addresses.mjs';
import { endBySignals } from './ending.mjs';
import { ensureInstalled, root } from './install.mjs';
import { buildSite, serveSite } from './site.mjs';

const usage = 'Usage: npm start -- [--port 5180] [--host 127.0.0.1] [--runs 3]';

/** @returns {{ port: number, host: string, runs: number }} ends the process with exit code 2 on an unknown argument */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, host: { type: 'string' }, runs: { type: 'string' } },
    });
    return {
      port: whole('--port', values.port ?? '5180', 65_535),
      host: values.host ?? '127.0.0.1',
      runs: whole('--runs', values.runs ?? '3', 20),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return process.exit(2);
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

const { port, host, runs } = readFlags();
ensureInstalled();
const state = await buildSite({ folder: 'dist', quiet: true });
if (state === 'built') console.log('Built the page into dist/.');
// The backend is TypeScript, like everything in src. The loader may have just been installed, so it is loaded late.
const { register } = await import('tsx/esm/api');
register();
const { startBackend } = await import('../src/server/backend/startBackend');
const { isLoopback } = await import('../src/server/backend/access');
const { openLinkServer } = await import('./linkServer');
// Other machines can reach it. Only people who have the address printed here may start processes on this machine.
const token = isLoopback(host) ? null : randomBytes(16).toString('base64url');
const live = await startBackend({ base: '/', token, runsMax: runs });
const page = readFileSync(join(root, 'dist/index.html'), 'utf8');
const links = openLinkServer({ base: '/', site: process.env['SITE_URL'], built: page });
/** @type {import('./site.mjs').Beside} */
const beside = {
  answer: (request, response) => live.answer(request, response) || links.answer(request, response),
  attach: live.attach,
};
const { address, close } = await serveSite({ folder: 'dist', port, host, beside });
for (const own of addressesOf(address))
  console.log(`Redlock Playground: ${own}${token === null ? '' : `?token=${token}`}`);
console.log(live.words);
console.log('Ctrl+C ends it.');

endBySignals(async () => {
  await live.close();
  await links.close();
  await close();
});
