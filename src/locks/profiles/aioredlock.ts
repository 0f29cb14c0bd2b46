/** aioredlock 0.7.3 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const aioredlock: Profile = {
  id: 'aioredlock',
  lock: 'redlock',
  title: { en: 'aioredlock 0.7.3', zh: 'aioredlock 0.7.3' },
  about: {
    en: 'Python. One script locks and extends: it sets a key that is free, and one that is its own. It waits for every node without a limit. Its watchdog extends at 60 % of the TTL; when that fails three times, it deletes the keys and ends.',
    zh: 'Python 的库。加锁和续期用同一段脚本：键空闲就设置，是自己的也设置。它等待每个节点，没有时限。看门狗在 TTL 过去 60% 时续期；连续三次失败就删除键并结束。',
  },
  version: '0.7.3',
  repository: 'https://github.com/joanvila/aioredlock',
  commit: '685d1b5',
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
    whenExtensionFails: 'deletes',
    toldBy: 'flag',
  },
};
