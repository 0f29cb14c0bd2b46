// redlock-universal over ioredis.
import Redis from 'ioredis';
import { createRedlock, IoredisAdapter } from 'redlock-universal';

export const settings = { nodes: 5, ttl: 2000 };

let redlock: ReturnType<typeof createRedlock> | undefined;
export async function acquire({ nodes, key, ttl }) {
  const adapters = () => nodes.map((node) => new IoredisAdapter(new Redis(node)));
  redlock ??= createRedlock({ adapters: adapters(), key, ttl, retryAttempts: 0 });
  return redlock.acquire();
}
export const release = (_, handle) => redlock?.release(handle);
