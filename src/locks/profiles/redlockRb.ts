/** redlock-rb 2.0.6 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redlockRb: Profile = {
  id: 'redlock-rb',
  lock: 'redlock',
  title: { en: 'redlock-rb 2.0.6', zh: 'redlock-rb 2.0.6' },
  about: {
    en: 'Ruby, which began as the code of Redlock’s author. It asks one node after the other, 0.1 s each. Its caller extends. An extension takes a free key unless extend_only_if_locked is set; when it fails, the keys are deleted.',
    zh: 'Ruby 的库，源于 Redlock 作者的代码。依次请求各节点，每个 0.1 秒。由调用者续期；除非设了 extend_only_if_locked，续期会重新设置空闲的键。续期失败时删除键。',
  },
  version: '2.0.6',
  repository: 'https://github.com/leandromoreira/redlock-rb',
  commit: 'f176e57',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ask: 'sequence',
    nodeTimeout: 100,
    tries: 4,
    retryDelay: 225,
    retryJitter: 25,
    owner: 'try',
    clock: 'mono',
    extendsWhat: 'mine-or-free',
    whenExtensionFails: 'deletes',
    toldBy: 'nothing',
  },
};
