/** The commands that most locks need. Every other command of the simulated Redis is called in the same way. */
import type { ApiEntry } from './api';

export const redisApi: readonly ApiEntry[] = [
  {
    owner: 'Redis',
    name: 'set',
    signature: "set(key: string, value: Value, ...options: Value[]): Promise<'OK' | null>",
    text: {
      en: 'SET with its options in any order: NX, XX, PX, EX. Null: the key was there already.',
      zh: 'SET，选项 NX、XX、PX、EX 次序不限。返回 null：键已经在了。',
    },
    example: "await redis[0].set(key, value, 'NX', 'PX', ttl);",
  },
  {
    owner: 'Redis',
    name: 'setnx',
    signature: 'setnx(key: string, value: Value): Promise<0 | 1>',
    text: { en: 'SETNX. 1: the key was set. It has no expiry.', zh: 'SETNX。1：键已设置。没有过期时间。' },
    example: 'if ((await redis[0].setnx(key, value)) === 0) return null;',
  },
  {
    owner: 'Redis',
    name: 'get',
    signature: 'get(key: string): Promise<string | null>',
    text: { en: 'GET. Null: there is no such key.', zh: 'GET。null：没有这个键。' },
    example: 'const owner = await redis[0].get(key);',
  },
  {
    owner: 'Redis',
    name: 'del',
    signature: 'del(...keys: string[]): Promise<number>',
    text: {
      en: 'DEL. Returns how many keys it deleted, whoever set them.',
      zh: 'DEL。返回删掉了几个键，不管是谁设的。',
    },
    example: 'await redis[0].del(key);',
  },
  {
    owner: 'Redis',
    name: 'delex',
    signature: "delex(key: string, condition: 'IFEQ' | 'IFNE' | 'IFDEQ' | 'IFDNE', value: Value): Promise<0 | 1>",
    text: {
      en: 'DELEX, since Redis 8.4. Compares the value and deletes the key in one step.',
      zh: 'DELEX，Redis 8.4 起提供。比较值和删除键一步完成。',
    },
    example: "await redis[0].delex(key, 'IFEQ', value);",
  },
  {
    owner: 'Redis',
    name: 'eval',
    signature: 'eval(script: string, numberOfKeys: number, ...keysAndArguments: Value[]): Promise<any>',
    text: {
      en: 'EVAL. The Lua script runs on the node in one step: nothing comes in between.',
      zh: 'EVAL。Lua 脚本在节点上一步执行完，中间插不进任何事。',
    },
    example: 'await redis[0].eval(compareAndDelete, 1, key, value);',
  },
  {
    owner: 'Redis',
    name: 'incr',
    signature: 'incr(key: string): Promise<number>',
    text: { en: 'INCR. Counts up, and returns the new number.', zh: 'INCR。加一，返回新的数。' },
    example: "const token = await redis[0].incr(key + ':token');",
  },
  {
    owner: 'Redis',
    name: 'pexpire',
    signature: 'pexpire(key: string, ms: Value): Promise<0 | 1>',
    text: { en: 'PEXPIRE. Sets the expiry of a key that is there already.', zh: 'PEXPIRE。给已有的键设置过期时间。' },
    example: 'await redis[0].pexpire(key, ttl);',
  },
  {
    owner: 'Redis',
    name: 'pttl',
    signature: 'pttl(key: string): Promise<number>',
    text: {
      en: 'PTTL. How many ms are left; −1 without an expiry, −2 without a key.',
      zh: 'PTTL。还剩多少毫秒；−1 表示没有过期时间，−2 表示没有键。',
    },
    example: 'const left = await redis[0].pttl(key);',
  },
  {
    owner: 'Redis',
    name: 'timeout',
    signature: 'timeout(ms: number): Redis',
    text: {
      en: 'The same node, but a call rejects if no reply has come after this many ms. Without it, you wait forever for a lost reply.',
      zh: '同一个节点，但若过了这么多毫秒还没有应答，调用就会失败。不用它，丢失的应答会让你永远等下去。',
    },
    example: "await redis[i].timeout(50).set(key, value, 'NX', 'PX', ttl);",
  },
];
