/** Pottery 3.0.1, AIORedlock as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const potteryAsync: Profile = {
  id: 'pottery-async',
  lock: 'redlock',
  title: { en: 'Pottery 3.0.1, AIORedlock', zh: 'Pottery 3.0.1, AIORedlock' },
  about: {
    en: 'The same library for asyncio waits for all nodes, and for all releases. The limit of 5 s is that of redis-py 8 (older versions have none), whose clients made from a URL, as in its examples, resend nothing. Not covered by any setting: it tries forever (here 100 times), and locked() may report more time than a majority has left.',
    zh: '同一个库的 asyncio 版：等待所有节点，也等待所有释放。5 秒的时限来自 redis-py 8（更早的版本没有时限）；示例由 URL 创建客户端，它不重发命令。没有设置能表达的是：它会永远尝试下去（这里是 100 次），locked() 报出的时间也可能比多数节点剩下的更长。',
  },
  version: '3.0.1',
  repository: 'https://github.com/brainix/pottery',
  commit: '04ebdc80de7d5b7e5d6ded5a9f2867b66c72d1bd',
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
    // redis-py closes a connection after a timeout.
    reconnectOnTimeout: true,
  },
  shownBy: {
    goesOn: 'silent-node',
    owner: 'cleanup-cancelled:cfix',
    clock: 'machine-slept',
    toldBy: 'watchdog-waits:b',
    reconnectOnTimeout: 'lost-reply:c',
  },
};
