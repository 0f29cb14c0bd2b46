/** Standard names that exist as in Node. Time and randomness are those of the simulated client. */
import type { ApiEntry } from './api';

export const standardApi: readonly ApiEntry[] = [
  {
    owner: 'standard',
    name: 'setTimeout',
    signature: 'function setTimeout(run: () => void, ms: number): number',
    text: {
      en: 'Calls back in the time of the run; clearTimeout cancels it. A paused client calls back when it wakes up.',
      zh: '按运行里的时间回调，clearTimeout 可取消。客户端停顿时，要等醒来才回调。',
    },
    example: 'const timer = setTimeout(() => void extend(lock, held), ttl / 3);',
  },
  {
    owner: 'standard',
    name: 'setInterval',
    signature: 'function setInterval(run: () => void, ms: number): number',
    text: {
      en: 'Calls back again and again, until clearInterval. It ends with the process of the client.',
      zh: '反复回调，直到 clearInterval。客户端进程结束，它也就结束。',
    },
    example: 'held.timer = setInterval(() => void extend(lock, held), ttl / 3);',
  },
  {
    owner: 'standard',
    name: 'clearTimeout',
    signature: 'function clearTimeout(timer: number): void',
    text: { en: 'Cancels a timer.', zh: '取消定时器。' },
    example: 'clearTimeout(timer);',
  },
  {
    owner: 'standard',
    name: 'clearInterval',
    signature: 'function clearInterval(timer: number): void',
    text: { en: 'Ends a repeated timer.', zh: '结束反复的定时器。' },
    example: 'clearInterval(held.timer);',
  },
  {
    owner: 'standard',
    name: 'crypto',
    signature: 'const crypto: { randomUUID(): string }',
    text: {
      en: 'crypto.randomUUID() is random.uuid(). Date.now(), performance.now() and Math.random() are the client’s own as well.',
      zh: 'crypto.randomUUID() 就是 random.uuid()。Date.now()、performance.now() 和 Math.random() 也都是客户端自己的。',
    },
    example: 'const value = crypto.randomUUID();',
  },
];
