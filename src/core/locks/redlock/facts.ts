/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { withFsync } from '../shared/rowWords';

/**
 * go-redis ends each wait after its ReadTimeout, and ignores its caller's limit unless ContextTimeoutEnabled is set.
 * It sends again three times, but no request of an acquire, whose limit is over by then.
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
      { id: 'redsync', profile: 'redsync', ...goRedis, family: 'redlock-libraries', language: 'go' },
      { id: 'node-redlock-5', profile: 'node-redlock-5', family: 'redlock-libraries', language: 'node' },
      { id: 'node-redlock-4', profile: 'node-redlock-4', family: 'redlock-libraries', language: 'node' },
      { id: 'redlock-universal', profile: 'redlock-universal', family: 'redlock-libraries', language: 'node' },
      { id: 'aioredlock', profile: 'aioredlock', family: 'redlock-libraries', language: 'python' },
      {
        id: 'pottery',
        profile: 'pottery',
        ...redisPy8,
        variant: { en: 'on redis-py 8', zh: '基于 redis-py 8' },
        family: 'redlock-libraries',
        language: 'python',
      },
      {
        id: 'pottery-async',
        profile: 'pottery-async',
        variant: { en: 'on redis-py 8, from a URL', zh: '基于 redis-py 8，由 URL 创建' },
        family: 'redlock-libraries',
        language: 'python',
      },
      { id: 'redlock-net', profile: 'redlock-net', family: 'redlock-libraries', language: 'dotnet' },
      { id: 'redlock-rb', profile: 'redlock-rb', family: 'redlock-libraries', language: 'ruby' },
      { id: 'redlock-cpp', profile: 'redlock-cpp', family: 'redlock-libraries', language: 'cpp' },
      { id: 'redlock-php', profile: 'redlock-php', family: 'redlock-libraries', language: 'php' },
    ],
  },
};
