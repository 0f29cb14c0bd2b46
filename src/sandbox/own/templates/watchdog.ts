/** A lock that renews itself while its holder lives, like Redisson's. */
import { type Template, versionCheck } from './template';

export const watchdog: Template = {
  id: 'watchdog',
  title: { en: 'A watchdog', zh: '看门狗' },
  about: {
    en: 'A timer extends the lock while its holder is at work. When the holder is paused, so is its timer.',
    zh: '持有者干活时，定时器不断给锁续期。持有者停顿，定时器也跟着停顿。',
  },
  lock: `export const settings = { nodes: 1, ttl: 2000 };

const compareAndDelete = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0\`;

const compareAndExtend = \`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return 0\`;

export async function acquire(lock: Lock): Promise<Held | null> {
  const { redis, key, ttl, clock, random } = lock;
  const value = random.uuid();
  const start = clock.mono();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const held: Held = { value, validFor: ttl - (clock.mono() - start), until: start + ttl };
  held.timer = setInterval(() => extend(lock, held), ttl / 3);
  return held;
}

export async function extend({ redis, key, ttl, clock, lost }: Lock, held: Held): Promise<boolean> {
  const start = clock.mono();
  const isMine = (await redis[0].eval(compareAndExtend, 1, key, held.value, ttl)) === 1;
  if (isMine) {
    held.until = start + ttl;
  } else {
    clearInterval(held.timer);
    lost('the extension was refused');
  }
  return isMine;
}

export function remaining({ clock }: Lock, { until }: Held): number {
  return until - clock.mono();
}

export async function release({ redis, key }: Lock, { value, timer }: Held): Promise<boolean> {
  clearInterval(timer);
  return (await redis[0].eval(compareAndDelete, 1, key, value)) === 1;
}
`,
  check: versionCheck,
};
