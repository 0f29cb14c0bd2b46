/**
 * A lease that is renewed while its holder's process lives: long work, a crash, a pause, a fixed lease, a dead thread.
 */
import { redissonOlder } from '../../../core/locks/redisson/libraries/redissonOlder';
import type { Fault } from '../../../core/model/scenario/fault';
import { patchBetween } from '../../../core/model/scenario/patch';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Client 1 has worked and is about to write. */
const when = { kind: 'step', process: 'client1', step: 'write', nth: 1 } as const;

const threadDies: Fault = { kind: 'crash', only: 'thread', process: 'client1', when, restartAfter: 'never' };

const lock = { id: 'redisson', settings: { watchdogTimeout: 1500 } } as const;

const aTenth = { watchdogTimeout: 3000, nodeTimeout: 300, retryDelay: 150 } as const;

/** Redisson 3.23.5, with a tenth of its times. From the first renewal on, no answer comes through. */
const renewalFails = (watchdogOnError: string): Patch => ({
  ...patchBetween({ lock }, { lock: choiceOfProfile(redissonOlder, { ...aTenth, watchdogOnError }) }),
  settings: { work: 7000, duration: 18_000, patience: 14_000 },
  faults: {
    cut: {
      kind: 'cut',
      when: { kind: 'step', process: 'client1', step: 'renew', nth: 1 },
      from: ['nodeA'],
      to: ['client1'],
      bothWays: false,
      for: 2000,
    },
  },
});

