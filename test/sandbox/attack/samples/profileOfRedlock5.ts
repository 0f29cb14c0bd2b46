// using() of npm's redlock 5 over ioredis, with its own settings except for the jitter. Its scripts are already
// loaded at the servers.
import Redis from 'ioredis';
import Redlock from 'redlock';

let redlock: Redlock | undefined;
export async function withLock({ nodes, key, ttl, lost }, work) {
  if (redlock === undefined) {
    const clients = nodes.map((node) => new Redis(node));
    redlock = new Redlock(clients, { retryJitter: 0 });
    for (const { value } of Object.values(redlock.scripts))
      for (const client of clients) client.script('LOAD', value).catch(() => {});
  }
  return redlock.using([key], ttl, (signal) => {
    signal.addEventListener('abort', () => lost());
    return work();
  });
}
