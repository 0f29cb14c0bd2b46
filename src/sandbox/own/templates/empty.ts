/** Only the form of a lock. */
import { type Template, versionCheck } from './template';

export const empty: Template = {
  id: 'empty',
  title: { en: 'Empty', zh: '空白' },
  about: {
    en: 'The two functions that a lock needs. As it is, it refuses everybody.',
    zh: '一把锁需要的两个函数。现在这样，谁来都拒绝。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

export async function acquire({ redis, key, ttl }: Lock): Promise<Held | null> {
  return null;
}

export async function release({ redis, key }: Lock, held: Held): Promise<boolean> {
  return true;
}
`,
  check: versionCheck,
};
