/** Pottery 3.0.1, Redlock as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const pottery: Profile = {
  id: 'pottery',
  lock: 'redlock',
  title: { en: 'Pottery 3.0.1, Redlock', zh: 'Pottery 3.0.1, Redlock' },
  about: {
    en: 'This Python library asks each node from its own thread and goes on as soon as a majority has said yes; its caller extends, three times at most, and finds out about a loss only at the release. The limit of 5 s is that of redis-py 8 (older versions have none), whose clients made by Redis(), as in its examples, also resend a command up to 10 times (“Resends at most”). Not covered by any setting: it tries forever (here 100 times), and a release may overtake a request on another connection of the pool.',
    zh: 'Python 的库：每个节点一个线程，多数节点一同意就继续；由调用者续期，最多三次，锁已失去要到释放时才知道。5 秒的时限来自 redis-py 8（更早的版本没有时限）；示例用 Redis() 创建客户端，它还会把命令最多重发 10 次（“最多重发”）。没有设置能表达的是：它会永远尝试下去（这里是 100 次），释放也可能走连接池里的另一条连接，赶到还在路上的请求前面。',
  },
  version: '3.0.1',
  repository: 'https://github.com/brainix/pottery',
  commit: '04ebdc80de7d5b7e5d6ded5a9f2867b66c72d1bd',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 10_000,
    goesOn: 'granted',
    nodeTimeout: 5000,
    tries: 100,
    retryDelay: 100,
    retryJitter: 100,
    owner: 'try',
    releaseAwaits: 'majority',
    clock: 'mono',
    toldBy: 'nothing',
    // redis-py closes a connection after a timeout.
    reconnectOnTimeout: true,
  },
  shownBy: {
    goesOn: 'silent-node:d',
    owner: 'cleanup-cancelled:cfix',
    releaseAwaits: 'silent-node:d',
    clock: 'machine-slept',
    toldBy: 'watchdog-waits:b',
    reconnectOnTimeout: 'lost-reply:c',
  },
};
