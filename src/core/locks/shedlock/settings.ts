/**
 * The settings and texts of ShedLock over Redis and over a table, shared and separate, and the settings that its
 * library refuses. The locks are in `shedlock/` and `shedlockTable/`.
 */
import { choice, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { compareByField } from '../shared/fields';

export const shedlockTexts = {
  about: {
    en: 'For scheduled jobs: whichever scheduler gets the lock runs the job, and the others skip that run. It lasts for lockAtMostFor, and by default its unlock deletes whatever key is there.',
    zh: '用于定时任务：哪个调度器拿到锁，就由它执行这一次，其余的跳过。锁最多维持 lockAtMostFor；默认情况下，解锁时不管键是谁的都会删掉。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When the job extends by hand and is refused: an exception. KeepAliveLockProvider fails silently.',
      zh: '任务手动续期被拒时：抛出异常。KeepAliveLockProvider 谁也不告诉。',
    },
    usually: {
      en: 'The exception ends the job. Without an extension by hand it finishes its work, and by default its unlock deletes whatever key is there.',
      zh: '异常使任务结束。若不手动续期，它会一直做完，而解锁默认不管键是谁的都删掉。',
    },
  },
} as const;

export const shedlockTableTexts = {
  about: {
    en: 'For scheduled jobs: a row with the time until which it is locked. By default each scheduler writes and compares the times of its own clock.',
    zh: '用于定时任务：表中一行记着锁到什么时刻为止。默认由各调度器按自己的时钟写入并比较时间。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When the job extends by hand and its own row has expired or been taken over: an exception. KeepAliveLockProvider fails silently.',
      zh: '任务手动续期，而自己的那一行已过期或已被接管时：抛出异常。KeepAliveLockProvider 谁也不告诉。',
    },
    usually: {
      en: 'The exception ends the job. Without an extension by hand it finishes its work, and its unlock changes no row of another scheduler.',
      zh: '异常使任务结束。若不手动续期，它会一直做完；解锁时不会改动别的调度器的行。',
    },
  },
} as const;

