/** An attempt without an answer is repeated, but the key that it may have taken is not released. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

const lockWith = (afterwards: string): string => `export const settings = { nodes: 1, ttl: 8000 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const node = redis[0].timeout(100);
  try {
    const reply = await node.set(key, value, 'NX', 'PX', ttl);
    return reply === 'OK' ? { value, validFor: ttl } : null;
  } catch {
${afterwards}
    return null;
  }
}

${releaseOwn}`;

export const retryWithoutRelease: BrokenLock = {
  id: 'retry-without-release',
  title: { en: 'A retry without a release', zh: '重试之前不释放' },
  about: {
    en: 'When no answer comes in time, it tries again. But the first attempt did take the key, and every later one runs into a key that no client recognizes as its own.',
    zh: '没等到应答就重试。可第一次其实已经拿到了键，之后每次都被这个没人认领的键挡住。',
  },
  lock: lockWith('    // No answer. The caller tries again.'),
  check: versionCheck,
  guard: 'none',
  world: { duration: 12_000 },
  faults: { kind: 'delay', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 }, by: 60 },
  harm: 'unavailable',
  fixedCode: lockWith('    await node.eval(compareAndDelete, 1, key, value).catch(() => {});'),
  fix: {
    en: 'No answer does not mean refused, so it deletes what the attempt may have taken before the caller tries again.',
    zh: '没有应答不等于被拒绝。先删掉这次可能拿到的键，再让调用者重试。',
  },
};
