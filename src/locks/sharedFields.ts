/** Settings that mean the same in every lock with a lease. */
import { count, milliseconds } from '../model/fields';

export const ttlField = milliseconds({
  label: { en: 'TTL', zh: 'TTL' },
  help: {
    en: 'The node deletes the key by itself after this time. Too short, and the work outlives it; too long, and a crashed holder blocks the others.',
    zh: '节点在这段时间后自行删除键。太短，工作还没做完锁就没了；太长，崩溃的持有者会挡住别人。',
  },
  min: 1,
  max: 600_000,
  default: 3000,
  isLease: true,
});

/** How often a client asks before its acquire is refused, and how long it waits in between. */
export const retryFields = (defaults: { readonly tries: number }) => ({
  tries: count({
    label: { en: 'Tries', zh: '尝试次数' },
    help: {
      en: 'How often one acquire asks before it is refused. Afterwards the client thinks, and wants the lock again.',
      zh: '一次加锁最多尝试几次才算被拒。之后客户端思考一会儿，再来要锁。',
    },
    min: 1,
    max: 100,
    default: defaults.tries,
  }),
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long it waits between two tries. node-redlock and redlock-py: 200 ms.',
      zh: '两次尝试之间等待多久。node-redlock 与 redlock-py 为 200 毫秒。',
    },
    min: 0,
    max: 60_000,
    default: 200,
  }),
  retryJitter: milliseconds({
    label: { en: 'Retry jitter', zh: '重试抖动' },
    help: {
      en: 'The delay is longer or shorter by up to this, at random, so that clients which collided part. node-redlock: 100 ms.',
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
    en: 'How long an answer of the node is waited for. The request may have been carried out all the same.',
    zh: '等待节点答复多久。即使超时，请求也可能已经执行。',
  },
  min: 1,
  max: 60_000,
  default: 1000,
});
