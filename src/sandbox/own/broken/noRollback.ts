/** SETNX and PEXPIRE in one MULTI: nothing is rolled back when SETNX refuses. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

export const noRollback: BrokenLock = {
  id: 'no-rollback',
  title: { en: 'A transaction that should roll back', zh: '以为会回滚的事务' },
  about: {
    en: 'SETNX and PEXPIRE are in one transaction, so that both happen or neither does. Redis rolls nothing back: a client that is refused still extends the key, even that of a dead holder.',
    zh: '把 SETNX 和 PEXPIRE 放进一个事务，指望要么全做、要么全不做。但 Redis 从不回滚：被拒绝的客户端照样给键续期，哪怕持有者已经死了。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const replies = await redis[0].multi().setnx(key, value).pexpire(key, ttl).exec();
  const [, isNew] = replies[0];
  return isNew === 1 ? { value, validFor: ttl } : null;
}

${releaseOwn}`,
  check: versionCheck,
  guard: 'none',
  world: {},
  faults: {
    kind: 'crash',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
    restartAfter: 'never',
  },
  harm: 'unavailable',
  fixedCode: `export const settings = { nodes: 1, ttl: 2000 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  // One command: without the key there is no expiry either.
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  return { value, validFor: ttl };
}

${releaseOwn}`,
  fix: {
    en: 'SET with NX and PX sets the expiry only where it sets the key, so the key of a dead holder expires.',
    zh: '带 NX 和 PX 的 SET 只有设置了键才设置过期时间，死去的持有者的键会到期消失。',
  },
};
