/** The settings and texts of python-redis-lock, and the settings that its library refuses. The lock is in `lock.ts`. */
import { choice, flag, milliseconds, seconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';

export const pythonRedisLockTexts = {
  about: {
    en: 'SET with NX and a list that the others wait on (BLPOP): each release wakes one of them. By default the lock never expires, and nobody is woken after a crash.',
    zh: '用 SET NX 加锁，其余客户端在一个列表上等待（BLPOP）：每次释放只唤醒一个。默认永不过期；持有者崩溃后没有人被唤醒。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When expire has passed by the client’s monotonic clock. A renewal postpones the end. Without expire, never.',
      zh: '按客户端的单调时钟，expire 到期时。续期会推迟它。没有 expire 则永远不会。',
    },
    usually: {
      en: 'Keeps working. The error of a failed renewal ends the renewing thread, and the program does not see it. release() raises NotAcquired.',
      zh: '继续工作。续期失败的异常只结束续期线程，程序看不到。release() 抛出 NotAcquired。',
    },
  },
} as const;

export const pythonRedisLockFields = {
  expire: seconds({
    label: { en: 'expire', zh: 'expire' },
    help: {
      en: 'In seconds. 0: None, the default of the library. Then the lock of a holder that crashes stays forever. A waiter without timeout blocks in BLPOP for as long as expire: on redis-py 8, whose socket_timeout is 5 s, 5 s or more end in TimeoutError without another attempt to lock.',
      zh: '以秒计。0 即 None，库的默认值：持有者崩溃后，锁永远留着。没有设 timeout 的等待者在 BLPOP 里等的时间与 expire 一样长：redis-py 8 的 socket_timeout 是 5 秒，expire 若有 5 秒或更长，等待就以 TimeoutError 结束，其间不再去抢锁。',
    },
    min: 0,
    max: leaseMax / 1000,
    default: 0,
    isLease: true,
  }),
  blocking: flag({
    label: { en: 'blocking', zh: 'blocking' },
    help: { en: 'Whether acquire waits. Default: True.', zh: 'acquire 是否等待。默认 True。' },
    default: true,
  }),
  timeout: seconds({
    label: { en: 'timeout', zh: 'timeout' },
    help: {
      en: 'In seconds: how long a waiter blocks in BLPOP before its last attempt. 0: None; it then blocks for as long as a lock lasts, and tries again forever, unless socket_timeout ends a read before.',
      zh: '以秒计：等待者在 BLPOP 里最多等多久，然后再试最后一次。0 即 None：每次等待与 expire 一样长，并一直重试，除非 socket_timeout 先到。',
    },
    min: -1,
    max: leaseMax / 1000,
    default: 0,
  }),
  autoRenewal: flag({
    label: { en: 'auto_renewal', zh: 'auto_renewal' },
    help: {
      en: 'A thread that extends the lock at two thirds of expire. It has only a weak reference to the lock: once the lock object is gone, it stops.',
      zh: '一个线程在 expire 的三分之二处续期。它只持有锁对象的弱引用：锁对象没了，它就停止。',
    },
    default: false,
  }),
  extendsTo: seconds({
    label: { en: 'extend(expire=…) at once', zh: '立即 extend(expire=…)' },
    help: {
      en: 'The program extends the lock to this many seconds as soon as it has the lock. 0: it does not. A lock without expiry cannot be extended: NotExpirable.',
      zh: '程序一拿到锁就把它延长到这么多秒。0 表示不延长。没有过期时间的锁无法延长：NotExpirable。',
    },
    min: 0,
    max: leaseMax / 1000,
    default: 0,
  }),
  id: choice({
    label: { en: 'id', zh: 'id' },
    help: {
      en: 'Random by default. If two clients use the same id, each takes the other’s lock for its own: AlreadyAcquired.',
      zh: '默认随机。若指定的 id 与别人相同，就会发现锁已经“是自己的”：AlreadyAcquired。',
    },
    options: [
      { id: 'random', label: { en: 'random', zh: '随机' } },
      { id: 'fixed', label: { en: 'given: the same for all', zh: '指定：大家相同' } },
    ],
    default: 'random',
  }),
  resetsFirst: flag({
    label: { en: 'reset() before it locks', zh: '加锁前先 reset()' },
    help: {
      en: 'Deletes the lock, whoever holds it. Meant for locks left behind by a crash. “Use this with care.”',
      zh: '不管谁持有都删除锁，用来清理崩溃留下的锁。库的文档说：“谨慎使用”。',
    },
    default: false,
  }),
  signalExpire: milliseconds({
    label: { en: 'signal_expire', zh: 'signal_expire' },
    help: {
      en: 'How long the signal of a release waits for a client to take it. Default: 1 s.',
      zh: '释放时留下的信号最多保留多久。默认 1 秒。',
    },
    min: 1,
    max: 60_000,
    default: 1000,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'socket_timeout', zh: 'socket_timeout' },
    help: {
      en: '0: none, the default up to redis-py 7. Since redis-py 8 it is 5 s. If a waiter blocks in BLPOP for longer, acquire raises TimeoutError.',
      zh: '0 表示不设，是 redis-py 7 及更早版本的默认；8 起默认 5 秒。等待者在 BLPOP 里的时间若比它长，acquire 就抛出 TimeoutError。',
    },
    min: 0,
    max: 60_000,
    default: 0,
  }),
} as const;

