/** redsync 4.17 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redsync: Profile = {
  id: 'redsync',
  lock: 'redlock',
  title: { en: 'redsync 4.17', zh: 'redsync 4.17' },
  about: {
    en: 'Go. It waits for all nodes, also when a majority has answered. Its limit for a node is 5 % of the expiry, holds for acquiring alone, and is often not kept by the client below. Nobody extends unless the caller does.',
    zh: 'Go 语言的库。即使多数节点已经应答，它也要等所有节点。单个节点的时限是有效期的 5%，只用于加锁，而且底层客户端常常不遵守。除非调用者自己续期，否则没有人续期。',
  },
  version: '4.17.0',
  repository: 'https://github.com/go-redsync/redsync',
  commit: '5560bd2',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 8000,
    goesOn: 'all',
    nodeTimeout: 400,
    timeoutOn: 'acquire',
    driftMs: 0,
    tries: 32,
    retryDelay: 150,
    retryJitter: 100,
    clock: 'mono',
    toldBy: 'nothing',
  },
};