export const story: StoryBody = {
  lead: text(
    'Nobody knows how long the work will take. Redisson takes a short lease and renews it after every third of it, for as long as the holder’s process lives.',
    '工作要多久谁也说不准。于是 Redisson 先取一段不长的租约，只要持有者的进程还活着，每过三分之一就续一次。',
  ),
  beats: [
    opening(
      'Redisson’s lease is 30 s, renewed every 10 s. Here it is 1.5 s and every half second, to keep the run short.',
      'Redisson 的租约是 30 秒，每 10 秒续一次。这里改成 1.5 秒、每半秒续一次，好让运行短一些。',
      text('The lease is 1.5 s, and a watchdog renews it every half second.', '租约 1.5 秒，看门狗每半秒续一次。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock, and a watchdog starts alongside its work.',
      '客户端 1 拿到锁，看门狗随之启动，与工作并行。',
    ),
    beat(
      once('extended', 'client1'),
      'The watchdog renews the lease: it is a whole 1.5 s again.',
      '看门狗续期：租约又是完整的 1.5 秒。',
    ),
    beat(
      once('extended', 'client1', 4),
      'By now the work has taken longer than a lease, and the lock is still held. Client 2 waits for the message that it is free.',
      '工作时间早已超过一段租约，锁依然在。客户端 2 在等“锁已释放”的消息。',
      text('The work outlasts a lease, and the lock is still held.', '工作早已超过一段租约，锁依然在。'),
    ),
    beat(
      once('woken', 'nodeA'),
      'Client 1 finishes and unlocks, which publishes that message. When it gets the reply, it ends its watchdog: a renewal sent in the meantime finds no key.',
      '客户端 1 做完，解锁，并发布了这条消息。收到应答后它停掉看门狗；其间发出的一次续期找不到键。',
      text('Client 1 unlocks, and with that its watchdog ends.', '客户端 1 解锁，看门狗也随之结束。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 1 has unlocked, and client 2 gets the lock at once.',
      '客户端 1 解锁，客户端 2 立刻拿到锁。',
    ),
  ],
  sources: ['notes', 'redisson'],
  argument: text(
    'Two articles praise Redisson: one calls it the official lock component of Redis, the other the best Redlock for Java. In fact it is a third-party library, which redis.io lists among others. And this watchdog belongs to RLock, a lock on one node; Redisson’s RedLock, which takes several nodes, is in “Which pause does Redlock notice?”, variant e.',
    '两篇文章都推荐 Redisson：一篇称它是 Redis 官方的分布式锁组件，另一篇称它是 Java 中最好的 Redlock 实现。其实它是第三方的库，redis.io 只是把它与别的实现并列。而且这里的看门狗属于 RLock，它只用一个节点；要用多个节点的 RedLock，见“哪一种停顿，Redlock 察觉得到？”的变体 e。',
  ),
  modelled: text(
    'The lock’s hash and its scripts, the watchdog as a separate task in the client’s process, and the message that wakes a waiter.',
    '锁的哈希和脚本，看门狗是客户端进程里的一个独立任务，以及唤醒等待者的消息。',
  ),
  notModelled: text(
    'The timer wheel and the thread pool in which Redisson runs the renewals of all its locks.',
    'Redisson 用来统一执行所有锁续期的时间轮和线程池。',
  ),
  scenario: {
    version: 2,
    seed: 36,
    lock,
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      work: 2600,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 9000,
      patience: 5000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  scene: { number: { part: 'run', name: 'work' } },
  variants: [
    {
      id: 'b',
      title: text('The holder crashes', '持有者崩溃'),
      text: text(
        'The watchdog dies with the process. Nobody renews, and the lock is free after the rest of the lease: at most 30 s with Redisson’s default.',
        '看门狗随进程一起没了。没人续期，租约剩下的时间一过，锁就空了：按 Redisson 的默认值最多 30 秒。',
      ),
      patch: {
        settings: { work: 900, duration: 4200 },
        faults: { crash: { kind: 'crash', process: 'client1', when, restartAfter: 'never' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('extended', 'client1'), 'Client 1’s lease is renewed.', '客户端 1 的租约续了一次。'),
        beat(
          once('crashed', 'client1'),
          'Client 1 crashes, and its watchdog with it.',
          '客户端 1 崩溃了，看门狗也跟着没了。',
        ),
        beat(once('entryGone', 'nodeA'), 'The last lease runs out.', '最后一段租约到期。'),
        beat(
          once('acquired', 'client2'),
          'After a crash nobody publishes a message; but client 2 knows how long the lease lasts, and asks just then.',
          '崩溃之后没有人发布消息；但客户端 2 知道租约还剩多久，到点就来问了。',
          text(
            'Client 2 knows when the lease ends, asks, and gets the lock.',
            '客户端 2 知道租约何时到期，到点来问，拿到了锁。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('The whole process pauses', '整个进程停顿'),
      text: text(
        'A full garbage collection stops every thread, the watchdog’s included. There is no renewal, the lease runs out, client 2 gets the lock, and client 1 wakes up thinking it still has it. The storage compares versions, so the run shows only what the lock does.',
        '一次 Full GC 会让所有线程停顿，看门狗也不例外。没人续期，租约到期，客户端 2 拿到锁，而客户端 1 醒来还以为自己持有锁。这里的存储会比较版本，好让这次运行只显出锁的问题。',
      ),
      patch: {
        settings: { work: 900, duration: 4500 },
        faults: { pause: { kind: 'pause', process: 'client1', when, for: 2400 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 pauses, and its watchdog with it.',
          '客户端 1 停顿了，看门狗也停顿了。',
        ),
        beat(once('entryGone', 'nodeA'), 'The lease runs out on the node.', '租约在节点上到期。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock, as it should.', '客户端 2 名正言顺地拿到锁。'),
        beat(
          once('rejected', 'storage'),
          'Client 1 wakes up. Its write is based on an old value: rejected.',
          '客户端 1 醒来写入，依据的是旧值：被拒绝。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('An explicit lease time', '自己指定租约时间'),
      short: text('A fixed lease time', '自己指定租约'),
      text: text(
        'Pass a lease time to lock() and you get exactly that, without a watchdog. The same long work outlasts it.',
        '给 lock() 传了租约时间，就得到这么长，也就没有看门狗。同样久的工作就会超过租约。',
      ),
      patch: { lock: { settings: { leaseTime: 1500 } }, settings: { duration: 5300 } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock for 1.5 s. Nothing renews it.',
          '客户端 1 拿到 1.5 秒的锁，没有谁来续期。',
        ),
        beat(once('entryGone', 'nodeA'), 'The lease is over, the work is not.', '租约到期了，工作还没完。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock while client 1 is still at work.',
          '客户端 2 拿到锁，而客户端 1 还在工作。',
        ),
        beat(
          once('released', 'client1'),
          'When client 1 unlocks, it learns that the lock is not its own. Redisson throws an exception for that.',
          '客户端 1 解锁时被告知：这把锁不是你的。Redisson 会为此抛出异常。',
          text('Client 1 unlocks, and learns that the lock is not its own.', '客户端 1 解锁时得知，锁已不是自己的。'),
        ),
        beat(
          once('rejected', 'storage'),
          'Client 2’s work has outlasted its lease as well. What it read has been replaced by now, and this storage notices.',
          '客户端 2 的工作同样超过了自己的租约。它读到的值早已被换掉，这里的存储看得出来。',
          text(
            'Client 2’s work outlasted its lease, too, and its write is rejected.',
            '客户端 2 的工作也超过租约，读的是旧值，写入被拒绝。',
          ),
        ),
      ],
    },
    {
      id: 'e',
      title: text('The thread is dead, its watchdog is not', '线程死了，看门狗没死'),
      short: text('Only the thread dies', '只有线程死了'),
      text: text(
        'An exception ends the thread between lock and unlock. The process lives, and so does the watchdog: it keeps renewing a lock that nobody uses, forever. The article says that it checks whether the thread is alive; in fact it checks nothing (issue 6198 of Redisson).',
        '一个异常让线程死在加锁和解锁之间。进程还活着，看门狗也活着：它永远为一把没人用的锁续期。文章说它会检查线程是否活着，其实它什么也不看（Redisson 的 issue 6198）。',
      ),
      patch: { settings: { work: 900, duration: 6000 }, faults: { dies: threadDies } },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved'],
      beats: [
        beat(
          once('crashed', 'client1'),
          'Client 1’s thread dies while it holds the lock.',
          '客户端 1 的线程持锁时死了。',
        ),
        beat(
          once('extended', 'client1', 4),
          'The watchdog in the same process keeps renewing.',
          '同一进程里的看门狗继续续期。',
        ),
        beat(
          once('extended', 'client1', 8),
          'The watchdog never stops: client 2 waits for the lock forever.',
          '看门狗一直续下去，客户端 2 永远等不到这把锁。',
        ),
      ],
    },
    {
      id: 'efix',
      fix: true,
      title: text('A watchdog that watches the thread', '盯着线程的看门狗'),
      short: text('A watchdog for the thread', '盯着线程的看门狗'),
      text: text(
        'If renewal were tied to the thread that locked, as the articles assume, the lock would be free after a lease. Alternatively, unlock where no exception can skip it: in finally.',
        '假如看门狗跟着线程走：线程死了，续期也停。或者把解锁写在异常绕不过去的地方：finally 里。',
      ),
      patch: {
        lock: { settings: { watchdogWatches: 'thread' } },
        settings: { work: 900, duration: 4200 },
        faults: { dies: threadDies },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'The thread dies, and renewal ends with it.', '线程死了，续期随之结束。'),
        beat(once('entryGone', 'nodeA'), 'The lease runs out.', '租约到期。'),
        beat(once('acquired', 'client2'), 'The lease is over: client 2 gets the lock.', '租约结束，客户端 2 拿到锁。'),
      ],
    },
    {
      id: 'f',
      title: text('A renewal without a reply, in 3.23.5', '续期没有应答（3.23.5）'),
      short: text('Renewal without a reply', '续期没有应答'),
      text: text(
        'For two seconds no reply from the node gets through. It has renewed the lease all four times, but Redisson up to 3.43 ends the watchdog after the fourth (issue 2515). Nobody tells client 1, and the lease runs out while it works. All times are a tenth of Redisson’s. (Beyond the articles.)',
        '有两秒钟，节点的应答都到不了客户端 1。四次续期节点其实都照办了，但 3.43 及之前的 Redisson 在第四次之后结束看门狗（issue 2515）。没人告诉客户端 1，它还在工作，租约就到期了。各项时间都是 Redisson 的十分之一。（文章之外的情形。）',
      ),
      patch: renewalFails('ends'),
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock and its watchdog.', '客户端 1 拿到了锁，看门狗也在。'),
        beat(
          once('timedOut', 'client1', 4),
          'The fourth attempt to renew gets no reply either. The watchdog ends.',
          '第四次续期也没有应答。看门狗结束了。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The last lease is over, and client 1 is still working.',
          '最后一段租约到期了，客户端 1 还在工作。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock while client 1 is still at work.',
          '客户端 2 拿到锁，而客户端 1 还在工作。',
        ),
        beat(
          once('rejected', 'storage'),
          'Both clients read the same value: the storage rejects the second write.',
          '两个客户端读到同一个值，存储拒绝了第二个写入。',
        ),
      ],
    },
    {
      id: 'ffix',
      fix: true,
      title: text('A watchdog that keeps going, since 3.44', '不放弃的看门狗（自 3.44 起）'),
      short: text('A watchdog that keeps going', '不放弃的看门狗'),
      text: text(
        'A failed renewal is repeated a third of the lease later. Soon replies get through again, before the lease is over.',
        '续期失败后，过三分之一租约再试。不久应答又通了，租约也还没到期。',
      ),
      patch: renewalFails('goes-on'),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1', 4), 'The same renewal fails.', '同一次续期失败了。'),
        beat(once('extended', 'client1'), 'A later one gets its reply.', '后来的一次得到了应答。'),
        beat(
          once('acquired', 'client2'),
          'Renewal goes on, so client 2 gets the lock after client 1.',
          '续期没有断，客户端 1 做完，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
