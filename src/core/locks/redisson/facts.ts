/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const redissonFacts: LockFacts = {
  id: 'redisson',
  title: { en: 'Redisson RLock', zh: 'Redisson RLock' },
  asLibrary: true,
  table: {
    family: 'redisson',
    language: 'java',
    ifUnreachable: ['gives-up', 'https://redisson.pro/docs/configuration/'],
    conditions: [['no-lease-time', 'https://redisson.pro/docs/data-and-services/locks-and-synchronizers/']],
    renewEvery: (own) => (Number(own['leaseTime']) > 0 ? null : Number(own['watchdogTimeout']) / 3),
    rows: [
      { id: 'redisson', variant: { en: 'watchdog', zh: '看门狗' } },
      {
        id: 'redisson-lease-time',
        settings: { leaseTime: 10_000 },
        variant: { en: 'lease time, no watchdog', zh: '指定租约，没有看门狗' },
      },
      {
        id: 'redisson-replica',
        settings: { checkLockSyncedSlaves: 'remembered' },
        replicas: 1,
        variant: { en: 'watchdog, checks its replica', zh: '看门狗，检查副本' },
      },
      { id: 'redisson-older', profile: 'redisson-older' },
      { id: 'redisson-newer', profile: 'redisson-newer' },
    ],
  },
};
