/** The settings and texts of redlock-py, and its arithmetic. The algorithm is in `lock.ts`. */
import { count, flag, milliseconds, ratio, type ValuesOf } from '../../model/scenario/fields';
import type { Ms } from '../../model/values/time';
import { compareByField, ttlField } from '../shared/fields';

export const redlockPyTexts = {
  about: {
    en: 'Redlock in Python, one node after the other. When a single node returns an error, it raises although it has the majority, and leaves its keys behind: one node that is down stops everybody.',
    zh: 'Python 版 Redlock，依次请求各节点。只要有一个节点出错，即使已拿到多数也会抛异常，并把键留在原处：一个节点宕机，谁也拿不到锁。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the validity returned by lock() has ended by the client’s wall clock.',
      zh: '按客户端的挂钟，lock() 给出的有效时间结束时。',
    },
    usually: {
      en: 'Nothing: lock() returns a validity, and the program has to count it down.',
      zh: '什么也不做：lock() 给出有效时间，程序要自己倒数。',
    },
  },
} as const;

export const redlockPyFields = {
  ttl: ttlField,
  tries: count({
    label: { en: 'Attempts', zh: '尝试次数' },
    help: { en: 'default_retry_count of redlock-py: 3.', zh: 'redlock-py 的 default_retry_count：3。' },
    min: 1,
    max: 100,
    default: 3,
  }),
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'default_retry_delay of redlock-py: 0.2 s, always the same, and after the last attempt too.',
      zh: 'redlock-py 的 default_retry_delay：0.2 秒，每次相同，最后一次之后也等。',
    },
    min: 0,
    max: 60_000,
    default: 200,
  }),
  driftFactor: ratio({
    label: { en: 'Drift factor', zh: '时钟漂移系数' },
    help: {
      en: 'int(TTL × this) + 2 ms are subtracted from the validity. clock_drift_factor of redlock-py: 0.01.',
      zh: '有效时间要减去“TTL × 此系数”的整数部分，再减 2 毫秒。redlock-py 的 clock_drift_factor：0.01。',
    },
    min: 0,
    max: 0.5,
    step: 0.001,
    default: 0.01,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout per node', zh: '单个节点的超时' },
    help: {
      en: '0: none, the default up to redis-py 7: one silent node blocks everybody. Since redis-py 8 it is 5 s.',
      zh: '0 表示不设超时，是 redis-py 7 及更早版本的默认：一个不应答的节点会拖住所有人。8 起默认 5 秒。',
    },
    min: 0,
    max: 60_000,
    default: 0,
    isTimeout: true,
  }),
  raises: flag({
    label: { en: 'Raises on any node’s error', zh: '任一节点出错就抛异常' },
    help: {
      en: 'As in the article: MultipleRedlockException even with a majority, and the keys are left behind. Older versions treated an error as a refusal.',
      zh: '文章中的版本：即使达到多数也抛 MultipleRedlockException，键留在原处。更早的版本把出错当作拒绝。',
    },
    default: true,
  }),
  connectsFirst: flag({
    label: { en: 'Skips nodes that it cannot reach', zh: '先剔除连不上的节点' },
    help: {
      en: 'Asks each node with PING before it locks; with fewer than a quorum it raises CannotObtainLock. redlock-py means to check this in its constructor, but its connections are opened later.',
      zh: '加锁前先 PING 各节点；连上的不到多数就抛 CannotObtainLock。redlock-py 本想在构造时这样做，但它的连接其实要到后来才建立。',
    },
    default: false,
  }),
  compareBy: compareByField,
} as const;

export type RedlockPySettings = ValuesOf<typeof redlockPyFields>;

/** `int(ttl * clock_drift_factor) + 2`. */
export const driftMs = ({ ttl, driftFactor }: RedlockPySettings): Ms => Math.trunc(ttl * driftFactor) + 2;
