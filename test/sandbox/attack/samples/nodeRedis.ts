// A lock on one server over node-redis, which speaks RESP 3.
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

export const settings = { nodes: 1, ttl: 2000 };

let client: ReturnType<typeof createClient> | undefined;
export async function acquire({ nodes, key, ttl }) {
  client ??= await createClient({ url: nodes[0].url, RESP: 3 })
    .on('error', () => {})
    .connect();
  const value = randomUUID();
  const from = performance.now();
  if ((await client.set(key, value, { condition: 'NX', expiration: { type: 'PX', value: ttl } })) === null) return null;
  return { value, validFor: ttl - (performance.now() - from) };
}
export async function release({ key }, { value }) {
  if ((await client?.get(key)) !== value) return false;
  await client?.del(key);
  return true;
}
