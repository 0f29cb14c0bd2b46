/** The settings and texts of the lock in Consul. The lock is in `lock.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import type { Ms } from '../../model/values/time';
import { leaseMax } from '../../model/values/time';
import { ensembleFields } from '../shared/ensembleFields';

export const consulTexts = {
  about: {
    en: 'A key held by a session, as in the Go client’s Lock: a long read waits until the key is free, one helper renews the session, another watches the key. The lock-delay keeps the key of a lost session closed for a while.',
    zh: '由会话持有的键，按 Go 客户端的 Lock：长轮询等到键空闲，一个协程给会话续期，另一个盯着键。会话没了之后，lock-delay 让它的键再关闭一段时间。',
  },
  lossReport: {
    by: 'session',
    when: {
      en: 'When the helper that watches the key finds another holder or no holder, or gets an error, which need not mean that the lock is lost. The helper that renews the session fails silently.',
      zh: '盯着键的协程发现持有者换了或没了，或者读键出错时；出错未必表示锁真的丢了。续期的协程失败时谁也不告诉。',
    },
    usually: {
      en: 'Stops before its next step. The Go client closes the channel that Lock returned, and the program has to watch it and call Unlock.',
      zh: '在下一步之前停下。Go 客户端会关闭 Lock 返回的通道，程序要自己检查，并调用 Unlock。',
    },
  },
} as const;

const sessionFields = {
  ttl: milliseconds({
    label: { en: 'Session TTL', zh: '会话 TTL' },
    help: {
      en: 'The client renews its session after half of it. The leader ends a session two TTLs after its last renewal; a new leader restarts all timers. The Go client: 15 s. Consul takes 10 s to 24 h, or less if session_ttl_min says so.',
      zh: '客户端每过一半就续期。leader 在最后一次续期之后两个 TTL 才结束会话；换了 leader，所有计时从头开始。Go 客户端默认 15 秒。Consul 接受 10 秒到 24 小时，session_ttl_min 可以放低下限。',
    },
    min: 10,
    max: leaseMax,
    default: 15_000,
    isLease: true,
  }),
  renewal: choice({
    label: { en: 'Renewal', zh: '续期' },
    help: {
      en: 'The Go client renews a session that Lock has created. If the program passes in a session, or creates one itself over HTTP, it has to renew that session itself. Without a TTL a session stays when its client dies, unless a health check ends it.',
      zh: 'Lock 自己创建的会话，Go 客户端会续期；程序传入的，或自己经 HTTP 创建的，要程序自己续。不带 TTL 的会话，客户端死了也还在，除非健康检查结束它。',
    },
    options: [
      { id: 'kept', label: { en: 'after half of the TTL', zh: '每过半个 TTL' } },
      { id: 'never', label: { en: 'nobody renews the session', zh: '没有谁续期' }, pitfall: true },
      { id: 'none', label: { en: 'the session has no TTL', zh: '会话没有 TTL' }, pitfall: true },
    ],
    default: 'kept',
  }),
  lockDelay: milliseconds({
    label: { en: 'Lock-delay', zh: 'lock-delay' },
    help: {
      en: 'How long a key stays closed to everybody after its session has ended or was destroyed, by the leader’s monotonic clock, so no jump of its wall clock opens it. An orderly release leaves it open. 15 s by default; the Go client cannot ask for 0, since its 0 means 15 s.',
      zh: '会话结束或被销毁后，它的键按 leader 的单调时钟再对所有人关闭多久（挂钟跳变不会提前打开）；正常释放则不关闭。默认 15 秒；Go 客户端要不到 0，它的 0 就是 15 秒。',
    },
    min: 0,
    max: 60_000,
    default: 15_000,
  }),
  behavior: choice({
    label: { en: 'When its session ends, the key', zh: '会话结束时，键' },
    help: {
      en: 'Release takes the session out of the key and keeps the LockIndex. Delete deletes the key, and the LockIndex of the next one begins at 1 again.',
      zh: 'release 只从键里去掉会话，LockIndex 保留。delete 删除整个键，下一个键的 LockIndex 又从 1 开始。',
    },
    options: [
      { id: 'release', label: { en: 'is released', zh: '被释放' } },
      { id: 'delete', label: { en: 'is deleted', zh: '被删除' } },
    ],
    default: 'release',
  }),
  token: choice({
    label: { en: 'Sequencer', zh: 'sequencer' },
    help: {
      en: 'What the client reads from its key once it has the lock, and shows to the storage. The LockIndex counts the acquisitions of this key, the ModifyIndex all changes of the cluster.',
      zh: '拿到锁后，客户端从键里读出、再出示给存储的数。LockIndex 数这个键被获取的次数，ModifyIndex 数整个集群的变更。',
    },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'lock-index', label: { en: 'LockIndex', zh: 'LockIndex' } },
      { id: 'modify-index', label: { en: 'ModifyIndex', zh: 'ModifyIndex' } },
    ],
    default: 'lock-index',
  }),
} as const;

const waitFields = {
  waitTime: milliseconds({
    label: { en: 'LockWaitTime', zh: 'LockWaitTime' },
    help: {
      en: 'How long a long read waits for a change before it is answered and sent again. The Go client: 15 s.',
      zh: '长轮询等变化等多久就先答复、再重新发出。Go 客户端默认 15 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 15_000,
  }),
  tryOnce: flag({
    label: { en: 'LockTryOnce', zh: 'LockTryOnce' },
    help: {
      en: 'The client gives up after LockWaitTime in all, and destroys its session. Otherwise it waits for as long as it takes.',
      zh: '总共等 LockWaitTime，等不到就放弃并销毁会话。否则一直等下去。',
    },
    default: false,
  }),
  retryDelay: milliseconds({
    label: { en: 'Pause under lock-delay', zh: 'lock-delay 期间的间隔' },
    help: {
      en: 'A free key that cannot be taken is under lock-delay, and nothing tells when that ends: the client asks again after this time. Fixed in the Go client: 5 s.',
      zh: '键空着却拿不到，说明在 lock-delay 里，而没有谁会通知它何时结束：客户端过这么久再问。Go 客户端写死 5 秒。',
    },
    min: 1,
    max: 60_000,
    default: 5000,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long the client waits for an answer; for a long read, on top of its wait. 0: as long as the connection lives, as in the Go client. The request may have been carried out anyway.',
      zh: '客户端等答复等多久；长轮询另加它自己的等待。0：连接在就一直等，Go 客户端就是这样。即使超时，请求也可能已经执行。',
    },
    min: 0,
    max: 60_000,
    default: 0,
    isTimeout: true,
  }),
  afterError: choice({
    label: { en: 'After an error of Lock', zh: 'Lock 出错之后' },
    help: {
      en: 'An acquire whose answer was lost may have been carried out. The Go client destroys its session, and a session that holds the key leaves it under lock-delay.',
      zh: 'acquire 的答复丢了，请求也可能已执行。Go 客户端直接销毁会话；若会话已持有键，键就落进 lock-delay。',
    },
    options: [
      { id: 'destroys', label: { en: 'the session is destroyed', zh: '销毁会话' }, pitfall: true },
      { id: 'reads', label: { en: 'it reads the key, releases it, then destroys', zh: '先读键并释放，再销毁' } },
    ],
    default: 'destroys',
  }),
} as const;

const lossFields = {
  monitorRetries: count({
    label: { en: 'MonitorRetries', zh: 'MonitorRetries' },
    help: {
      en: 'How many errors in a row the helper that watches the key tolerates before it tells the client that the lock is lost. The Go client: 0, so one error is enough.',
      zh: '盯着键的协程能连续承受几次错误，之后才告诉客户端锁丢了。Go 客户端默认 0，一次错误就够。',
    },
    min: 0,
    max: 100,
    default: 0,
  }),
  monitorRetryTime: milliseconds({
    label: { en: 'MonitorRetryTime', zh: 'MonitorRetryTime' },
    help: {
      en: 'How long it waits after such an error. The Go client: 2 s.',
      zh: '遇到这样的错误后等多久再看。Go 客户端默认 2 秒。',
    },
    min: 1,
    max: 60_000,
    default: 2000,
  }),
  stopsAfterTtl: flag({
    label: { en: 'Counts as lost a TTL after the last renewal', zh: '最后一次续期后过一个 TTL 就当作丢失' },
    help: {
      en: 'The client’s own timer tells it when no renewal has succeeded for a TTL; the leader lets the session live for two. The Go client has no such timer: its renewals fail silently.',
      zh: '客户端自设的定时器：一个 TTL 内没有续期成功就告诉它；leader 要过两个 TTL 才结束会话。Go 客户端没有这个定时器，续期失败没有声响。',
    },
    default: false,
  }),
  whenTold: choice({
    label: { en: 'When it learns of a loss', zh: '得知锁丢失后' },
    help: {
      en: 'The notice may be wrong. A program that does not call Unlock then keeps its session renewed, and its own Lock says “Lock already held”.',
      zh: '这个通知可能是错的。程序若不调用 Unlock，会话会一直续期，它自己再 Lock 也只得到“Lock already held”。',
    },
    options: [
      { id: 'unlocks', label: { en: 'it calls Unlock', zh: '调用 Unlock' } },
      { id: 'keeps', label: { en: 'it does not call Unlock', zh: '不调用 Unlock' }, pitfall: true },
    ],
    default: 'unlocks',
  }),
} as const;

export const consulFields = { ...sessionFields, ...waitFields, ...lossFields, ...ensembleFields } as const;

export type ConsulSettings = ValuesOf<typeof consulFields>;

/** The leader ends a session two TTLs after its last renewal. */
export const sessionLasts = ({ ttl }: ConsulSettings): Ms => 2 * ttl;

/** The shortest TTL that Consul accepts. */
const ttlMin: Ms = 10_000;

export const leaseLimits = (): { readonly min: Ms; readonly max: Ms } => ({ min: ttlMin, max: 86_400_000 });

export const warnings = ({ ttl, renewal }: ConsulSettings): readonly Text[] =>
  ttl >= ttlMin || renewal === 'none'
    ? []
    : [
        {
          en: 'Consul as it comes refuses a session TTL below 10 s. session_ttl_min in its configuration allows it.',
          zh: 'Consul 默认拒绝短于 10 秒的会话 TTL；在配置里设 session_ttl_min 才允许。',
        },
      ];
