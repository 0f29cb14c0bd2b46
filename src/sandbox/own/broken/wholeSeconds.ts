/** An expiry in whole seconds, rounded down. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete, releaseOwn } from './brokenLock';

const lockWith = (expiry: string): string => `export const settings = { nodes: 1, ttl: 1900 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, clock, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  const start = clock.mono();
  if ((await redis[0].set(key, value, 'NX', ${expiry})) !== 'OK') return null;
  return { value, validFor: ttl - (clock.mono() - start) };
}

${releaseOwn}`;

export const wholeSeconds: BrokenLock = {
  id: 'whole-seconds',
  title: { en: 'Expiry in seconds, rounded down', zh: '过期时间向下取整到秒' },
  about: {
    en: 'EX takes whole seconds, so the TTL is divided and rounded down. The client counts on 1900 ms, and its key is gone after 1000 ms.',
    zh: 'EX 只收整秒，于是把 TTL 除以 1000 再向下取整。客户端以为有 1900 毫秒，键 1000 毫秒就没了。',
  },
  lock: lockWith("'EX', Math.floor(ttl / 1000)"),
  check: versionCheck,
  guard: 'none',
  world: { work: 1200 },
  faults: 'calm',
  harm: 'lost',
  fixedCode: lockWith("'PX', ttl"),
  fix: {
    en: 'PX takes milliseconds, so the key lasts as long as its holder expects.',
    zh: 'PX 以毫秒计，键能活到持有者以为的那一刻。',
  },
};
