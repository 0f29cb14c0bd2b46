/** The settings and texts of Redisson's locks, and their lease. The algorithm is in `lock.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Ms } from '../../model/values/time';
import { leaseMax } from '../../model/values/time';

export const redissonTexts = {
  about: {
    en: 'Re-entrant, on one node. Waiters learn how long the lock will last, and are woken by a message; a watchdog renews the lease while the holder’s process lives, and stops with it.',
    zh: '单节点上的可重入锁。等待者会得知锁的剩余时间，并由消息唤醒；只要持有者的进程还活着，看门狗就不断续期，进程停它也停。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the lease has expired by the client’s monotonic clock. Each renewal by the watchdog postpones the end.',
      zh: '按客户端的单调时钟，租约到期时。看门狗每次续期都会推迟它。',
    },
    usually: {
      en: 'Keeps working. When the watchdog finds the lock gone, it stops silently. unlock() throws at the end.',
      zh: '继续工作。看门狗发现锁没了就停下，谁也不告诉。最后 unlock() 抛出异常。',
    },
  },
} as const;

/** How Redisson sends a command, and how it computes a lease: the same for one lock and for several. */
export const sharedRedissonFields = {
  leaseTime: milliseconds({
    label: { en: 'Lease time', zh: '租约时间（leaseTime）' },
    help: {
      en: '0: none given, and a watchdog renews the lock. With a lease time there is no watchdog, and the lock expires after that time.',
      zh: '0 表示不指定，由看门狗续期。指定了租约时间就没有看门狗，到时锁就结束。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
    isLease: true,
  }),
  watchdogTimeout: milliseconds({
    label: { en: 'Watchdog’s lease', zh: '看门狗租约（lockWatchdogTimeout）' },
    help: {
      en: 'How long the lock lasts without a renewal; it is renewed every third of that. lockWatchdogTimeout of Redisson: 30 s, so every 10 s.',
      zh: '不续期时锁能维持多久；每过三分之一续期一次。Redisson 的 lockWatchdogTimeout 为 30 秒，即每 10 秒续一次。',
    },
    min: 3,
    max: leaseMax,
    default: 30_000,
    isLease: true,
  }),
  watchdogWatches: choice({
    label: { en: 'The watchdog watches', zh: '看门狗看的是' },
    help: {
      en: 'The article says that it checks whether the thread lives. It checks nothing: it goes on as long as its process runs (redisson issue 6198).',
      zh: '文章说它检查线程是否还活着。其实它什么也不检查：只要进程在跑，它就续期（redisson issue 6198）。',
    },
    options: [
      { id: 'process', label: { en: 'the process', zh: '进程' } },
      { id: 'thread', label: { en: 'the thread', zh: '线程' } },
    ],
    default: 'process',
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Command timeout', zh: '命令超时（timeout）' },
    help: { en: 'timeout of Redisson: 3 s.', zh: 'Redisson 的 timeout：3 秒。' },
    min: 1,
    max: 60_000,
    default: 3000,
    isTimeout: true,
  }),
  retries: count({
    label: { en: 'Resends', zh: '重发次数（retryAttempts）' },
    help: {
      en: 'How many times a command without a reply is sent again. retryAttempts of Redisson: 4. Before 3.48: 3.',
      zh: '没有应答的命令重发几次。Redisson 的 retryAttempts：4。3.48 之前为 3。',
    },
    min: 0,
    max: 10,
    default: 4,
  }),
  retryDelay: milliseconds({
    label: { en: 'Resend delay', zh: '重发前等待' },
    help: {
      en: 'retryDelay of Redisson: 1 to 2 s, and 0.5 to 1 s before the first resend. Before 3.48: 1.5 s each time.',
      zh: 'Redisson 的 retryDelay：1 到 2 秒，第一次重发前为 0.5 到 1 秒。3.48 之前每次都是 1.5 秒。',
    },
    min: 0,
    max: 60_000,
    default: 1500,
  }),
  retryJitter: milliseconds({
    label: { en: 'Random variation', zh: '随机增减' },
    help: { en: 'The resend delay is longer or shorter by up to this.', zh: '上面的等待时间随机增减，最多这么多。' },
    min: 0,
    max: 60_000,
    default: 500,
  }),
  firstSooner: flag({
    label: { en: 'First resend sooner', zh: '第一次重发更早' },
    help: {
      en: 'The first resend waits for half the delay. Since Redisson 3.48 the delay doubles once, up to its maximum of 2 s.',
      zh: '第一次重发只等一半的时间。自 Redisson 3.48 起，等待时间翻一倍后到达上限 2 秒。',
    },
    default: false,
  }),
  lockResent: flag({
    label: { en: 'Resends the lock script', zh: '重发加锁脚本' },
    help: {
      en: 'When its answer is lost. The second one then counts as a re-entry, and one unlock is not enough. Since Redisson 3.37 it is not resent, and lock() throws.',
      zh: '在应答丢失时。第二次执行就算作重入，解锁一次不够。自 Redisson 3.37 起不再重发，lock() 抛出异常。',
    },
    default: true,
  }),
  unlockResent: flag({
    label: { en: 'Resends the unlock script', zh: '重发解锁脚本' },
    help: {
      en: 'When its answer is lost. The second one finds nothing, and unlock() throws although the lock is free. Since Redisson 3.37 it is not resent.',
      zh: '在应答丢失时。第二次什么也找不到，锁其实已经释放，unlock() 却抛出异常。自 Redisson 3.37 起不再重发。',
    },
    default: true,
  }),
  unlockLatch: flag({
    label: { en: 'Unlock latch', zh: '解锁 latch' },
    help: {
      en: 'The unlock script leaves its answer in a key of its own, so that a resent unlock gets the same answer. Since Redisson 3.24 (issue 4871).',
      zh: '解锁脚本把应答留在另一个键里，同一次解锁重发时得到同样的应答。自 Redisson 3.24 起（issue 4871）。',
    },
    default: false,
  }),
  watchdogOnError: choice({
    label: { en: 'A renewal that fails', zh: '一次续期失败' },
    help: {
      en: 'A renewal that gets no answer in any of its attempts. Up to Redisson 3.43 this ended the watchdog, and so the lock when its lease expired (issue 2515). Since 3.44 it tries again a third of the lease later.',
      zh: '续期在所有重试之后仍没有应答。Redisson 3.43 及之前，看门狗就此结束，锁随租约到期（issue 2515）。自 3.44 起，过三分之一租约再试。',
    },
    options: [
      { id: 'goes-on', label: { en: 'and the watchdog goes on', zh: '看门狗继续' } },
      { id: 'ends', label: { en: 'ends the watchdog', zh: '看门狗结束' } },
    ],
    default: 'goes-on',
  }),
  checkLockSyncedSlaves: choice({
    label: { en: 'Checks its replicas', zh: '检查副本（checkLockSyncedSlaves）' },
    help: {
      en: 'If the node has replicas, Redisson waits after the lock script until all of them have the lock (WAIT). One of them is enough; if none has it in time, it unlocks and tries again as often as it resends, and then lock() throws. With no replica connected, it checks nothing. Done since Redisson 3.16.7, and since 3.17.0 a setting that is on by default. Since 3.27 it remembers how many are connected until WAIT answers another number, and a remembered 0 stays. Not simulated: unlock() and renewals wait, too.',
      zh: '节点有副本时，Redisson 在加锁脚本之后等所有副本收到这把锁（WAIT）。有一个收到就算数；到时一个都没有，就解锁重试，次数与重发相同，之后 lock() 抛出异常。没有副本连着，就什么也不检查。Redisson 3.16.7 起会检查，3.17.0 起才有这个设置，默认开启。自 3.27 起它记住有几个副本连着，直到 WAIT 返回别的数；记住的若是 0，就不再变。未模拟：unlock() 和续期也会等。',
    },
    options: [
      { id: 'off', label: { en: 'no', zh: '不检查' } },
      { id: 'counted', label: { en: 'asks for their number each time', zh: '每次都问有几个' } },
      { id: 'remembered', label: { en: 'remembers their number', zh: '记住有几个' } },
    ],
    default: 'off',
  }),
  slavesSyncTimeout: milliseconds({
    label: { en: 'Waits for replicas at most', zh: '等副本最长（slavesSyncTimeout）' },
    help: { en: 'slavesSyncTimeout of Redisson: 1 s.', zh: 'Redisson 的 slavesSyncTimeout：1 秒。' },
    min: 1,
    max: 60_000,
    default: 1000,
  }),
} as const;

export const redissonFields = {
  ...sharedRedissonFields,
  waits: choice({
    label: { en: 'If the lock is taken', zh: '锁被占用时' },
    help: {
      en: 'lock() waits forever, tryLock with a wait time for that long, tryLock() not at all. A waiting client is subscribed to the message that the lock is free.',
      zh: 'lock() 一直等，tryLock(waitTime) 等这么久，tryLock() 不等。等待者订阅了“锁已释放”的消息。',
    },
    options: [
      { id: 'for-ever', label: { en: 'waits: lock()', zh: '一直等：lock()' } },
      { id: 'wait-time', label: { en: 'waits for a time: tryLock(…)', zh: '等一段时间：tryLock(…)' } },
      { id: 'not', label: { en: 'gives up: tryLock()', zh: '放弃：tryLock()' } },
    ],
    default: 'for-ever',
  }),
  waitTime: milliseconds({
    label: { en: 'Wait time', zh: '等待时间（waitTime）' },
    help: { en: 'How long tryLock with a wait time waits.', zh: 'tryLock(waitTime) 等多久。' },
    min: 1,
    max: leaseMax,
    default: 5000,
  }),
  entries: count({
    label: { en: 'How many times it locks', zh: '重入次数' },
    help: {
      en: 'The thread that has the lock may lock it again, and has to unlock it as many times.',
      zh: '已持有锁的线程可以再次加锁，也必须解锁同样多次。',
    },
    min: 1,
    max: 5,
    default: 1,
  }),
  unlocksOnceMore: flag({
    label: { en: 'Unlocks one time too many', zh: '多解锁一次' },
    help: {
      en: 'The thread no longer holds the lock, and Redisson throws IllegalMonitorStateException.',
      zh: '线程已不再持有锁，Redisson 抛出 IllegalMonitorStateException。',
    },
    default: false,
  }),
  fenced: flag({
    label: { en: 'With a fencing token', zh: '带 fencing token' },
    help: {
      en: 'RFencedLock: the lock script counts a token as well, each time the thread gets the lock. No other Redis lock library here has one.',
      zh: 'RFencedLock：加锁脚本同时递增一个 token，每次进入都加一。这里模拟的 Redis 锁库里，只有它带 token。',
    },
    default: false,
  }),
} as const;

export type RedissonSettings = ValuesOf<typeof redissonFields>;

/** How long one acquire or one renewal keeps the lock. */
export const leaseOf = ({
  leaseTime,
  watchdogTimeout,
}: {
  readonly leaseTime: Ms;
  readonly watchdogTimeout: Ms;
}): Ms => (leaseTime === 0 ? watchdogTimeout : leaseTime);
