/**
 * Ports for servers, which keep their port while they are down. They lie below the ports that the system gives to
 * outgoing connections, because an outgoing connection could take a port while nobody listens on it.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const portMin = 20_000;
const portMax = 32_000;
const triesMax = 200;

const usedPorts = new Set<number>();

/** A port on 127.0.0.1 that is free now. It belongs to this process until it is given back. */
export async function takePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin));
    if (usedPorts.has(port)) continue;
    usedPorts.add(port);
    if (await isFree(port)) return port;
    usedPorts.delete(port);
  }
  throw new Error(`No port from ${portMin} to ${portMax} is free.`);
}

export function giveBackPort(port: number): void {
  usedPorts.delete(port);
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
