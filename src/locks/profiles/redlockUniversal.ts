/** redlock-universal 0.8.5 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redlockUniversal: Profile = {
  id: 'redlock-universal',
  lock: 'redlock',
  title: { en: 'redlock-universal 0.8.5', zh: 'redlock-universal 0.8.5' },
  about: {
    en: 'TypeScript. It waits until all nodes have settled. It gives back only at nodes that said yes, counts the lease from the time of its return, and accepts any quorum from 1 to N. It asks all nodes with GET before it extends.',
    zh: 'TypeScript 的库。它等所有节点都有结果。只向同意过的节点归还，租约从返回时算起，法定数可以是 1 到 N 中的任意数。续期前先对所有节点发 GET。',
  },
  version: '0.8.5',
  repository: 'https://github.com/alexpota/redlock-universal',
  commit: 'e5aac03',
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
};
