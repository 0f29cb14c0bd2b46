/** The settings and texts of the lock in an object store. The lock is in `lock.ts`. */
import { choice, count, flag, milliseconds, seconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';

export const objectStoreTexts = {
  about: {
    en: 'One object with the owner and the time until which the lock is valid, changed only by conditional writes, as Apache Hudi does it. The writer’s wall clock sets that time, and the reader’s wall clock compares it: pauses break it, and so do clocks that differ by more than the tolerance.',
    zh: '一个对象，写着持有者和锁到什么时刻为止，只用条件写入来改，Apache Hudi 就这样。这个时刻按写入者的时钟写下，却按读取者的时钟比较：停顿会打破它，时钟相差超过容差也会。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'Only if the program counts the validity itself. A heartbeat that is refused ends with a line in the log, and the work is not notified.',
      zh: '只有程序自己计时才知道。续期被拒时，心跳在日志里留下一行就结束了，谁也不通知干活的线程。',
    },
    usually: {
      en: 'Nothing, and the program hears nothing at the unlock: Hudi’s write is rejected there, it writes a line into the log, and unlock returns as usual.',
      zh: '什么也不做，解锁时也听不到：Hudi 的写入在那里被拒，只写一行日志，unlock 照常返回。',
    },
  },
} as const;

export const objectStoreFields = {
  validity: seconds({
    label: { en: 'Validity', zh: '有效时间' },
    help: {
      en: 'The object says that the lock is valid until now plus this, by its writer’s wall clock. Hudi’s default: 300 s (validity.timeout.secs).',
      zh: '对象里写着锁到“现在加这么久”为止，按写入者的时钟。Hudi 默认 300 秒（validity.timeout.secs）。',
    },
    min: 1,
    max: leaseMax / 1000,
    default: 300,
    isLease: true,
  }),
  heartbeat: seconds({
    label: { en: 'Heartbeat', zh: '心跳间隔' },
    help: {
      en: 'Hudi renews this often, also when the validity is over. Its default: 30 s. The bare recipe does not renew.',
      zh: 'Hudi 每隔这么久续期一次，有效时间已过也照样续。默认 30 秒。简单写法不续期。',
    },
    min: 1,
    max: leaseMax / 1000,
    default: 30,
  }),
  tolerance: milliseconds({
    label: { en: 'Tolerance', zh: '容差' },
    help: {
      en: 'A reader takes over only when its own wall clock is past the validity by more than this. Fixed at 500 ms in Hudi; scripts often have none.',
      zh: '读取者自己的时钟超过有效时间这么多以后才接管。Hudi 固定为 500 毫秒，自己写的脚本常常没有。',
    },
    min: 0,
    max: leaseMax,
    default: 500,
  }),
  recipe: choice({
    label: { en: 'Recipe', zh: '写法' },
    help: {
      en: 'Hudi renews, and writes “expired” into the object at the end. Bare, as people write it in a few lines: create, delete at the end, replace when the time in it is over. It counts in whole seconds.',
      zh: 'Hudi 会续期，结束时在对象里写上“已过期”。简单写法（几行代码）：创建，用完删除，里面的时刻过了就覆盖；时间取整秒。',
    },
    options: [
      { id: 'hudi', label: { en: 'Apache Hudi', zh: 'Apache Hudi' } },
      { id: 'bare', label: { en: 'bare', zh: '简单写法' }, pitfall: true },
    ],
    default: 'hudi',
  }),
  deletes: choice({
    label: { en: 'Deletes', zh: '删除' },
    help: {
      en: 'Of the bare recipe: most delete whatever object is there. S3 has had a condition for it since 2025.',
      zh: '简单写法：多数不管对象是谁的都删掉。S3 从 2025 年起才能按条件删除。',
    },
    options: [
      { id: 'any', label: { en: 'whatever is there', zh: '不管是谁的' }, pitfall: true },
      { id: 'own', label: { en: 'on its condition', zh: '按条件' } },
    ],
    default: 'any',
  }),
  condition: choice({
    label: { en: 'Condition', zh: '条件' },
    help: {
      en: 'What a write compares. S3 has the ETag, a checksum of the bytes: the same bytes have the same ETag again. GCS has a generation, which never comes twice.',
      zh: '写入时比较什么。S3 用 ETag，即内容的校验和：内容相同，ETag 就相同。GCS 用 generation，从不重复。',
    },
    options: [
      { id: 'etag', label: { en: 'ETag', zh: 'ETag' } },
      { id: 'generation', label: { en: 'generation', zh: 'generation' } },
    ],
    default: 'etag',
  }),
  nonce: flag({
    label: { en: 'Nonce in the content', zh: '内容带随机数' },
    help: {
      en: 'Each write has a random number in it, so no two contents have the same ETag. Hudi has none: its times in milliseconds make equal bytes unlikely.',
      zh: '每次写入都带一个随机数，ETag 就不会重复。Hudi 没有：它的时刻精确到毫秒，内容很难相同。',
    },
    default: false,
  }),
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long a client waits after a refusal before it reads the object again. Hudi: 1 s.',
      zh: '没拿到锁，隔多久再读一次对象。Hudi 为 1 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 1000,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long a request waits for an answer. It may have been carried out anyway. Then its connection is dropped. Usual of the AWS SDK for Java: 30 s.',
      zh: '请求等应答多久。即使超时，请求也可能已经执行。超时后连接会断开。AWS SDK for Java 通常为 30 秒。',
    },
    min: 1,
    max: 60_000,
    default: 30_000,
    isTimeout: true,
  }),
  resends: count({
    label: { en: 'Sent again', zh: '重发次数' },
    help: {
      en: 'How often the SDK sends a request again that got no answer. If still none comes to Hudi’s creating write, its attempt ends with an exception. A conditional write that was carried out is then refused by itself. Within Hudi’s 60 s, a fifth of the validity, S3’s client can do it once.',
      zh: '没有应答时 SDK 重发几次。Hudi 创建文件的写入若始终没有应答，这次加锁就以异常结束。已经执行的条件写入，重发时会被自己拒绝。Hudi 给 S3 客户端的总时限是有效时间的五分之一，即 60 秒，够重发一次。',
    },
    min: 0,
    max: 10,
    default: 1,
  }),
} as const;

export type ObjectStoreSettings = ValuesOf<typeof objectStoreFields>;

/** Hudi refuses both. */
export const warnings = ({ recipe, validity, heartbeat }: ObjectStoreSettings): readonly Text[] => {
  if (recipe !== 'hudi') return [];
  return [
    ...(validity >= 10 * heartbeat
      ? []
      : [
          {
            en: 'Hudi refuses a validity that is shorter than ten heartbeats.',
            zh: 'Hudi 拒绝短于十次心跳的有效时间。',
          },
        ]),
    ...(validity >= 10
      ? []
      : [{ en: 'Hudi refuses a validity of less than 10 s.', zh: 'Hudi 拒绝短于 10 秒的有效时间。' }]),
  ];
};
