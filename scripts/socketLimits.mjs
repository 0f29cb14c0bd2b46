// Keeps room for everybody at a server's port. An address has no limit of its own, because a whole class may stand
// behind one, and so does everybody behind a proxy. When there is no room left, the address that has most sockets loses
// the oldest one that is not being answered. So slow sockets go first, whether they come from one address or from many.

/** Each takes a descriptor, and live runs need descriptors too. A class of 40 has 280 when all of it opens the page at once. */
export const socketsMax = 500;

/**
 * A WebSocket does not count: the backend limits them.
 * @param {import('node:http').Server} server after everything that handles upgrades was attached to it
 * @param {number} max
 */
export function limitSockets(server, max = socketsMax) {
  /** With its address, which a closed socket does not know any more. @type {Map<import('node:stream').Duplex, string>} */
  const open = new Map();
  /** @type {Set<import('node:stream').Duplex>} */
  const answered = new Set();
  server.on('connection', (socket) => {
    open.set(socket, socket.remoteAddress ?? '');
    socket.once('close', () => open.delete(socket));
    if (open.size > max) victimOf(open, answered)?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    answered.add(socket);
    response.once('close', () => answered.delete(socket));
  });
  if (server.listenerCount('upgrade') > 0) server.on('upgrade', (_request, socket) => open.delete(socket));
}

/**
 * @template Socket
 * @param {ReadonlyMap<Socket, string>} open oldest first, with the address of each
 * @param {ReadonlySet<Socket>} answered
 * @returns {Socket | undefined} undefined when none is open
 */
export function victimOf(open, answered) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const address of open.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const candidates = [...open].filter(([, address]) => counts.get(address) === most).map(([socket]) => socket);
  return candidates.find((socket) => !answered.has(socket)) ?? candidates[0];
}
