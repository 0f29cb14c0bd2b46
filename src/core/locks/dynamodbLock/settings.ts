/** The settings and texts of the DynamoDB Lock Client. The lock is in `lock.ts`. */
import { count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';

export const dynamodbLockTexts = {
  about: {
    en: 'An item in a table, changed only under a condition. Heartbeats give it a new version, and a waiter takes it over when its own stopwatch has seen one version for a whole lease. No time is in the item, so only the rate of the clocks counts. Nothing tells the worker that its lock is gone.',
    zh: '表里的一项，只能按条件修改。心跳不断换上新版本；等待者用自己的秒表计时，整整一个租约都是同一个版本就接管。项里没有时间，所以只看时钟快慢。锁没了，谁也不会告诉工作线程。',
  },
  lossReport: {
    by: 'nobody',
    when: {
      en: 'The heartbeat’s thread is refused, or finds its lease over. It logs this at debug level and stops. The worker knows only if it asks isExpired itself.',
      zh: '心跳线程被拒，或发现租约已过，记一行 debug 日志就停。工作线程只有自己去问 isExpired 才知道。',
    },
    usually: {
      en: 'Goes on working. Its release finds another version and returns false.',
      zh: '继续工作。释放时发现版本变了，返回 false。',
    },
  },
} as const;

export const dynamodbLockFields = {
  leaseDuration: milliseconds({
    label: { en: 'leaseDuration', zh: 'leaseDuration' },
    help: {
      en: 'A waiter takes over when it has seen one version for this long, by its own stopwatch. The holder writes it into the item. The library’s README: 10 s; its default: 20 s.',
      zh: '等待者按自己的秒表，这么久都看到同一个版本就接管。持有者把它写进项里。库的 README 用 10 秒，默认 20 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 10_000,
    isLease: true,
  }),
  heartbeatPeriod: milliseconds({
    label: { en: 'heartbeatPeriod', zh: 'heartbeatPeriod' },
    help: {
      en: 'How often one thread of the process renews every lock that the process holds. The library’s README: 3 s; its default: 5 s.',
      zh: '进程里的一个线程隔多久续一次进程持有的所有锁。库的 README 用 3 秒，默认 5 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 3000,
  }),
  refreshPeriod: milliseconds({
    label: { en: 'refreshPeriod', zh: 'refreshPeriod' },
    help: {
      en: 'How long a waiter sleeps before it reads the item again. The default of the library: 1 s.',
      zh: '等待者隔多久再读一次这一项。库的默认值是 1 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 1000,
  }),
  additionalTime: milliseconds({
    label: { en: 'additionalTimeToWaitForLock', zh: 'additionalTimeToWaitForLock' },
    help: {
      en: 'A waiter gives up after this time, and after one lease more if it found an item. Its next acquire starts the stopwatch anew. The default of the library: 1 s.',
      zh: '等待者等到这么久就放弃；若读到了项，再加上一个租约。下一次加锁时秒表从头开始。库的默认值是 1 秒。',
    },
    min: 0,
    max: 600_000,
    default: 1000,
  }),
  holdLockOnServiceUnavailable: flag({
    label: { en: 'holdLockOnServiceUnavailable', zh: 'holdLockOnServiceUnavailable' },
    help: {
      en: 'On: a heartbeat that is answered with 503 begins the holder’s lease anew in its own memory, though nothing was written. The library warns that two clients may hold the lock. Off is the default.',
      zh: '开：心跳得到 503 时，持有者只在自己的内存里重新开始租约，其实什么也没写进表里。库自己提醒：可能有两个客户端同时持锁。默认关。',
    },
    default: false,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long one request waits for an answer. The write may have been carried out anyway. The HTTP clients of the AWS SDK for Java: 30 s.',
      zh: '一个请求等应答多久。即使超时，写入也可能已经执行。AWS SDK for Java 的 HTTP 客户端为 30 秒。',
    },
    min: 1,
    max: 60_000,
    default: 30_000,
    isTimeout: true,
  }),
  retries: count({
    label: { en: 'Retries of the SDK', zh: 'SDK 重发次数' },
    help: {
      en: 'How often the SDK sends a request again when no answer came. A conditional write that was carried out unheard is refused when it is sent again, by its own first copy. The SDK for Java: 8 in its legacy mode; 3 with the defaults that AWS announced for November 2026 (AWS_NEW_RETRIES_2026).',
      zh: '没有应答时 SDK 重发几次。条件写入若其实已经执行，重发的那一次会被自己的第一次挡住。Java 的 SDK 在 legacy 模式下为 8 次；AWS 宣布 2026 年 11 月起的默认值（AWS_NEW_RETRIES_2026）为 3 次。',
    },
    min: 0,
    max: 20,
    default: 8,
  }),
} as const;

export type DynamodbLockSettings = ValuesOf<typeof dynamodbLockFields>;

/** The library’s constructor throws. */
export const warnings = ({ leaseDuration, heartbeatPeriod }: DynamodbLockSettings): readonly Text[] =>
  leaseDuration >= 2 * heartbeatPeriod
    ? []
    : [
        {
          en: 'The library refuses a heartbeatPeriod of more than half the leaseDuration: the lock might expire between two heartbeats.',
          zh: '库拒绝超过 leaseDuration 一半的 heartbeatPeriod：锁可能在两次心跳之间过期。',
        },
      ];
