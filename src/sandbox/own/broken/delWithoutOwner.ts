/** DEL at the end, without a check of who holds the key by then. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

const lockWith = (script: string, release: string): string => `export const settings = { nodes: 1, ttl: 1000 };
${script}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  return { value, validFor: ttl };
}

${release}`;

export const delWithoutOwner: BrokenLock = {
  id: 'del-without-owner',
  title: { en: 'DEL without looking at the owner', zh: '不看持有者就 DEL' },
  about: {
    en: 'A client that is done deletes the key, whoever owns it. A DEL that arrives after the key has expired deletes the key of the next holder, and a third client gets the lock while that holder still has it.',
    zh: '用完就删键。DEL 若在键过期之后才到，删掉的就是下一个持有者的键，第三个客户端便与它同时持锁。',
  },
  lock: lockWith(
    '',
    `export async function release({ redis, key }: Lock): Promise<boolean> {
  return (await redis[0].del(key)) === 1;
}
`,
  ),
  check: versionCheck,
  guard: 'none',
  world: { clients: 3 },
  faults: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 2 }, by: 780 },
  harm: 'lost',
  fixedCode: lockWith(`\n${compareAndDelete}`, releaseOwn),
  fix: {
    en: 'A script compares the value and deletes in one step, so a late release finds another client’s key and leaves it alone.',
    zh: '脚本把比较和删除合成一步。迟到的释放看到是别人的键，就不动它。',
  },
};
