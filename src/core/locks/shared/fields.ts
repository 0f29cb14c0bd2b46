/** Settings that mean the same in every lock with a lease. */
import { choice, count, milliseconds } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';

export const ttlField = milliseconds({
  label: { en: 'TTL', zh: 'TTL' },
  help: {
    en: 'The node deletes the key by itself after this time. Too short, and the work outlives it; too long, and a crashed holder blocks the others.',
    zh: '节点在这段时间后自行删除键。太短，工作还没做完锁就没了；太长，崩溃的持有者会挡住别人。',
  },
  min: 1,
  max: leaseMax,
  default: 3000,
  isLease: true,
});

/** How a release that compares the key's value with its own does so (`deleteIfOwner` of `keyRequests.ts`). */
export const compareByField = choice({
  label: { en: 'Compare by', zh: '比较方式' },
  help: {
    en: 'DELEX key IFEQ value compares and deletes as the script does, and needs no right to run scripts: Redis since 8.4, Valkey from 9.2 on. An older server answers ERR unknown command and deletes nothing. Several keys at once are deleted by the script.',
    zh: 'DELEX key IFEQ value 与脚本一样先比较再删除，而且不需要执行脚本的权限：Redis 8.4、Valkey 9.2 起支持。更旧的服务器回答 ERR unknown command，什么也不删。一次删除多个键时仍用脚本。',
  },
  options: [
    { id: 'script', label: { en: 'a script', zh: '脚本' } },
    { id: 'command', label: { en: 'a command, DELEX', zh: '命令 DELEX' } },
  ],
  default: 'script',
});

/** How often a client asks before its acquire is refused, and how long it waits between two attempts. */
export const retryFields = (defaults: { readonly tries: number }) => ({
  tries: count({
    label: { en: 'Attempts', zh: '尝试次数' },
    help: {
      en: 'How many times one acquire asks before it is refused. After its think time, the client wants the lock again.',
      zh: '一次加锁最多尝试几次才算被拒。之后客户端思考一会儿，再请求加锁。',
    },
    min: 1,
    max: 100,
    default: defaults.tries,
  }),
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long it waits between two attempts. node-redlock and redlock-py: 200 ms.',
      zh: '两次尝试之间等待多久。node-redlock 与 redlock-py 为 200 毫秒。',
    },
    min: 0,
    max: 60_000,
    default: 200,
  }),
  retryJitter: milliseconds({
    label: { en: 'Retry jitter', zh: '重试抖动' },
    help: {
      en: 'The delay is longer or shorter by up to this, at random, so that clients that collided spread out. node-redlock: 100 ms.',
      zh: '间隔随机增减，最多这么多，让相撞的客户端错开。node-redlock 为 100 毫秒。',
    },
    min: 0,
    max: 60_000,
    default: 100,
  }),
});

export const nodeTimeoutField = milliseconds({
  label: { en: 'Timeout', zh: '超时' },
  help: {
    en: 'How long the client waits for the node’s answer. The request may have been carried out anyway.',
    zh: '等待节点应答多久。即使超时，请求也可能已经执行。',
  },
  min: 1,
  max: 60_000,
  default: 1000,
  isTimeout: true,
});
