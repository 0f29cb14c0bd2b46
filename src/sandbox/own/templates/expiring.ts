/** SETNX, then an expiry: two commands with a moment between them. */
import { type Template, versionCheck } from './template';

export const expiring: Template = {
  id: 'expiring',
  title: { en: 'SETNX with expiry', zh: 'SETNX 加过期时间' },
  about: {
    en: 'A second command sets the expiry. A client that dies between the two leaves a key without one, and a late DEL deletes another client’s key.',
    zh: '过期时间由第二条命令设置。客户端若死在两条命令之间，键就没有过期时间；迟到的 DEL 还会删掉别人的键。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

export async function acquire({ redis, key, ttl, log }: Lock): Promise<Held | null> {
  if ((await redis[0].setnx(key, 'locked')) === 0) return null;
  await log('the key has no expiry yet');
  await redis[0].pexpire(key, ttl);
  return { value: 'locked', validFor: ttl };
}

export async function release({ redis, key }: Lock): Promise<boolean> {
  return (await redis[0].del(key)) === 1;
}
`,
  check: versionCheck,
};