export type PythonRedisLockSettings = ValuesOf<typeof pythonRedisLockFields>;

/** The settings with which the library always raises. */
export function warnings(own: PythonRedisLockSettings): readonly Text[] {
  const { expire, timeout, blocking, autoRenewal, extendsTo, id, nodeTimeout, resetsFirst } = own;
  const sits = Math.max(0, timeout) || expire;
  return [
    ...when(autoRenewal && expire === 0, {
      en: 'auto_renewal without expire: ValueError, “Expire may not be None when auto_renewal is set”. Nobody gets the lock.',
      zh: 'auto_renewal 却没有 expire：ValueError，“Expire may not be None when auto_renewal is set”。谁也拿不到锁。',
    }),
    ...when(!blocking && timeout !== 0, {
      en: 'A timeout where acquire does not block: TimeoutNotUsable. Nobody gets the lock.',
      zh: '不阻塞却给了 timeout：TimeoutNotUsable。谁也拿不到锁。',
    }),
    ...when(blocking && timeout < 0, {
      en: 'A timeout below 0: InvalidTimeout. Nobody gets the lock.',
      zh: 'timeout 小于 0：InvalidTimeout。谁也拿不到锁。',
    }),
    ...when(blocking && expire > 0 && !autoRenewal && timeout > expire, {
      en: 'A timeout longer than expire: TimeoutTooLarge. Nobody gets the lock.',
      zh: 'timeout 大于 expire：TimeoutTooLarge。谁也拿不到锁。',
    }),
    ...when(extendsTo > 0 && expire === 0, {
      en: 'A lock without expiry cannot be extended: NotExpirable, as soon as a client has it.',
      zh: '没有过期时间的锁不能延长：一拿到锁就抛 NotExpirable。',
    }),
    ...when(id === 'fixed', {
      en: 'With the same id for all, a client that comes while another holds the lock takes it for its own: AlreadyAcquired.',
      zh: '都用同一个 id：锁被别人持有时，后来者会以为锁是自己的：AlreadyAcquired。',
    }),
    ...when(resetsFirst, {
      en: 'reset() before each acquire deletes the lock of its current holder.',
      zh: '每次加锁前 reset() 会删掉当前持有者的锁。',
    }),
    ...when(nodeTimeout > 0 && blocking && (sits === 0 || nodeTimeout <= sits * 1000), {
      en: 'A waiter blocks in BLPOP for longer than socket_timeout: its client sends BLPOP again as often as “Resends at most” says, without an attempt to lock in between, and then acquire raises TimeoutError.',
      zh: '等待者在 BLPOP 里的时间超过 socket_timeout：客户端按“最多重发”的次数重发 BLPOP，其间不去抢锁，然后 acquire 抛出 TimeoutError。',
    }),
  ];
}

const when = (holds: boolean, text: Text): readonly Text[] => (holds ? [text] : []);
