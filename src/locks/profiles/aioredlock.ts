/** aioredlock 0.7.3 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const aioredlock: Profile = {
  id: 'aioredlock',
  lock: 'redlock',
  title: { en: 'aioredlock 0.7.3', zh: 'aioredlock 0.7.3' },
  about: {
    en: 'This Python library locks and extends with one script, which sets a key that is free or its own, and waits for every node without a limit. Without a lock_timeout, a watchdog extends at 60 % of the TTL and does not check the time that is left; after three failed attempts it deletes the keys and ends. No setting shows that watchdogs are kept by the name of the resource: the release of an old lock can end the watchdog of a new one.',
    zh: 'Python 的库：加锁和续期用同一段脚本，键空闲或是自己的就设置；等待每个节点，没有时限。不给 lock_timeout 时，看门狗在 TTL 过去 60% 时续期，不看剩余时间；三次尝试都失败就删除键并结束。没有设置能表达的是：看门狗按资源名登记，释放旧锁可能会停掉新锁的看门狗。',
  },
  version: '0.7.3',
  repository: 'https://github.com/joanvila/aioredlock',
  commit: 'f1f9b76fdf3256775bcb71ca2d854da2a7be0935',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 10_000,
    takes: 'free-or-mine',
    goesOn: 'all',
    nodeTimeout: 0,
    tries: 3,
    retryDelay: 200,
    retryJitter: 100,
    releaseBetweenTries: false,
    releaseAwaits: 'none',
    clock: 'mono',
    extensions: 10_000,
    extendAt: 0.6,
    extendTries: 3,
    extendsWhat: 'mine-or-free',
    extendsExpired: true,
    whenExtensionFails: 'deletes',
    toldBy: 'flag',
  },
};
