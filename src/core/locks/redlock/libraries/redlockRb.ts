/** redlock-rb 2.0.6 as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const redlockRb: Profile = {
  id: 'redlock-rb',
  lock: 'redlock',
  title: { en: 'redlock-rb 2.0.6', zh: 'redlock-rb 2.0.6' },
  about: {
    en: 'This Ruby library, a fork of the code of Redlock’s author, asks one node after the other, 0.1 s each, and accepts a key that holds its value. Its caller extends: an extension takes a free key unless extend_only_if_locked is set, and deletes the keys when it fails. Not covered by any setting: it also releases one node after the other, and it accepts a lock with 0 ms left.',
    zh: 'Ruby 的库，由 Redlock 作者的代码分支而来：依次请求各节点，每个 0.1 秒；键里是自己的值也算成功。由调用者续期：除非设了 extend_only_if_locked，续期会重新设置空闲的键；续期失败就删除键。没有设置能表达的是：释放也是依次进行，有效时间剩 0 毫秒的锁它也接受。',
  },
  version: '2.0.6',
  repository: 'https://github.com/leandromoreira/redlock-rb',
  commit: 'f176e5748a41e8b35a9a986fb6cc8eeae203a64f',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    takes: 'free-or-mine',
    ask: 'sequence',
    nodeTimeout: 100,
    tries: 4,
    retryDelay: 225,
    retryJitter: 25,
    owner: 'try',
    clock: 'mono',
    extendsWhat: 'mine-or-free',
    extendsExpired: true,
    whenExtensionFails: 'deletes',
    toldBy: 'nothing',
    // redis-client closes a connection after a timeout.
    reconnectOnTimeout: true,
  },
  shownBy: {
    takes: 'sent-twice:fix2',
    ask: 'five-steps',
    owner: 'cleanup-cancelled:cfix',
    clock: 'machine-slept',
    extendsWhat: 'mine-again',
    extendsExpired: 'mine-again',
    whenExtensionFails: 'extension-gave-away',
    toldBy: 'watchdog-waits:b',
    reconnectOnTimeout: 'lost-reply:c',
  },
};
