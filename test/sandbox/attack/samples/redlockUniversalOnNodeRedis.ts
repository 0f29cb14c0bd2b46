// redlock-universal over node-redis. Duplicated clients share one class, which takes 50 ms to make.
import { createClient } from 'redis';
import { createRedlock, NodeRedisAdapter } from 'redlock-universal';

export const settings = { nodes: 5, ttl: 2000 };

let redlock: ReturnType<typeof createRedlock> | undefined;
const first = createClient();
const connected = ({ url }) =>
  first
    .duplicate({ url })
    .on('error', () => {})
    .connect();
export async function acquire({ nodes, key, ttl }) {
  redlock ??= createRedlock({
    adapters: (await Promise.all(nodes.map(connected))).map((client) => new NodeRedisAdapter(client)),
    key,
    ttl,
    retryAttempts: 0,
  });
  return redlock.acquire();
}
export const release = (_, handle) => redlock?.release(handle);
