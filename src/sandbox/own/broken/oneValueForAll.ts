/** One value for all threads, and the check “it is mine already”. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

export const oneValueForAll: BrokenLock = {
  id: 'one-value-for-all',
  title: { en: 'One value for all threads', zh: '所有线程共用一个值' },
  about: {
    en: 'The value is the name of the service, so that a thread can take a lock again that it already holds. But every other thread finds that name there, too, and takes the lock for its own.',
    zh: '值就是服务名，好让它重入自己持有的锁。结果每个线程都看到自己的名字，全都以为锁是自己的。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

const value = 'order-service';

${compareAndDelete}
export async function acquire({ redis, key, ttl }: Lock): Promise<Held | null> {
  const isNew = (await redis[0].set(key, value, 'NX', 'PX', ttl)) === 'OK';
  const isMine = isNew || (await redis[0].get(key)) === value;
  return isMine ? { value, validFor: ttl } : null;
}

${releaseOwn}`,
  check: versionCheck,
  guard: 'none',
  world: { work: 600 },
  faults: 'calm',
  harm: 'lost',
  fixedCode: `export const settings = { nodes: 1, ttl: 2000 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const isNew = (await redis[0].set(key, value, 'NX', 'PX', ttl)) === 'OK';
  const isMine = isNew || (await redis[0].get(key)) === value;
  return isMine ? { value, validFor: ttl } : null;
}

${releaseOwn}`,
  fix: {
    en: 'Each acquisition has a value of its own, so a thread finds its own value only in a key that it has set.',
    zh: '每次加锁都用一个新值。线程只有在自己设过的键上才会看到自己的值。',
  },
};
