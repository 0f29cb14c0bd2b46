/** redlock-cpp of 2018, which has no versions, as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const redlockCpp: Profile = {
  id: 'redlock-cpp',
  lock: 'redlock',
  title: { en: 'redlock-cpp 2018', zh: 'redlock-cpp 2018' },
  about: {
    en: 'This C++ library asks one node after the other, waits for an answer without a limit, and measures in whole seconds of the wall clock. Its ContinueLock both takes and extends: it deletes the key and sets it with a new value, in up to three attempts, and deletes the keys after each failure. Not covered by any setting: it releases one node after the other, so the nodes after a silent one keep their keys.',
    zh: 'C++ 的库：依次请求各节点，等待应答没有时限，用挂钟的整秒计时。ContinueLock 既加锁也续期：先删除键，再用新的值设置，最多尝试三次，每次失败后都删除键。没有设置能表达的是：释放也是依次进行，一个节点不应答，后面的节点就留着键。',
  },
  version: '2018',
  repository: 'https://github.com/jacket-code/redlock-cpp',
  commit: 'f9f56187bab5935c0857822e7953150a8836896f',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ask: 'sequence',
    nodeTimeout: 0,
    tries: 3,
    retryDelay: 200,
    retryJitter: 100,
    clock: 'seconds',
    extendTries: 3,
    extendsWhat: 'new-value',
    extendsExpired: true,
    whenExtensionFails: 'deletes-each',
    toldBy: 'nothing',
  },
  shownBy: {
    ask: 'five-steps',
    nodeTimeout: 'silent-node:b',
    clock: 'whole-seconds',
    extendsWhat: 'whole-seconds:b',
    extendsExpired: 'mine-again',
    whenExtensionFails: 'extension-gave-away:b',
    toldBy: 'watchdog-waits:b',
  },
};
