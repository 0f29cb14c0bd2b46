/**
 * SET with NX and PX, a unique value, compare-and-delete by Lua: the Redis documentation recommends this for one
 * node.
 */
import { type Template, versionCheck } from './template';

export const ownValue: Template = {
  id: 'own-value',
  title: { en: 'Own value and Lua', zh: '自己的值加 Lua' },
  about: {
    en: 'One command sets key and expiry, and a script deletes the key only if it is still the client’s own.',
    zh: '一条命令同时设置键和过期时间；释放时用脚本，只删自己的键。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

export async function acquire({ redis, key, ttl, clock, random, log }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const start = clock.mono();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  await log('the key is mine');
  return { value, validFor: ttl - (clock.mono() - start) };
}

const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;

export async function release({ redis, key }: Lock, { value }: Held): Promise<boolean> {
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`,
  check: versionCheck,
};
