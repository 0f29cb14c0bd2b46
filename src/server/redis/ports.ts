/**
 * Ports for servers that keep theirs while they are down: below those that the system gives to outgoing connections, since one
 * of these would take a port that nobody listens on for the moment.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const portMin = 20_000;
const portMax = 32_000;
const triesMax = 200;

const taken = new Set<number>();

/** A port on 127.0.0.1 that is free now and stays this process' own until it is given back. */
export async function takePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin));
    if (taken.has(port)) continue;
    taken.add(port);
    if (await isFree(port)) return port;
    taken.delete(port);
  }
  throw new Error(`No port from ${portMin} to ${portMax} is free.`);
}

export function giveBackPort(port: number): void {
  taken.delete(port);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
