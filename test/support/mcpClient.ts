// The server of `mcp` in a process of its own, as a host starts it, and the SDK's client.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../../scripts/install.mjs';

const command = ['--import', 'tsx', join(root, 'src/cli/mcp/mcp.ts')];
const environment = (folder: string) => ({ PATH: process.env['PATH'] ?? '', INIT_CWD: folder });

/** Without a client. `output`: all that it writes for its host. */
export function startMcp(folder: string) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: environment(folder),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return { child, output: text(child.stdout) };
}

/** @param folder the folder in which the host works */
export async function connectMcp(
  folder: string,
  mode: 'legacy' | 'auto',
  options: readonly string[] = [],
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...command, ...options],
      cwd: root,
      env: environment(folder),
      stderr: 'ignore',
    }),
  );
  return client;
}

const lockWith = (releases: string): string => `
export async function acquire({ redis: [node], key, ttl }) {
  const id = String(Math.random());
  return (await node.set(key, id, 'NX', 'PX', ttl)) === 'OK' ? id : null;
}
export async function release({ redis: [node], key }, id) {
  ${releases}
}`;

/** Its release deletes whatever is there. */
export const brokenLock = lockWith('return (await node.del(key)) === 1;');

/** The same, but it never comes to rest after a clock jump: these runs are the last. */
export const hangingLock = `
export async function acquire({ redis: [node], key, ttl }) {
  const apart = Date.now() - performance.now();
  return (await node.set(key, '1', 'NX', 'PX', ttl)) === 'OK' ? { apart } : null;
}
export async function release({ redis: [node], key }, { apart }) {
  while (Math.abs(Date.now() - performance.now() - apart) > 100);
  return (await node.del(key)) === 1;
}`;

const compared = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

/** The same, but its release compares. */
export const comparingLock = lockWith(`return (await node.eval("${compared}", 1, key, id)) === 1;`);
