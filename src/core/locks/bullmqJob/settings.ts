/** The settings and texts of the lock of a job in BullMQ. The lock is in `lock.ts`. */
import { choice, count, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Settings } from '../../model/scenario/scenario';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';

export const bullmqJobTexts = {
  about: {
    en: 'The lock that a BullMQ worker has on its job: a timer of the worker renews it, and a job whose lock is gone is given to another worker at the second check for stalled jobs. The queue lets one job be active at a time. This is the queue in Redis; since BullMQ 6 (August 2026) it can be in PostgreSQL, too.',
    zh: 'BullMQ 的 worker 对手中任务持有的锁：由 worker 自己的定时器续期；锁没了的任务，在第二次 stalled 检查时交给别的 worker。队列同一时刻只允许一个任务在执行。这里的队列在 Redis 里；BullMQ 6（2026 年 8 月）起也可以放在 PostgreSQL 里。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When a renewal is refused: the worker emits lockRenewalFailed and an error, as soon as its event loop is free.',
      zh: '续期被拒时：事件循环一有空，worker 就发出 lockRenewalFailed 和 error 事件。',
    },
    usually: {
      en: 'Keeps working. A program that listens may call cancelJob, which aborts a signal; a processor that ignores the signal runs on. At the end the job cannot be completed: “Missing lock for job” or “Lock mismatch for job”.',
      zh: '继续工作。监听这个事件的程序可以调用 cancelJob，它只是触发一个 AbortSignal；不理会信号的处理函数照样跑下去。最后任务无法标为完成：“Missing lock for job” 或 “Lock mismatch for job”。',
    },
  },
} as const;

export const bullmqJobFields = {
  lockDuration: milliseconds({
    label: { en: 'lockDuration', zh: 'lockDuration' },
    help: {
      en: 'How long the lock lasts without a renewal. Every quarter of it the worker looks at its locks, and renews those that are older than a quarter. Default: 30 s.',
      zh: '不续期时锁能维持多久。worker 每过它的四分之一看一次自己的锁，续上那些已超过四分之一的。默认 30 秒。',
    },
    min: 4,
    max: leaseMax,
    default: 30_000,
    isLease: true,
  }),
  processor: choice({
    label: { en: 'The processor', zh: '处理函数' },
    help: {
      en: 'The renewal is a timer in the worker’s own event loop. While the processor computes without yielding, it does not fire, and this worker checks for no stalled jobs either. A sandboxed processor computes in a process of its own, and the loop stays free.',
      zh: '续期是 worker 自己事件循环里的定时器。处理函数一直计算、不让出事件循环时，它不会触发，这个 worker 也不检查 stalled 任务。沙箱处理函数（sandboxed processor）在另一个进程里计算，事件循环不受影响。',
    },
    options: [
      { id: 'yields', label: { en: 'yields, or is sandboxed', zh: '让出事件循环，或在沙箱里' } },
      { id: 'computes', label: { en: 'computes without yielding', zh: '一直计算，不让出' }, pitfall: true },
    ],
    default: 'yields',
  }),
  stalledInterval: milliseconds({
    label: { en: 'stalledInterval', zh: 'stalledInterval' },
    help: {
      en: 'How often each worker checks for stalled jobs; together they check once in this time. A check marks the active job. The next one gives it back if it has no lock. Default: 30 s.',
      zh: '每个 worker 隔多久检查一次 stalled 任务；所有 worker 合起来，这段时间里只查一次。一次检查先标记执行中的任务，下一次发现它没有锁才放回队列。默认 30 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 30_000,
  }),
  maxStalledCount: count({
    label: { en: 'maxStalledCount', zh: 'maxStalledCount' },
    help: {
      en: 'How often a job may be given back. After that, the worker that takes it fails it without running it: “job stalled more than allowable limit”. Default: 1.',
      zh: '一个任务最多放回几次。超过之后，拿到它的 worker 不再执行，直接标为失败：“job stalled more than allowable limit”。默认 1。',
    },
    min: 0,
    max: 10,
    default: 1,
  }),
  drainDelay: milliseconds({
    label: { en: 'drainDelay', zh: 'drainDelay' },
    help: {
      en: 'How long a worker that found no job waits to be woken before it looks again. Default: 5 s.',
      zh: '没拿到任务的 worker 等待被唤醒多久，之后再看一次。默认 5 秒。',
    },
    min: 1,
    max: 60_000,
    default: 5000,
  }),
} as const;

export type BullmqJobSettings = ValuesOf<typeof bullmqJobFields>;

export const warnings = ({ processor, lockDuration }: BullmqJobSettings, { work }: Settings): readonly Text[] =>
  processor === 'yields' || work < lockDuration
    ? []
    : [
        {
          en: 'The processor computes for longer than lockDuration, and nobody renews its lock meanwhile.',
          zh: '处理函数计算的时间超过 lockDuration，其间没有谁给锁续期。',
        },
      ];
