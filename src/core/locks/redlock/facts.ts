/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { withFsync } from '../shared/rowWords';

/**
 * go-redis ends each wait after its ReadTimeout, and ignores its caller's limit unless ContextTimeoutEnabled is set.
 * It sends again three times, except for an acquire, whose limit is over by then.
 */
const goRedis = { connection: { readTimeout: 5000 }, variant: { en: 'on go-redis 9.22', zh: '基于 go-redis 9.22' } };
/**
 * redis-py sends again after a timeout, and when a connection has ended, if its client was made by `Redis()`. A client
 * made from a URL, as in the examples of Pottery's AIORedlock, does not.
 */
const redisPy8 = { connection: { resends: 10 } };

export const redlockFacts: LockFacts = {
  id: 'redlock',
  title: { en: 'Redlock', zh: 'Redlock' },
  table: {
    family: 'redlock',
    conditions: [['independent-nodes', 'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/']],
    renewEvery: (own) => {
      if (Number(own['extensions']) === 0) return null;
      return Number(own['extendBefore']) > 0
        ? Number(own['ttl']) - Number(own['extendBefore'])
        : Number(own['ttl']) * Number(own['extendAt']);
    },
    rows: [
      { id: 'redlock', variant: { en: 'nodes keep nothing', zh: '节点不持久化' } },
      { id: 'redlock-fsync', fsync: true, variant: withFsync },
      { id: 'redlock-replica', replicas: 1, variant: { en: 'a replica each', zh: '每个节点一个副本' } },
      {
        id: 'redsync',
        profile: 'redsync',
        ifUnreachable: [
          'gives-up',
          'https://github.com/go-redsync/redsync/blob/79f6ba24a8bf41f35141de700d410a06bb27622f/mutex.go',
        ],
        ...goRedis,
        family: 'redlock-libraries',
        language: 'go',
      },
      {
        id: 'node-redlock-5',
        profile: 'node-redlock-5',
        ifUnreachable: [
          'hangs',
          'https://github.com/mike-marcacci/node-redlock/blob/54de94cfd7e311b8972455811436d45538fe85ed/src/index.ts',
        ],
        family: 'redlock-libraries',
        language: 'node',
        conditions: [
          ['independent-nodes', 'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/'],
          ['never-released', 'https://www.npmjs.com/package/redlock?activeTab=versions'],
        ],
      },
      {
        id: 'node-redlock-4',
        profile: 'node-redlock-4',
        ifUnreachable: [
          'hangs',
          'https://github.com/mike-marcacci/node-redlock/blob/870778cd520f9649e80f74fa755ee0f12519c683/redlock.js',
        ],
        family: 'redlock-libraries',
        language: 'node',
      },
      {
        id: 'redlock-universal',
        profile: 'redlock-universal',
        ifUnreachable: [
          'gives-up',
          'https://github.com/alexpota/redlock-universal/blob/e5aac0334ae621532c9734f395c6824964315f8b/src/locks/RedLock.ts',
        ],
        family: 'redlock-libraries',
        language: 'node',
      },
      {
        id: 'aioredlock',
        profile: 'aioredlock',
        ifUnreachable: [
          'hangs',
          'https://github.com/joanvila/aioredlock/blob/f1f9b76fdf3256775bcb71ca2d854da2a7be0935/aioredlock/algorithm.py',
        ],
        family: 'redlock-libraries',
        language: 'python',
      },
      {
        id: 'pottery',
        profile: 'pottery',
        ifUnreachable: [
          'asks-again',
          'https://github.com/brainix/pottery/blob/04ebdc80de7d5b7e5d6ded5a9f2867b66c72d1bd/pottery/redlock.py',
        ],
        ...redisPy8,
        variant: { en: 'on redis-py 8', zh: '基于 redis-py 8' },
        family: 'redlock-libraries',
        language: 'python',
      },
      {
        id: 'pottery-async',
        profile: 'pottery-async',
        ifUnreachable: [
          'asks-again',
          'https://github.com/brainix/pottery/blob/04ebdc80de7d5b7e5d6ded5a9f2867b66c72d1bd/pottery/aioredlock.py',
        ],
        variant: { en: 'on redis-py 8, from a URL', zh: '基于 redis-py 8，由 URL 创建' },
        family: 'redlock-libraries',
        language: 'python',
      },
      {
        id: 'redlock-net',
        profile: 'redlock-net',
        ifUnreachable: [
          'says-no',
          'https://github.com/samcook/RedLock.net/blob/dcfe373b3e288caac4f45b78c88b5943f8b47e42/README.md',
        ],
        family: 'redlock-libraries',
        language: 'dotnet',
      },
      {
        id: 'redlock-rb',
        profile: 'redlock-rb',
        ifUnreachable: [
          'says-no',
          'https://github.com/leandromoreira/redlock-rb/blob/f176e5748a41e8b35a9a986fb6cc8eeae203a64f/lib/redlock/client.rb',
        ],
        family: 'redlock-libraries',
        language: 'ruby',
      },
      {
        id: 'redlock-cpp',
        profile: 'redlock-cpp',
        ifUnreachable: [
          'says-no',
          'https://github.com/jacket-code/redlock-cpp/blob/f9f56187bab5935c0857822e7953150a8836896f/redlock-cpp/redlock.cpp',
        ],
        family: 'redlock-libraries',
        language: 'cpp',
      },
      {
        id: 'redlock-php',
        profile: 'redlock-php',
        ifUnreachable: [
          'gives-up',
          'https://github.com/ronnylt/redlock-php/blob/2d512f4a40fed2a1361f05fe7eab29a00b907fb1/src/RedLock.php',
        ],
        family: 'redlock-libraries',
        language: 'php',
      },
    ],
  },
};
