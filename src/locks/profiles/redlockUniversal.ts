/** redlock-universal 0.8.5 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redlockUniversal: Profile = {
  id: 'redlock-universal',
  lock: 'redlock',
  title: { en: 'redlock-universal 0.8.5', zh: 'redlock-universal 0.8.5' },
  about: {
    en: 'This TypeScript library waits until all nodes have settled, gives back a failed attempt only at nodes that said yes, and counts the lease from its return; it accepts any quorum from 1 to N. Its routine “using” extends at 80 % of the TTL, asks all nodes with GET first, and aborts a signal when an extension fails. No setting shows that it extends without a pause when the TTL is 1.25 s or less.',
    zh: 'TypeScript 的库：等所有节点都有结果；尝试失败时只向同意过的节点归还；租约从返回时算起；法定数可以是 1 到 N 中的任意数。using 在 TTL 过去 80% 时续期，先对所有节点发 GET，续期失败就触发中止信号。没有设置能表达的是：TTL 不超过 1.25 秒时，它一刻不停地续期。',
  },
  version: '0.8.5',
  repository: 'https://github.com/alexpota/redlock-universal',
  commit: 'e5aac0334ae621532c9734f395c6824964315f8b',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 30_000,
    goesOn: 'all',
    nodeTimeout: 5000,
    tries: 4,
    retryDelay: 200,
    retryJitter: 0,
    owner: 'try',
    releaseTo: 'granted-now',
    clock: 'wall',
    leaseFrom: 'return',
    extensions: 10_000,
    extendAt: 0.8,
    extendsWhat: 'get-then-extend',
    whenExtensionFails: 'ends',
    toldBy: 'signal',
  },
  shownBy: {
    goesOn: 'silent-node',
    owner: 'cleanup-cancelled:cfix',
    releaseTo: 'lost-reply:d',
    clock: 'pause-noticed:b',
    leaseFrom: 'watchdog-waits:c',
    extendsWhat: 'watchdog-waits:c',
    whenExtensionFails: 'extension-gave-away:c',
    toldBy: 'extension-gave-away:c',
  },
};
