// `npm start`: install what is missing, build what has changed, serve it, print the address.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { buildSite, serveSite } from './site.mjs';

const usage = 'Usage: npm start -- [--port 5180] [--host 127.0.0.1]';

/** @returns {{ port: number, host: string }} ends the process with exit code 2 on anything that it does not know */
function readFlags() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } });
    const port = Number(values.port ?? 5180);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`--port must be a whole number from 1 to 65535, not "${values.port}".`);
    }
    return { port, host: values.host ?? '127.0.0.1' };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return process.exit(2);
  }
}

const { port, host } = readFlags();
ensureInstalled();
const state = await buildSite({ folder: 'dist', quiet: true });
if (state === 'built') console.log('Built the page into dist/.');
const { address } = await serveSite({ folder: 'dist', port, host });
console.log(`Redlock Playground: ${address}`);
console.log('Ctrl+C ends it.');
