// The playground's own library over node-redis. Duplicated clients share one class, which takes 50 ms to make.
import { createClient } from 'redis';
import { Redlock } from '../../../../src/redlock/all';

export const settings = { nodes: 5, ttl: 2000 };

let redlock: Redlock | undefined;
const first = createClient();
const connected = ({ url }) =>
  first
    .duplicate({ url })
    .on('error', () => {})
    .connect();
export async function acquire({ nodes, key, ttl }) {
  redlock ??= new Redlock(await Promise.all(nodes.map(connected)), { retryCount: 0 });
  return redlock.acquire([key], ttl);
}
export const release = (_, lock) => lock.release();
