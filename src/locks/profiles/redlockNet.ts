/** RedLock.net 2.3.2 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redlockNet: Profile = {
  id: 'redlock-net',
  lock: 'redlock',
  title: { en: 'RedLock.net 2.3.2', zh: 'RedLock.net 2.3.2' },
  about: {
    en: '.NET. It waits for all nodes. A timer extends at each half of the expiry until the lock is disposed, also when the time is over, and it takes a key that is free again. Its status tells of a loss; nothing else does.',
    zh: '.NET 的库。它等待所有节点。定时器每过半个有效期就续期，直到锁被释放；时间已过也照样续期，键空闲时会重新设置。锁失去时只有 Status 会显示，没有别的通知。',
  },
  version: '2.3.2',
  repository: 'https://github.com/samcook/RedLock.net',
  commit: 'dcfe373',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    goesOn: 'all',
    nodeTimeout: 1000,
    tries: 3,
    retryDelay: 200,
    retryJitter: 200,
    clock: 'mono',
    extensions: 10_000,
    extendsExpired: true,
    extendsWhat: 'mine-or-free',
    toldBy: 'flag',
  },
};
