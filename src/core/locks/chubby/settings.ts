/** The settings and texts of the lock in Chubby. The lock is in `lock.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { type ProcessId, partsOf } from '../../model/scenario/processId';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { ensembleFields } from '../shared/ensembleFields';
import { nodeTimeoutField } from '../shared/fields';

export const chubbyTexts = {
  about: {
    en: 'A lock tied to a session. A sequencer tells the resource who holds the lock; lock-delay keeps the lock of a lost client closed for a while.',
    zh: '随会话存在的锁。sequencer 告诉资源是谁持有锁；客户端失联后，它的锁在 lock-delay 期间不交给别人。',
  },
  lossReport: {
    by: 'session',
    when: {
      en: 'When the session’s lease, and the grace period after it, are over by the client’s own clock and no KeepAlive was answered, or when the master says that the session is gone.',
      zh: '按客户端自己的时钟，会话租约和其后的宽限期都已过去而 KeepAlive 没有应答；或 master 说会话已不存在。',
    },
    usually: {
      en: 'Stops before its next step. Jeopardy, the time of the grace period, stops no client here; Chubby’s library tells the program and holds its calls back.',
      zh: '在下一步之前停下。宽限期内的 jeopardy 在这里不让谁停下；Chubby 的库会告诉程序，并拦下它的调用。',
    },
  },
} as const;

export const chubbyFields = {
  mode: choice({
    label: { en: 'Mode', zh: '模式' },
    help: {
      en: 'Exclusive: one writer. Shared: any number of readers at once.',
      zh: '独占：一个写者。共享：任意多个读者同时持有。',
    },
    options: [
      { id: 'exclusive', label: { en: 'exclusive', zh: '独占' } },
      { id: 'shared', label: { en: 'shared', zh: '共享' } },
    ],
    default: 'exclusive',
  }),
  readers: count({
    label: { en: 'Readers', zh: '读者数' },
    help: {
      en: 'How many clients, counted from client 1, only read. They take the lock in shared mode, and all others in the mode set above.',
      zh: '从客户端 1 数起，这么多客户端以共享模式取锁，只读不写。其余客户端按“模式”一项取锁。',
    },
    min: 0,
    max: 9,
    default: 0,
  }),
  readersWrite: flag({
    label: { en: 'Readers write too', zh: '读者也写' },
    help: {
      en: 'A mistake in the program: a client that holds the lock in shared mode writes anyway. Locks in Chubby are advisory and stop nobody; a storage that checks the mode in the sequencer rejects the write.',
      zh: '程序写错了：以共享模式持有锁的客户端照样写。Chubby 的锁是建议性的（advisory），拦不住谁；检查 sequencer 中模式的存储会拒绝这次写。',
    },
    default: false,
  }),
  ask: choice({
    label: { en: 'Asks by', zh: '请求方式' },
    help: {
      en: 'Acquire waits at the master until the lock is free; TryAcquire is answered at once.',
      zh: 'Acquire 在 master 处一直等到锁空闲；TryAcquire 立即得到应答。',
    },
    options: [
      { id: 'acquire', label: { en: 'Acquire', zh: 'Acquire' } },
      { id: 'try', label: { en: 'TryAcquire', zh: 'TryAcquire' } },
    ],
    default: 'acquire',
  }),
  acquireTimeout: milliseconds({
    label: { en: 'Waits for the lock', zh: '等锁多久' },
    help: {
      en: 'How long a client waits at the master before it withdraws its request and asks again. Chubby itself waits for as long as it takes.',
      zh: '客户端在 master 处等多久后撤回请求，再重新请求。Chubby 本身会一直等下去。',
    },
    min: 1,
    max: leaseMax,
    default: 5000,
  }),
  sessionTimeout: milliseconds({
    isOfService: true,
    label: { en: 'Session lease', zh: '会话租约' },
    help: {
      en: 'The master ends a session when it has answered no KeepAlive for this long, by its own clock. It holds each KeepAlive back and answers close to the end of the lease. The client counts a hundredth less, in case its clock is slower than the master’s; the paper does not say how much. The paper: 12 s.',
      zh: 'master 按自己的时钟，这么久没有应答过 KeepAlive 就结束会话。每个 KeepAlive 都压到租约快结束时才应答。客户端自己少算百分之一，以防它的时钟比 master 慢；少算多少，论文没有说。论文：12 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 12_000,
    isLease: true,
  }),
  lockDelay: milliseconds({
    isOfService: true,
    label: { en: 'Lock-delay', zh: 'lock-delay' },
    help: {
      en: 'How long the lock of a client that was lost stays closed to everybody, so that its requests in flight can drain. One of the articles says 1 minute, the Chubby paper currently at most one minute.',
      zh: '客户端失联后，它的锁多久不交给任何人，好让它在途的请求先到达。有一篇文章说默认 1 分钟，Chubby 论文说目前最多一分钟。',
    },
    min: 0,
    max: leaseMax,
    default: 60_000,
  }),
  grace: milliseconds({
    label: { en: 'Grace period', zh: '宽限期（grace period）' },
    help: {
      en: 'How long a client whose lease has expired keeps asking for a master before it gives up its session. Meanwhile the session is in jeopardy, and its work goes on. The Chubby paper: 45 s by default.',
      zh: '租约到期后，客户端再找 master 多久才放弃会话；这段时间里会话处于 jeopardy（危险）状态，工作照常进行。Chubby 论文默认 45 秒。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
  nodeTimeout: nodeTimeoutField,
  ...ensembleFields,
} as const;

export type ChubbySettings = ValuesOf<typeof chubbyFields>;

/** The mode in which a client takes the lock. */
export const modeOf = (me: ProcessId, { mode, readers }: ChubbySettings): ChubbySettings['mode'] =>
  partsOf(me).number <= readers ? 'shared' : mode;

export const warnings = ({ mode, readers }: ChubbySettings): readonly Text[] =>
  mode === 'shared' && readers > 0
    ? [
        {
          en: 'In shared mode all clients are readers: this number has no effect.',
          zh: '模式为共享时，所有客户端都是读者：读者数不起作用。',
        },
      ]
    : [];
