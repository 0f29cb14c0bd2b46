/** The settings and texts of the unique row in a database. The lock is in `lock.ts`. */
import { choice, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';
import { nodeTimeoutField, retryFields } from '../shared/fields';

export const sqlRowTexts = {
  about: {
    en: 'The client that can insert the row with the lock’s name has the lock. A row outlives its owner: after a crash it stays, or needs an expiry with all that comes with it.',
    zh: '谁能插入以锁名为唯一键的那一行，谁就拿到锁。行比持有者活得久：持有者崩溃后它还在；加上过期时间，过期的种种麻烦也随之而来。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the row’s time has passed by the client’s monotonic clock. Without a column for it, never.',
      zh: '按客户端的单调时钟，这一行过期时。没有这一列则永远不会。',
    },
    usually: {
      en: 'Nothing. It finds out when its DELETE finds no row.',
      zh: '什么也不做。DELETE 找不到行时才知道。',
    },
  },
} as const;

export const sqlRowFields = {
  expiry: milliseconds({
    label: { en: 'Expires after', zh: '过期时间' },
    help: {
      en: 'A column with the time from which any client may take over the row, by the database’s clock. 0: no such column, and the row of a crashed client stays forever.',
      zh: '有一列记录从何时起别的客户端可以接管这一行，以数据库的时钟为准。0：没有这一列，崩溃客户端的行永远留着。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
    isLease: true,
  }),
  localCount: choice({
    label: { en: 'Local count', zh: '本地计数' },
    help: {
      en: 'A library that lets a thread lock twice counts that in its process, and deletes the row with the last unlock. Spring Integration 6.5.9 had 256 such counts for all names: if a thread holds two names with one count, the unlock of the first finds more than one hold, and deletes no row.',
      zh: '允许同一线程重复加锁的库，会在进程里计数，最后一次解锁才删行。Spring Integration 6.5.9 所有锁名共用 256 个计数：同一线程持有的两个锁名若落在同一个计数上，先解锁的那个看到计数大于一，就不删行。',
    },
    options: [
      { id: 'own', label: { en: 'one for each name', zh: '每个锁名各一个' } },
      { id: 'shared', label: { en: 'shared with a second name', zh: '与第二个锁名共用' }, pitfall: true },
    ],
    default: 'own',
  }),
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
} as const;

export type SqlRowSettings = ValuesOf<typeof sqlRowFields>;
