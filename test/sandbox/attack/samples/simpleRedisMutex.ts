// simple-redis-mutex over node-redis, with its fencing token.
import { createClient } from 'redis';
import { tryLock } from 'simple-redis-mutex';

export const settings = { nodes: 1, ttl: 2000 };

let client: ReturnType<typeof createClient> | undefined;
export async function acquire({ nodes, key, ttl }) {
  client ??= await createClient({ url: nodes[0].url })
    .on('error', () => {})
    .connect();
  const from = performance.now();
  const [isTaken, release] = await tryLock(client, key, { timeout: ttl });
  return isTaken ? { release, token: release.fencingToken, validFor: ttl - (performance.now() - from) } : null;
}
export const release = (_, held) => held.release();
