/** Pottery 3.0.1, AIORedlock as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const potteryAsync: Profile = {
  id: 'pottery-async',
  lock: 'redlock',
  title: { en: 'Pottery 3.0.1, AIORedlock', zh: 'Pottery 3.0.1, AIORedlock' },
  about: {
    en: 'The same library for asyncio. It waits for all nodes, and for all releases.',
    zh: '同一个库的 asyncio 版。它等待所有节点，也等待所有释放。',
  },
  version: '3.0.1',
  repository: 'https://github.com/brainix/pottery',
  commit: 'e2f4042',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 10_000,
    goesOn: 'all',
    nodeTimeout: 5000,
    tries: 100,
    retryDelay: 100,
    retryJitter: 100,
    owner: 'try',
    clock: 'mono',
    toldBy: 'nothing',
  },
};
