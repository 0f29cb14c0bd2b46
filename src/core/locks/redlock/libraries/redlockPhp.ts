/** redlock-php 1.0.1 as a profile of Redlock. The caller gives the limit for a node. */
import type { Profile } from '../../../model/scenario/profile';

export const redlockPhp: Profile = {
  id: 'redlock-php',
  lock: 'redlock',
  title: { en: 'redlock-php 1.0.1', zh: 'redlock-php 1.0.1' },
  about: {
    en: 'This PHP library asks one node after the other. Its quorum is N/2 + 1 without rounding, which is 2.5 of three nodes and 3.5 of five, so all three must agree, or four of five. Not covered by any setting: phpredis throws when a node is down or does not answer in time, and this ends the acquire without a release, so one dead node makes the lock unavailable.',
    zh: 'PHP 的库：依次请求各节点。法定数是 N/2 + 1，不取整：三个节点是 2.5，五个是 3.5，于是三个要全部同意，五个要四个同意。没有设置能表达的是：节点宕机或没有按时应答，phpredis 就抛出异常，加锁就此结束，什么也不释放：只要有一个节点宕机，就谁也拿不到锁。',
  },
  version: '1.0.1',
  repository: 'https://github.com/ronnylt/redlock-php',
  commit: '2d512f4a40fed2a1361f05fe7eab29a00b907fb1',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    quorum: 'unrounded',
    ask: 'sequence',
    tries: 3,
    retryDelay: 150,
    retryJitter: 50,
    clock: 'wall',
    toldBy: 'nothing',
  },
  shownBy: {
    quorum: 'two-and-a-half',
    ask: 'five-steps',
    clock: 'pause-noticed:b',
    toldBy: 'watchdog-waits:b',
  },
};
