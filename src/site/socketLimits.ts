// Limits the open sockets of a server. An address has no limit of its own, because a whole class, or all users of a
// proxy, may share one. When there is no room left, the address with the most sockets loses the oldest one that is not
// being answered. Slow sockets go first, whether they come from one address or from many.
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Each takes a descriptor, and live runs need descriptors too. A class of 40 needs 280 when everyone opens the page
 * at once.
 */
export const socketsMax = 500;

/**
 * WebSockets do not count, because the backend limits them.
 * @param server after everything that handles upgrades was attached to it
 */
export function limitSockets(server: Server, max = socketsMax): void {
  /** Each socket with its address, which a closed socket no longer knows. */
  const open = new Map<Duplex, string>();
  const answered = new Set<Duplex>();
  server.on('connection', (socket) => {
    open.set(socket, socket.remoteAddress ?? '');
    socket.once('close', () => open.delete(socket));
    if (open.size > max) socketToEvict(open, answered)?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    answered.add(socket);
    response.once('close', () => answered.delete(socket));
  });
  if (server.listenerCount('upgrade') > 0) server.on('upgrade', (_request, socket) => open.delete(socket));
}

/**
 * @param open oldest first, with the address of each
 * @returns undefined if none is open
 */
export function socketToEvict<Socket>(
  open: ReadonlyMap<Socket, string>,
  answered: ReadonlySet<Socket>,
): Socket | undefined {
  const counts = new Map<string, number>();
  for (const address of open.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const candidates = [...open].filter(([, address]) => counts.get(address) === most).map(([socket]) => socket);
  return candidates.find((socket) => !answered.has(socket)) ?? candidates[0];
}
