/** Redlock on five nodes, as antirez specified it, in forty lines. */
import { type Template, versionCheck } from './template';

export const redlock: Template = {
  id: 'redlock',
  title: { en: 'Redlock in 40 lines', zh: '40 行的 Redlock' },
  about: {
    en: 'Five nodes are asked at once, and a majority must agree within the TTL.',
    zh: '同时请求五个节点，TTL 之内要有多数同意。',
  },
  lock: `export const settings = { nodes: 5, ttl: 2000 };

const replyTimeout = 100;
const driftFactor = 0.01;

const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;

export async function acquire(lock: Lock): Promise<Held | null> {
  const { redis, key, ttl, clock, random } = lock;
  const value = random.uuid();
  const start = clock.mono();
  const replies = await Promise.allSettled(
    redis.map((node) => node.timeout(replyTimeout).set(key, value, 'NX', 'PX', ttl)),
  );
  const granted = replies.filter((reply) => reply.status === 'fulfilled' && reply.value === 'OK').length;
  const drift = ttl * driftFactor + 2;
  const validFor = ttl - (clock.mono() - start) - drift;
  if (granted > redis.length / 2 && validFor > 0) return { value, validFor };
  await deleteAll(lock, value);
  return null;
}

export async function release(lock: Lock, { value }: Held): Promise<boolean> {
  return (await deleteAll(lock, value)) > lock.redis.length / 2;
}

/** Every node is asked, because a node whose reply was lost may have the key. */
async function deleteAll({ redis, key }: Lock, value: string): Promise<number> {
  const replies = await Promise.allSettled(
    redis.map((node) => node.timeout(replyTimeout).eval(compareAndDelete, 1, key, value)),
  );
  return replies.filter((reply) => reply.status === 'fulfilled' && reply.value === 1).length;
}
`,
  check: versionCheck,
};
