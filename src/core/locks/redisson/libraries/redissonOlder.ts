/** Redisson 3.23.5, the last version without a latch for unlock, as a profile of its RLock and of its RedLock. */
import type { Profile } from '../../../model/scenario/profile';

const shared = {
  version: '3.23.5',
  repository: 'https://github.com/redisson/redisson',
  commit: '78b5027db84e5dde57b87cb51f61076c9bb4755f',
  read: '2026-11-22',
  checked: 'source',
  settings: { watchdogOnError: 'ends', retries: 3, retryDelay: 1500, retryJitter: 0, checkLockSyncedSlaves: 'counted' },
  shownBy: { watchdogOnError: 'watchdog:f', checkLockSyncedSlaves: 'one-replica-knows:dfix' },
} as const;

export const redissonOlder: Profile = {
  ...shared,
  id: 'redisson-older',
  lock: 'redisson',
  title: { en: 'Redisson 3.23.5', zh: 'Redisson 3.23.5' },
  about: {
    en: 'This Java library of 2023 resends a lock or unlock script whose answer is lost after 1.5 s, three times at most: a lock script then counts twice, and unlock() throws although the lock is free. A failed renewal ends the watchdog, and so the lock when its lease expires. With replicas, it asks each time how many there are, and waits up to 1 s until one has the lock.',
    zh: '2023 年的 Java 库：加锁或解锁脚本的应答丢了，1.5 秒后重发，最多三次。加锁脚本因此可能算两次，unlock() 则在锁已释放时抛出异常。一次续期失败，看门狗就此结束，锁随租约到期；有副本时每次都问有几个，最多等 1 秒，有一个收到锁就算数。',
  },
};

export const redissonRedlockOlder: Profile = {
  ...shared,
  id: 'redisson-redlock-older',
  lock: 'redisson-redlock',
  title: { en: 'Redisson 3.23.5, RedLock', zh: 'Redisson 3.23.5, RedLock' },
  about: {
    en: 'The RedLock of the same version, on RLocks that resend a script whose answer is lost and count it twice. A failed renewal ends the watchdog of its node.',
    zh: '同一版本的 RedLock，建立在各节点的 RLock 上：应答丢了就重发脚本，可能算两次。一次续期失败，那个节点的看门狗就此结束。',
  },
};
