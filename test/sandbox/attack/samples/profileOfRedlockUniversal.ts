// using() of redlock-universal over ioredis, with its own settings. Its scripts are loaded while it asks for the lock.
import Redis from 'ioredis';
import { createRedlock, IoredisAdapter } from 'redlock-universal';

let redlock: ReturnType<typeof createRedlock> | undefined;
export async function withLock({ nodes, key, ttl, lost }, work) {
  if (redlock === undefined) {
    const adapters = nodes.map((node) => new IoredisAdapter(new Redis(node)));
    redlock = createRedlock({ adapters, key, ttl });
    for (const adapter of adapters) {
      adapter.delIfMatch('warm-up', 'none').catch(() => {});
      adapter.extendIfMatch('warm-up', 'none', 1).catch(() => {});
    }
  }
  return redlock.using((signal) => {
    signal.addEventListener('abort', () => lost());
    return work();
  });
}
