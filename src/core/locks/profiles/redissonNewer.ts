/** Redisson 4.7.0 as a profile of its RLock and of its RedLock. */
import type { Profile } from '../../model/profile';

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
  },
  shownBy: { lockResent: 'reentrant:d' },
} as const;

export const redissonNewer: Profile = {
  ...shared,
  id: 'redisson-newer',
  lock: 'redisson',
  title: { en: 'Redisson 4.7.0', zh: 'Redisson 4.7.0' },
  about: {
    en: 'This Java library does not resend a lock or unlock script whose answer is lost: lock() throws instead, and the lock may then be unavailable for a whole lease. A renewal that fails does not end the watchdog.',
    zh: 'Java 的库：加锁或解锁脚本的应答丢了也不重发，lock() 抛出异常，而锁可能因此关上一个租约。一次续期失败，看门狗仍会继续。',
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
