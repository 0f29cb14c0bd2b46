/** A fencing token by an INCR after the lock was taken: a pause between the two reverses the order. */
import { type Template, tokenCheck } from './template';

export const tokenAfterwards: Template = {
  id: 'token-afterwards',
  title: { en: 'Token by INCR afterwards', zh: '加锁之后再 INCR' },
  about: {
    en: 'A second command generates the token. A client that is paused between the two gets a larger token than the holder after it.',
    zh: 'token 由第二条命令生成。客户端若在两条命令之间停顿，拿到的 token 会比下一个持有者还大。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;

export async function acquire({ redis, key, ttl, random, log }: Lock): Promise<Held | null> {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  await log('the key is mine, and it has no token yet');
  const token = await redis[0].incr(key + ':token');
  return { value, token, validFor: ttl };
}

export async function release({ redis, key }: Lock, { value }: Held): Promise<boolean> {
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`,
  check: tokenCheck,
};
