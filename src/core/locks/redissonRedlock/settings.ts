/**
 * The settings and texts of Redisson's RedLock, and the times that it computes from its settings. The algorithm is in
 * `lock.ts`.
 */
import { choice, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Ms } from '../../model/values/time';
import { leaseMax } from '../../model/values/time';
import { sharedRedissonFields } from '../redisson/settings';

export const redissonRedlockTexts = {
  about: {
    en: 'One RLock on each of N nodes, in sequence; a majority is enough. Deprecated: it checks neither the elapsed time nor drift, and may hand out a lock that has already expired.',
    zh: '在 N 个节点上依次各加一把 RLock，多数即可。已弃用：它既不检查耗时也不考虑漂移，交出的锁可能早已过期。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When, by the client’s monotonic clock, fewer than a majority of the leases are still valid. Each node’s watchdog postpones its own.',
      zh: '按客户端的单调时钟，未到期的租约凑不齐多数时。每个节点的看门狗各自续期。',
    },
    usually: {
      en: 'Keeps working, as with the lock on one node: a watchdog that finds its key gone stops silently.',
      zh: '继续工作，与单节点的锁一样：看门狗发现键没了就停下，谁也不告诉。',
    },
  },
} as const;

export const redissonRedlockFields = {
  ...sharedRedissonFields,
  waits: choice({
    label: { en: 'Waits', zh: '等待方式' },
    help: {
      en: 'lock() tries again and again, 1.5 s for each node; tryLock with a wait time tries for that long; tryLock() takes what is free.',
      zh: 'lock() 反复尝试，每个节点 1.5 秒；tryLock(waitTime) 尝试这么久；tryLock() 只拿空闲的。',
    },
    options: [
      { id: 'for-ever', label: { en: 'forever: lock()', zh: '一直等：lock()' } },
      { id: 'wait-time', label: { en: 'for a time: tryLock(…)', zh: '等一段时间：tryLock(…)' } },
      { id: 'not', label: { en: 'not at all: tryLock()', zh: '不等：tryLock()' } },
    ],
    default: 'for-ever',
  }),
  waitTime: milliseconds({
    label: { en: 'Wait time', zh: '等待时间（waitTime）' },
    help: {
      en: 'For tryLock, which gives each node its share of this time. With a lease time, a node’s lock first lasts twice the wait time.',
      zh: 'tryLock 的等待时间，平分给各节点。若指定了租约时间，各节点先以等待时间的两倍为租约加锁。',
    },
    min: 1,
    max: leaseMax,
    default: 5000,
  }),
} as const;

export type RedissonRedlockSettings = ValuesOf<typeof redissonRedlockFields>;

/** The times of one try of the whole lock. 0: there is no such time. */
export interface TryTimes {
  readonly waitTime: Ms;
  /** How long the client waits for one node. */
  readonly subWait: Ms;
  /** The lease with which a node is first taken. */
  readonly subLease: Ms;
}

const waitOfEachNode: Ms = 1500;
const waitMin: Ms = 2000;

/**
 * The times of one try, all in ms.
 *
 * @param share where the wait time of lock() falls in its range, 0 … 1. Redisson draws it at random when there is a
 * lease time.
 */
export function tryTimesOf(settings: RedissonRedlockSettings, nodeCount: number, share: number): TryTimes {
  const { leaseTime, watchdogTimeout } = settings;
  const waitTime = waitTimeOf(settings, nodeCount, share);
  return {
    waitTime,
    subWait: waitTime === 0 ? 0 : Math.max(waitTime / nodeCount, 1),
    subLease: leaseTime === 0 ? watchdogTimeout : waitTime === 0 ? leaseTime : waitTime * 2,
  };
}

function waitTimeOf({ waits, waitTime, leaseTime }: RedissonRedlockSettings, nodeCount: number, share: number): Ms {
  if (waits !== 'for-ever') return waits === 'not' ? 0 : waitTime;
  const base = nodeCount * waitOfEachNode;
  if (leaseTime === 0) return base;
  if (leaseTime <= waitMin) return waitMin;
  const least = leaseTime <= base ? leaseTime / 2 : base;
  return Math.floor(least + (leaseTime - least) * share);
}
