/** A fencing token made by the same script that takes the lock. */
import { type Template, tokenCheck } from './template';

export const tokenInScript: Template = {
  id: 'token-in-script',
  title: { en: 'Token in the same script', zh: '同一脚本里生成 token' },
  about: {
    en: 'One script takes the lock and counts up, so a later holder always has a larger token.',
    zh: '同一个脚本既加锁又计数，所以后来的持有者 token 一定更大。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

const takeAndCount = \`
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
  return redis.call('INCR', KEYS[2])\`;

const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;

export async function acquire({ redis, key, ttl, clock, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const start = clock.mono();
  const token = await redis[0].eval(takeAndCount, 2, key, key + ':token', value, ttl);
  if (token === null) return null;
  return { value, token, validFor: ttl - (clock.mono() - start) };
}

export async function release({ redis, key }: Lock, { value }: Held): Promise<boolean> {
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`,
  check: tokenCheck,
};
