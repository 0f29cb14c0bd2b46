/** The settings and texts of Laravel's lock in a database. The lock is in `lock.ts`. */
import { choice, count, milliseconds, seconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { shortWait } from '../shared/shortWait';

export const laravelLockTexts = {
  about: {
    en: 'A row with the second in which the lock is over, written by the clock of the web server that takes it and compared with the clock of the one that wants it. A clock that is ahead by the lock’s time takes it at once. There is no renewal.',
    zh: '一行记着锁到哪一秒为止：由加锁那台服务器的时钟写下，再与想要锁的那台服务器的时钟比较。时钟若快出整个锁的时长，马上就能拿到。没有续期。',
  },
  lossReport: {
    by: 'nobody',
    when: {
      en: 'Never. The work can ask the database with isOwnedByCurrentProcess.',
      zh: '永远不会。可以用 isOwnedByCurrentProcess 去问数据库。',
    },
    usually: {
      en: 'Goes on. Its release deletes no row of another and returns false, which block() does not look at. Since pull request 58507 (January 2026), a release that ends in a deadlock returns true, and the row stays.',
      zh: '继续工作。释放时不会删掉别人的行，返回 false，而 block() 不看这个返回值。pull request 58507（2026 年 1 月）起，释放若死锁也返回 true，而行还留着。',
    },
  },
} as const;

export const laravelLockFields = {
  seconds: seconds({
    label: { en: 'Seconds', zh: '秒数' },
    help: {
      en: 'How long the lock lasts: Cache::lock(name, seconds). The documentation uses 10. 0 means 86,400 s in a database.',
      zh: '锁维持多久：Cache::lock(name, seconds)。文档用 10。在数据库里，0 表示 86400 秒。',
    },
    min: 0,
    max: leaseMax / 1000,
    default: 10,
    isLease: true,
  }),
  block: seconds({
    label: { en: 'block()', zh: 'block()' },
    help: {
      en: 'How long it waits for the lock before it throws LockTimeoutException. The documentation uses 5. 0: it asks once, as get() does.',
      zh: '等锁等多久才抛出 LockTimeoutException。文档用 5。0：只问一次，与 get() 一样。',
    },
    min: 0,
    max: 600,
    default: 5,
  }),
  sleepMilliseconds: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long block() sleeps before it asks again: 250 ms.',
      zh: 'block() 隔多久再问一次：250 毫秒。',
    },
    min: 1,
    max: 60_000,
    default: 250,
  }),
  lottery: count({
    label: { en: 'Lottery, of 100', zh: '抽中几率（百分之）' },
    help: {
      en: 'In how many of 100 acquires every row that is over by the asking server’s clock is deleted, anybody’s lock. Laravel’s default: 2.',
      zh: '每 100 次加锁里有几次，会把按自己时钟已过期的行全部删掉，不管是谁的锁。Laravel 默认 2。',
    },
    min: 0,
    max: 100,
    default: 2,
  }),
  clock: choice({
    label: { en: 'Clock', zh: '时钟' },
    help: {
      en: 'Whose clock writes and compares the seconds. Laravel: each server’s own, PHP’s time(). With the database’s there is only one clock; Laravel does not offer it.',
      zh: '由谁的时钟写入和比较秒数。Laravel 用各服务器自己的，即 PHP 的 time()。用数据库的就只有一个时钟，Laravel 没有这个选项。',
    },
    options: [
      { id: 'server', label: { en: 'each server’s own', zh: '各服务器自己的' }, pitfall: true },
      { id: 'database', label: { en: 'the database’s', zh: '数据库的' } },
    ],
    default: 'server',
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long one statement waits for an answer. It may have been carried out anyway. PHP’s drivers wait much longer, mysqlnd for a day.',
      zh: '一条语句等应答多久。即使超时，也可能已经执行。PHP 的驱动等得久得多，mysqlnd 会等一天。',
    },
    min: 1,
    max: 60_000,
    default: 2000,
    isTimeout: true,
  }),
} as const;

export type LaravelLockSettings = ValuesOf<typeof laravelLockFields>;

/** What the database's store uses in place of 0. */
export const secondsUnlimited = 86_400;

export const warnings = ({ seconds, block }: LaravelLockSettings): readonly Text[] =>
  seconds > 0
    ? shortWait(block * 1000, seconds * 1000)
    : [
        {
          en: 'A lock of 0 s lasts for a day in a database: after a crash nobody gets it until then.',
          zh: '0 秒的锁在数据库里会维持一天：持有者崩溃后，一天之内谁也拿不到。',
        },
      ];
