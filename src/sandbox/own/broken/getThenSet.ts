/** GET, then SET if nothing was there: another client can come between the two commands. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

const lockWith = (taking: string): string => `export const settings = { nodes: 1, ttl: 2000 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
${taking}
  return { value, validFor: ttl };
}

${releaseOwn}`;

export const getThenSet: BrokenLock = {
  id: 'get-then-set',
  title: { en: 'GET, then SET', zh: '先 GET 再 SET' },
  about: {
    en: 'It checks whether the key is free, and then sets it. Two clients that check at the same moment both find it free, so both set it.',
    zh: '先看键是否空着，再设置它。两个客户端若同时去看，都会看到空着，于是都去设置。',
  },
  lock: lockWith(`  if ((await redis[0].get(key)) !== null) return null;
  await redis[0].set(key, value, 'PX', ttl);`),
  check: versionCheck,
  guard: 'none',
  world: { stagger: 20 },
  faults: 'calm',
  harm: 'lost',
  fixedCode: lockWith(`  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;`),
  fix: {
    en: 'SET with NX checks and sets in one command, so the second client is refused.',
    zh: '带 NX 的 SET 用一条命令完成查看和设置，第二个客户端会被拒绝。',
  },
};
