/** redlock-php 2020 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const redlockPhp: Profile = {
  id: 'redlock-php',
  lock: 'redlock',
  title: { en: 'redlock-php 2020', zh: 'redlock-php 2020' },
  about: {
    en: 'PHP. It asks one node after the other and has a limit for connecting alone. Its quorum is N/2 + 1 without rounding: with three nodes that is 2.5, so all three must agree.',
    zh: 'PHP 的库。依次请求各节点，只对建立连接设时限。法定数是 N/2 + 1，不取整：三个节点就是 2.5，于是三个都必须同意。',
  },
  version: '2020',
  repository: 'https://github.com/ronnylt/redlock-php',
  commit: '535d616',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ask: 'sequence',
    quorum: 'unrounded',
    nodeTimeout: 0,
    tries: 3,
    retryDelay: 150,
    retryJitter: 50,
    clock: 'wall',
    toldBy: 'nothing',
  },
};
