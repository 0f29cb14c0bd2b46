/** What is known about this lock without its program. */

import type { LockFacts, LockRow } from '../../model/scenario/lockFacts';
import { expiry, noExpiry } from '../shared/rowWords';

const source =
  'https://github.com/ionelmc/python-redis-lock/blob/59fc29e93e1bc32b5f6dcbe952cb80a4427342ae/src/redis_lock/__init__.py';

/** redis-py sends again after a timeout, and when a connection has ended. Up to version 7 it has no read timeout. */
const onRedisPy7: Partial<LockRow> = { connection: { resends: 3 }, ifUnreachable: ['hangs', source] };
const onRedisPy8: Partial<LockRow> = {
  connection: { resends: 10 },
  profile: 'python-redis-lock-8',
  ifUnreachable: ['gives-up', source],
};

export const pythonRedisLockFacts: LockFacts = {
  id: 'python-redis-lock',
  title: { en: 'python-redis-lock', zh: 'python-redis-lock' },
  asLibrary: true,
  dropsAtTimeout: true,
  table: {
    family: 'python-redis-lock',
    language: 'python',
    renewEvery: (own) => (own['autoRenewal'] === true ? (Number(own['expire']) * 1000 * 2) / 3 : null),
    rows: [
      {
        id: 'python-redis-lock',
        ...onRedisPy7,
        variant: { en: 'no expiry, on redis-py 7', zh: '没有过期时间，基于 redis-py 7' },
        isNeverRecommended: true,
      },
      {
        id: 'python-redis-lock-expire',
        ...onRedisPy7,
        settings: { expire: 10 },
        variant: { en: 'expiry, on redis-py 7', zh: '有过期时间，基于 redis-py 7' },
        isNeverRecommended: true,
      },
      {
        id: 'python-redis-lock-renewal',
        ...onRedisPy7,
        settings: { expire: 10, autoRenewal: true },
        variant: { en: 'expiry and auto-renewal, on redis-py 7', zh: '有过期时间并自动续期，基于 redis-py 7' },
        isNeverRecommended: true,
      },
      { id: 'python-redis-lock-8', ...onRedisPy8, variant: noExpiry },
      {
        id: 'python-redis-lock-8-expire',
        ...onRedisPy8,
        settings: { expire: 10 },
        variant: expiry,
      },
      {
        id: 'python-redis-lock-8-renewal',
        ...onRedisPy8,
        settings: { expire: 10, autoRenewal: true },
        variant: { en: 'expiry and auto-renewal', zh: '有过期时间并自动续期' },
      },
    ],
  },
};
