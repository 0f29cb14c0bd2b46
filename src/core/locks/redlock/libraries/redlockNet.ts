/** RedLock.net 2.3.2 as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const redlockNet: Profile = {
  id: 'redlock-net',
  lock: 'redlock',
  title: { en: 'RedLock.net 2.3.2', zh: 'RedLock.net 2.3.2' },
  about: {
    en: 'This .NET library waits for all nodes. A timer extends after each half of the expiry until the lock is disposed, even when its time is up, and it retakes a free key; a loss only shows in Status, which may return to Acquired. Not covered by any setting: a call with a waitTime makes three more attempts after each retryTime, until the waitTime is up.',
    zh: '.NET 的库：等待所有节点。定时器每过半个 TTL 就续期，直到锁被释放，时间已过也照样续期，键空闲时会重新设置；锁失去时只有 Status 会显示，而且它可能变回 Acquired。没有设置能表达的是：给了 waitTime 时，它每隔 retryTime 再尝试三次，直到这段时间用完。',
  },
  version: '2.3.2',
  repository: 'https://github.com/samcook/RedLock.net',
  commit: 'dcfe373b3e288caac4f45b78c88b5943f8b47e42',
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
    extendsWhat: 'mine-or-free',
    extendsExpired: true,
    toldBy: 'flag',
  },
  shownBy: {
    goesOn: 'silent-node',
    clock: 'machine-slept',
    extendsWhat: 'mine-again',
    extendsExpired: 'mine-again',
    toldBy: 'mine-again',
  },
};
