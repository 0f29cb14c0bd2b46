/** A timer renews the key, and nobody checks whether that worked. */
import { versionCheck } from '../templates/template';
import { type BrokenLock, compareAndDelete } from './brokenLock';

export const renewalUnawaited: BrokenLock = {
  id: 'renewal-unawaited',
  title: { en: 'A renewal that nobody waits for', zh: '没人等结果的续期' },
  about: {
    en: 'A timer sends PEXPIRE and never looks at the answer, so the lock seems to last as long as the work. While Redis cannot be reached, the key expires, and its holder keeps working.',
    zh: '定时器发出 PEXPIRE 就不管了，看起来活干多久锁就有多久。连不上 Redis 时键会过期，而持有者照样干活。',
  },
  lock: `export const settings = { nodes: 1, ttl: 600 };

${compareAndDelete}
export async function acquire({ redis, key, ttl, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const timer = setInterval(() => redis[0].pexpire(key, ttl).catch(() => {}), ttl / 3);
  return { value, timer };
}

export async function release({ redis, key }: Lock, { value, timer }: Held): Promise<boolean> {
  clearInterval(timer);
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`,
  check: versionCheck,
  guard: 'none',
  world: { work: 1000, whenLost: 'at-once' },
  faults: {
    kind: 'cut',
    from: ['client1'],
    to: ['nodeA'],
    bothWays: true,
    when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
    for: 380,
  },
  harm: 'lost',
  fixedCode: `export const settings = { nodes: 1, ttl: 600 };

${compareAndDelete}
const compareAndExtend = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return 0\`;

export async function acquire(lock: Lock): Promise<Held | null> {
  const { redis, key, ttl, clock, random } = lock;
  const value = random.uuid();
  const until = clock.mono() + ttl;
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const held: Held = { value, until };
  held.timer = setInterval(() => renew(lock, held).catch(() => {}), ttl / 3);
  return held;
}

async function renew({ redis, key, ttl, clock }: Lock, held: Held): Promise<void> {
  const until = clock.mono() + ttl;
  if ((await redis[0].eval(compareAndExtend, 1, key, held.value, ttl)) === 1) held.until = until;
}

export function remaining({ clock }: Lock, { until }: Held): number {
  return until - clock.mono();
}

export async function release({ redis, key }: Lock, { value, timer }: Held): Promise<boolean> {
  clearInterval(timer);
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`,
  fix: {
    en: 'Only a renewal that Redis has confirmed counts, and it counts from when it was sent. Without one the holder stops before its key expires.',
    zh: '只有 Redis 确认过的续期才算数，而且从发出那一刻算起。没有确认，持有者就在键过期之前停手。',
  },
};
