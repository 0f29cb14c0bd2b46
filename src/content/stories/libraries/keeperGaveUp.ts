/** ShedLock's KeepAliveLockProvider: one extension fails, and none follows. */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Mutex of redis-semaphore: one key on one node, and a timer that refreshes it after this share of its time. */
const redisSemaphore = (extendAt: number): Patch => ({
  lock: {
    id: 'redlock',
    settings: {
      lockAtMostFor: null,
      extension: null,
      safeUpdate: null,
      ttl: 3000,
      nodeTimeout: 300,
      tries: 30,
      retryDelay: 200,
      validityCheck: false,
      extensions: 10_000,
      extendAt,
      extendsExpired: true,
      toldBy: 'nothing',
    },
  },
  settings: { nodes: { count: 1 }, work: 4200 },
});

export const story: StoryBody = {
  lead: text(
    'Nobody knows how long a job will take, so a keep-alive extends its lock. One request is lost on the way. The keep-alive stops at its first error, the job hears nothing of it, and the lock expires while it runs.',
    '任务要多久说不准，所以由保活线程自动续期。有一个请求在路上丢了。保活碰到第一个错误就停，任务毫不知情，锁在它干活时过期了。',
  ),
  beats: [
    opening(
      'KeepAliveLockProvider extends at half of lockAtMostFor, which must be 30 s or more. Here all times are a tenth of that.',
      'KeepAliveLockProvider 在 lockAtMostFor 过半时续期，而 lockAtMostFor 至少 30 秒。这里各项时间都是十分之一。',
      text('The lock is extended when half of its time is over.', '锁的时间过半时续期一次。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock for 3 s, for a job of 6 s.',
      '客户端 1 拿到 3 秒的锁，任务要 6 秒。',
    ),
    beat(
      once('timedOut', 'client1'),
      'The first extension is lost and times out. In Java, an exception ends a repeating task: there will be no second extension.',
      '第一次续期丢失，等到超时。在 Java 中，周期任务抛出异常就不再执行：不会有第二次续期。',
      text('The first extension times out. There will be no second one.', '第一次续期超时，不会再有第二次。'),
    ),
    beat(once('entryGone', 'nodeA'), 'The lock expires. Client 1 is still at work.', '锁过期了，客户端 1 还在工作。'),
    beat(
      once('acquired', 'client2'),
      'Client 2 runs the same job at the same time.',
      '客户端 2 也开始执行同一个任务。',
    ),
    beat(
      once('rejected', 'storage'),
      'Both have read the same value. The storage rejects the second write.',
      '两个客户端读到同一个值，存储拒绝了第二次写入。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of ShedLock 7.9, KeepAliveLockProvider.java. Redisson’s watchdog did the same up to 3.43: variant f of “A watchdog renews while the process lives”. Variant b: the source of redis-semaphore 5.8.0 (github.com/swarthy/redis-semaphore), whose issue #199 reports such an error of a refresh; its author answered that errors of the connection are for the client to catch',
    'ShedLock 7.9 的源码 KeepAliveLockProvider.java。Redisson 的看门狗在 3.43 及之前也是如此：见“进程活着，看门狗就续期”的变体 f。变体 b：redis-semaphore 5.8.0 的源码（github.com/swarthy/redis-semaphore）；它的 issue #199 报告过续期时的这种错误，作者的答复是，连接的错误应由客户端处理',
  ),
  modelled: text(
    'ShedLock over Redis with safeUpdate. The keep-alive is a task of its own in the scheduler’s process. A scheduler that is refused asks again a little later, as for the next run of the job. The storage compares versions, so that the run shows the lock alone. Variant b is a key on one node with a timer, as Mutex of redis-semaphore has it; ioredis gives up on a command after 0.3 s (commandTimeout).',
    'ShedLock（Redis），打开 safeUpdate。保活是调度器进程里的一个独立任务。被拒绝的调度器过一会儿再问，相当于任务的下一次执行。存储会比较版本，好让这次运行只显出锁的问题。变体 b 是一个节点上的键加一个定时器，与 redis-semaphore 的 Mutex 相同；ioredis 等 0.3 秒就放弃一条命令（commandTimeout）。',
  ),
  notModelled: text(
    'The line in the log. Client libraries that send a command again by themselves: with them it takes an outage longer than their retries.',
    '日志里的那一行。会自行重发命令的客户端库：用它们时，要断得比重试还久才会这样。',
  ),
  scenario: {
    version: 2,
    seed: 81,
    lock: {
      id: 'shedlock',
      settings: { lockAtMostFor: 3000, extension: 'keep-alive', safeUpdate: true, nodeTimeout: 500 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      think: 250,
      work: 6000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 16_000,
      patience: 10_000,
    },
    faults: {
      lost: { kind: 'lose', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 2 } },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A longer lockAtMostFor', '更长的 lockAtMostFor'),
      text: text(
        'Here it is 9 s for a job of 6 s; the documentation wants it much longer than the job normally takes. The keep-alive ends as before, but the lock outlasts the job without it. The price: after a crash the others wait longer.',
        '这里是 9 秒，任务要 6 秒；文档要求它远长于任务平常的执行时间。保活照样停了，但没有它，锁也撑得过任务。代价是崩溃之后别人要等得更久。',
      ),
      patch: { lock: { settings: { lockAtMostFor: 9000 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The extension is lost, and the keep-alive ends.', '续期丢失，保活停了。'),
        beat(once('released', 'client1'), 'The job is done before the lock expires.', '锁过期之前，任务做完了。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after client 1.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The job extends by hand', '任务手动续期'),
      text: text(
        'The job calls LockExtender.extendActiveLock itself, and gets the exception itself. It stops while its lock is still there.',
        '任务自己调用 LockExtender.extendActiveLock，异常也就抛给了它自己。它在锁还没过期时停下。',
      ),
      patch: { lock: { settings: { extension: 'by-hand', extendEvery: 1500 } } },
      lock: 'held',
      data: 'safe',
      facts: ['false-alarm'],
      beats: [
        beat(once('timedOut', 'client1'), 'The extension is lost.', '续期丢失。'),
        beat(once('stopped', 'client1'), 'The job gets an exception and stops.', '任务收到异常，停下。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 has stopped: client 2 gets the lock.',
          '客户端 1 停下之后，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('As redis-semaphore does it', '换成 redis-semaphore'),
      text: text(
        'redis-semaphore’s Mutex goes on after an error, but it refreshes only once per lease, at 80 %. When that fails with an error, onLockLost is not called and isAcquired stays true; the next refresh comes when the key is gone. The error is an unhandled rejection, which ends a Node process unless it listens for those, as this one does.',
        'redis-semaphore 的 Mutex 出错后会继续，但一个租约只续期一次，在 80% 处。那一次若是报错，onLockLost 不会被调用，isAcquired 仍为 true；下一次续期时键早已没了。错误成为未处理的 rejection，Node 进程会因此退出，除非像这里一样监听了它。',
      ),
      patch: redisSemaphore(0.8),
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('timedOut', 'client1'),
          'The only refresh of this lease times out. The job hears nothing.',
          '这个租约唯一的一次续期超时了，任务毫不知情。',
        ),
        beat(once('entryGone', 'nodeA'), 'The lock expires before the next refresh.', '还没到下次续期，锁就过期了。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock too, while client 1 works.',
          '客户端 2 也拿到锁，客户端 1 还在工作。',
        ),
        beat(
          once('rejected', 'storage'),
          'Both clients read the same value: the storage rejects the second write.',
          '两个客户端读到同一个值，存储拒绝了第二次写入。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A shorter refreshInterval', '更短的 refreshInterval'),
      text: text(
        'With a refreshInterval of 0.3 of the lockTimeout, a lease has room for another refresh after one that failed.',
        'refreshInterval 设为 lockTimeout 的 0.3，失败一次之后，租约内还来得及再续。',
      ),
      patch: redisSemaphore(0.3),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The first refresh times out, as before.', '第一次续期照样超时。'),
        beat(once('extended', 'client1'), 'The next one still comes in time.', '下一次还来得及。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
