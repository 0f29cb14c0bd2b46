/** Redisson 4.7.0 as a profile of its RLock and of its RedLock. */
import type { Profile } from '../../../model/scenario/profile';

const shared = {
  version: '4.7.0',
  repository: 'https://github.com/redisson/redisson',
  commit: '0c286e86eb813a26222b3dc281f0ca368dd46561',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    // Since 3.37.
    lockResent: false,
    unlockResent: false,
    // Since 3.24. It matters if the connection was refused: the script is then sent again.
    unlockLatch: true,
    // Since 3.48.
    retries: 4,
    retryDelay: 1500,
    retryJitter: 500,
    firstSooner: true,
    // Since 3.16.7, and remembered since 3.27 (issue 5614).
    checkLockSyncedSlaves: 'remembered',
  },
  shownBy: { lockResent: 'reentrant:d', checkLockSyncedSlaves: 'one-replica-knows' },
} as const;

export const redissonNewer: Profile = {
  ...shared,
  id: 'redisson-newer',
  lock: 'redisson',
  title: { en: 'Redisson 4.7.0', zh: 'Redisson 4.7.0' },
  about: {
    en: 'This Java library does not resend a lock or unlock script whose answer is lost: lock() throws instead, and the lock may then be unavailable for a whole lease. With replicas, it waits up to 1 s for them, and one that has the lock is enough. No setting covers that it then does resend the script, nor that the watchdog, which outlives a failed renewal, can outlive an unlock too (issue 7272).',
    zh: 'Java 的库：加锁或解锁脚本的应答丢了也不重发，lock() 抛出异常，而锁可能因此关上一个租约。有副本时最多等它们 1 秒，有一个收到锁就算数。没有设置能表达的是：这时它又会重发脚本；看门狗不只在续期失败后继续，解锁之后也可能还在续期（issue 7272）。',
  },
};

export const redissonRedlockNewer: Profile = {
  ...shared,
  id: 'redisson-redlock-newer',
  lock: 'redisson-redlock',
  title: { en: 'Redisson 4.7.0, RedLock', zh: 'Redisson 4.7.0, RedLock' },
  about: {
    en: 'The RedLock of the same version, deprecated, on RLocks that do not resend a lock or unlock script whose answer is lost. Their watchdog goes on after a failed renewal.',
    zh: '同一版本的 RedLock，已弃用，建立在各节点的 RLock 上：加锁或解锁脚本的应答丢了也不重发。续期失败后，看门狗仍会继续。',
  },
};
