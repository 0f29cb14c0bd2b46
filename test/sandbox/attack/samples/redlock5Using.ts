// using() of npm's redlock 5 over ioredis. It extends automatically, half a second before the end.
import Redis from 'ioredis';
import Redlock from 'redlock';

export const settings = { nodes: 5, ttl: 2000 };

let redlock: Redlock | undefined;
export async function withLock({ nodes, key, ttl }, work) {
  redlock ??= new Redlock(
    nodes.map((node) => new Redis(node)),
    { retryCount: 0 },
  );
  return redlock.using([key], ttl, work);
}