const lockFor = {
  lockAtMostFor: milliseconds({
    label: { en: 'lockAtMostFor', zh: 'lockAtMostFor' },
    help: {
      en: 'After this time the lock is free, whatever happened to its scheduler. The documentation asks for much longer than the job ever takes. The library has no default.',
      zh: '过了这段时间锁就空出来，不管持有它的调度器怎样了。文档要求它远长于任务的执行时间。库没有默认值。',
    },
    min: 1,
    max: leaseMax,
    default: 3000,
    isLease: true,
  }),
  lockAtLeastFor: milliseconds({
    label: { en: 'lockAtLeastFor', zh: 'lockAtLeastFor' },
    help: {
      en: 'The lock stays for this long even when the job is done sooner: an early unlock only shortens its time. It is for short jobs and clocks that differ. Default: 0.',
      zh: '任务提前做完，锁也至少维持这么久：过早解锁只是缩短它的剩余时间。用于很短的任务和彼此不一致的时钟。默认 0。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
} as const;

const extension = {
  extension: choice({
    label: { en: 'Extends the lock', zh: '续期' },
    help: {
      en: 'By hand, the job calls LockExtender.extendActiveLock and gets an exception when it is refused. KeepAliveLockProvider extends at half of lockAtMostFor. Its first failure ends it, silently.',
      zh: '手动：任务调用 LockExtender.extendActiveLock，被拒时抛出异常。KeepAliveLockProvider 在 lockAtMostFor 的一半时续期；只要失败一次它就停止，谁也不告诉。',
    },
    options: [
      { id: 'none', label: { en: 'nobody', zh: '不续期' } },
      { id: 'by-hand', label: { en: 'the job, by hand', zh: '任务手动续期' } },
      { id: 'keep-alive', label: { en: 'KeepAliveLockProvider', zh: 'KeepAliveLockProvider' } },
    ],
    default: 'none',
  }),
  extendEvery: milliseconds({
    label: { en: 'By hand every', zh: '手动续期间隔' },
    help: {
      en: 'How often the job extends by hand, each time for a whole lockAtMostFor.',
      zh: '任务每隔多久手动续期一次，每次续满一个 lockAtMostFor。',
    },
    min: 1,
    max: leaseMax,
    default: 1000,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long the scheduler waits for an answer. After that the library throws. Jedis waits 2 s and Lettuce 60 s; most database drivers wait forever.',
      zh: '调度器等待应答多久，超过就抛出异常。Jedis 为 2 秒，Lettuce 为 60 秒，多数数据库驱动会一直等。',
    },
    min: 1,
    max: 60_000,
    default: 2000,
    isTimeout: true,
  }),
} as const;

const schedule = {
  whenRefused: choice({
    label: { en: 'When refused', zh: '被拒绝后' },
    help: {
      en: 'The library never waits: a run of the job that is refused is skipped. By default a scheduler here asks again after its think time, as for the next run of the job.',
      zh: '库从不等待：被拒绝的那次任务直接跳过。这里默认在思考时间之后再问，相当于任务的下一次执行。',
    },
    options: [
      { id: 'asks-again', label: { en: 'asks again', zh: '再问' } },
      { id: 'skips', label: { en: 'skips the run', zh: '跳过这次' } },
    ],
    default: 'asks-again',
  }),
} as const;

export const shedlockFields = {
  ...lockFor,
  safeUpdate: flag({
    label: { en: 'safeUpdate', zh: 'safeUpdate' },
    help: {
      en: 'Unlock and extension are scripts that compare the value. Off by default: then unlock is a bare DEL, and an extension is SET XX over anybody’s key. Since 6.7.0 (ShedLock issue 2583).',
      zh: '解锁与续期改用先比较值的脚本。默认关闭：解锁只是 DEL，续期则用 SET XX 覆盖任何人的键。自 6.7.0 起提供（ShedLock issue 2583）。',
    },
    default: false,
  }),
  compareBy: compareByField,
  ...extension,
  ...schedule,
} as const;

export const shedlockTableFields = {
  ...lockFor,
  usingDbTime: flag({
    label: { en: 'usingDbTime', zh: 'usingDbTime' },
    help: {
      en: 'All times are those of the database’s clock. Off by default: then each scheduler writes and compares the times of its own clock. The documentation strongly recommends it.',
      zh: '所有时间以数据库的时钟为准。默认关闭：各调度器按自己的时钟写入并比较。文档强烈建议打开。',
    },
    default: false,
  }),
  ...extension,
  ...schedule,
} as const;

export type ShedlockSettings = ValuesOf<typeof shedlockFields>;
export type ShedlockTableSettings = ValuesOf<typeof shedlockTableFields>;

const keepAliveMin = 30_000;

/** Warnings about settings that the library refuses with an exception. The playground runs them anyway. */
export function warnings(own: ShedlockSettings | ShedlockTableSettings): readonly Text[] {
  const { lockAtMostFor, lockAtLeastFor, extension } = own;
  const texts: Text[] = [];
  if (lockAtLeastFor > lockAtMostFor)
    texts.push({
      en: 'lockAtLeastFor is longer than lockAtMostFor: the library throws IllegalArgumentException. Here it runs anyway.',
      zh: 'lockAtLeastFor 比 lockAtMostFor 还长：库会抛出 IllegalArgumentException。这里照样运行。',
    });
  if (extension === 'keep-alive' && lockAtMostFor < keepAliveMin)
    texts.push({
      en: 'KeepAliveLockProvider throws for a lockAtMostFor below 30 s. Here it runs anyway, so that a run can be short.',
      zh: 'lockAtMostFor 小于 30 秒时 KeepAliveLockProvider 会抛出异常。这里照样运行，好让一次运行短一些。',
    });
  return texts;
}
