/** python-redis-lock 4.0.1 as a profile of its lock, on two versions of its client. */
import type { Profile } from '../../model/scenario/profile';

const shared = {
  lock: 'python-redis-lock',
  version: '4.0.1',
  repository: 'https://github.com/ionelmc/python-redis-lock',
  commit: '59fc29e93e1bc32b5f6dcbe952cb80a4427342ae',
  read: '2026-11-27',
  checked: 'source',
} as const;

/** The version that a fresh install gets. */
export const pythonRedisLock8: Profile = {
  ...shared,
  id: 'python-redis-lock-8',
  title: { en: 'python-redis-lock 4.0.1, redis-py 8', zh: 'python-redis-lock 4.0.1, redis-py 8' },
  about: {
    en: 'redis-py 8 ends a read after 5 s, that of a waiting BLPOP too, so acquire raises TimeoutError though nothing is wrong: after 5 s if the client was made from a URL, after about a minute if Redis() made it, which sends BLPOP again 10 times (“Resends at most”) and does not try to lock in between. With an expire of 5 s or more nobody asks when the lock of a dead holder expires. Only a timeout below 5 s, or an expire below it, avoids that, or a longer socket_timeout.',
    zh: 'redis-py 8 读取 5 秒就超时，等待中的 BLPOP 也不例外，于是一切正常时 acquire 也会抛出 TimeoutError：由 URL 创建的客户端 5 秒后就抛；Redis() 创建的会把 BLPOP 重发 10 次（“最多重发”），其间不去抢锁，约一分钟后抛。expire 若有 5 秒或更长，持有者死后锁过期时也没有人来抢。要避免，就让 timeout 或 expire 小于 5 秒，或把 socket_timeout 调大。',
  },
  settings: { nodeTimeout: 5000 },
  shownBy: { nodeTimeout: 'signal-expired:c' },
};

/** It has the lock's defaults. */
export const pythonRedisLock7: Profile = {
  ...shared,
  id: 'python-redis-lock-7',
  title: { en: 'python-redis-lock 4.0.1, redis-py 7', zh: 'python-redis-lock 4.0.1, redis-py 7' },
  about: {
    en: 'redis-py up to version 7 has no read timeout: without expire and timeout, a waiter that misses its signal blocks in BLPOP forever. When its connection ends, a client made by Redis() sends a command again up to 3 times (“Resends at most”).',
    zh: 'redis-py 7 及更早的版本没有读超时：不设 expire 和 timeout 时，错过信号的等待者会永远阻塞在 BLPOP 里。连接断开时，Redis() 创建的客户端会把命令最多重发 3 次（“最多重发”）。',
  },
  settings: {},
};
