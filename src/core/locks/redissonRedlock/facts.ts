/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const redissonRedlockFacts: LockFacts = {
  id: 'redisson-redlock',
  title: { en: 'Redisson RedLock', zh: 'Redisson RedLock' },
  asLibrary: true,
  table: {
    family: 'redisson-redlock',
    language: 'java',
    ifUnreachable: [
      'asks-again',
      'https://github.com/redisson/redisson/blob/04607ef0bf08d40dbf321e1da7ff4409fcb3d0f4/redisson/src/main/java/org/redisson/RedissonMultiLock.java',
    ],
    conditions: [
      ['independent-nodes', 'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/'],
      ['no-lease-time', 'https://redisson.pro/docs/data-and-services/locks-and-synchronizers/'],
    ],
    renewEvery: (own) => (Number(own['leaseTime']) > 0 ? null : Number(own['watchdogTimeout']) / 3),
    rows: [
      { id: 'redisson-redlock' },
      { id: 'redisson-redlock-older', profile: 'redisson-redlock-older' },
      { id: 'redisson-redlock-newer', profile: 'redisson-redlock-newer' },
    ],
  },
};
