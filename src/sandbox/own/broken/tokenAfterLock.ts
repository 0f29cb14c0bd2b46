/** A fencing token by a second command after the lock. */
import { tokenCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

export const tokenAfterLock: BrokenLock = {
  id: 'token-after-lock',
  title: { en: 'The token after the lock', zh: '加锁之后才取 token' },
  about: {
    en: 'The lock is taken first, then INCR generates the fencing token. A client that is paused between the two counts after the next holder, so its token is the larger one, and the storage accepts it.',
    zh: '先加锁，再用 INCR 取 fencing token。客户端若在两步之间停顿，就会排在下一个持有者之后计数，token 反而更大，存储便信了它。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const token = await redis[0].incr(key + ':token');
  return { value, token };
}

${releaseOwn}`,
  check: tokenCheck,
  guard: 'own',
  world: {},
  faults: {
    kind: 'pause',
    process: 'client1',
    when: { kind: 'request', to: 'nodeA', from: 'client1', nth: 1, side: 'after' },
    for: 2260,
  },
  harm: 'lost',
  fixedCode: `export const settings = { nodes: 1, ttl: 2000 };

const takeAndCount = \`
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
  return redis.call('INCR', KEYS[2])\`;

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const token = await redis[0].eval(takeAndCount, 2, key, key + ':token', value, ttl);
  return token === null ? null : { value, token };
}

${releaseOwn}`,
  fixedOutcome: 'overlap',
  fix: {
    en: 'One script takes the lock and counts, so a later holder always has a larger token. Two clients may still hold the lock at once, but the storage rejects the writes of the older one.',
    zh: '同一个脚本既加锁又计数，后来的持有者 token 一定更大。两个客户端仍可能同时持锁，但存储会拒绝旧持有者的写入。',
  },
};
