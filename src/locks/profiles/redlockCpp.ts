/** redlock-cpp 2018 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redlockCpp: Profile = {
  id: 'redlock-cpp',
  lock: 'redlock',
  title: { en: 'redlock-cpp 2018', zh: 'redlock-cpp 2018' },
  about: {
    en: 'C++. It asks one node after the other and waits for an answer without a limit. It measures in whole seconds of the wall clock. Its extension deletes the key and takes it again with a new value.',
    zh: 'C++ 的库。依次请求各节点，等待应答没有时限。它用挂钟的整秒计时。续期时先删除键，再用新的值重新获取。',
  },
  version: '2018',
  repository: 'https://github.com/jacket-code/redlock-cpp',
  commit: 'f9f5618',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ask: 'sequence',
    nodeTimeout: 0,
    tries: 3,
    retryDelay: 200,
    retryJitter: 100,
    clock: 'seconds',
    extendsWhat: 'new-value',
    whenExtensionFails: 'deletes',
    toldBy: 'nothing',
  },
};
