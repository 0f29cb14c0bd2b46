// npm's redlock 4.2 over ioredis, with its own settings except for the jitter. Its scripts are already loaded at the
// servers.
import Redis from 'ioredis';
import Redlock from 'redlock-4';

let redlock: Redlock | undefined;
export async function acquire({ nodes, key, ttl }) {
  if (redlock === undefined) {
    const clients = nodes.map((node) => new Redis(node));
    redlock = new Redlock(clients, { retryJitter: 0 });
    for (const { value } of Object.values(redlock.scripts))
      for (const client of clients) client.script('LOAD', value).catch(() => {});
  }
  return redlock.lock(key, ttl);
}
export const release = (_, lock) => lock.unlock();
