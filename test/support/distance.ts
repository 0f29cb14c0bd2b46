/** A connection to a local server that is slowed down: opening takes time, and so does each thing that is sent. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Distance {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

interface Length {
  /** The travel time of a request, and likewise of its answer, in ms. */
  readonly oneWayMs?: number;
  /** Nothing passes a connection before it has existed for this long, in ms. */
  readonly openingMs?: number;
}

export async function startDistance(to: number, { oneWayMs = 0, openingMs = 0 }: Length): Promise<Distance> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    near.setNoDelay(true);
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
    const opensAt = performance.now() + openingMs;
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        // Timers that end together run in their order of creation.
        setTimeout(() => into.write(bytes), Math.max(oneWayMs, opensAt - performance.now()));
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: typeof address === 'object' && address !== null ? address.port : 0, stop };
}
