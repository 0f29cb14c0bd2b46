/** SETNX and DEL, as in the first answers of every forum. */
import { type Template, versionCheck } from './template';

export const naive: Template = {
  id: 'naive',
  title: { en: 'SETNX alone', zh: '只用 SETNX' },
  about: {
    en: 'The key is set if it is not there, and deleted at the end. If its holder crashes, it stays forever.',
    zh: '键不存在就设置，用完就删除。持有者若崩溃，键就永远留着。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

export async function acquire({ redis, key }: Lock): Promise<Held | null> {
  if ((await redis[0].setnx(key, 'locked')) === 0) return null;
  return { value: 'locked' };
}

export async function release({ redis, key }: Lock): Promise<boolean> {
  return (await redis[0].del(key)) === 1;
}
`,
  check: versionCheck,
};
