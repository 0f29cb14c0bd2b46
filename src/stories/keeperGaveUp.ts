/** ShedLock's KeepAliveLockProvider: one extension fails, and none follows. */
import { defaultSettings } from '../model/scenario';
import type { StoryBody } from '../model/story';
import { beat, once, opening, text } from './telling';

export const story: StoryBody = {
  title: { en: 'A keep-alive may end at its first error', zh: '续期出错一次，就不再续了' },
  formerly: [
    text('A keep-alive that ends at its first error', '保活一出错就停'),
    text('A keep-alive may end at its first error', '保活一出错，就停了'),
  ],
  lead: text(
    'Nobody knows how long a job will take, so a keep-alive extends its lock. One request is lost on the way. The keep-alive ends at its first error, the job is told nothing, and the lock expires while it runs.',
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
      'The first extension is lost and times out. In Java an exception ends a task that is repeated: there will be no second extension.',
      '第一次续期丢失，等到超时。在 Java 中，周期任务抛出异常就不再执行：不会有第二次续期。',
      text('The first extension times out. There will be no second one.', '第一次续期超时，不会再有第二次。'),
    ),
    beat(once('entryGone', 'nodeA'), 'The lock expires. Client 1 is still at work.', '锁过期了，客户端 1 还在工作。'),
    beat(once('acquired', 'client2'), 'Client 2 runs the same job beside it.', '客户端 2 也开始执行同一个任务。'),
    beat(
      once('rejected', 'storage'),
      'Both have read the same value. The storage refuses the second write.',
      '两个客户端读到同一个值，存储拒绝了第二次写入。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of ShedLock 7.9, KeepAliveLockProvider.java. Redisson’s watchdog did the same up to 3.43: variant f of “A watchdog renews while the process lives”',
    'ShedLock 7.9 的源码 KeepAliveLockProvider.java。Redisson 的看门狗在 3.43 及之前也是如此：见“进程活着，看门狗就续期”的变体 f',
  ),
  modelled: text(
    'ShedLock over Redis with safeUpdate. The keep-alive is a task of its own in the scheduler’s process. A scheduler that is refused asks again a little later, as for the next run of the job. The storage compares versions, so that the run shows the lock alone.',
    'ShedLock（Redis），打开 safeUpdate。保活是调度器进程里的一个独立任务。被拒绝的调度器过一会儿再问，相当于任务的下一次执行。存储会比较版本，好让这次运行只显出锁的问题。',
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
  outcome: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A longer lockAtMostFor', '更长的 lockAtMostFor'),
      text: text(
        'Here it is 9 s for a job of 6 s; the documentation wants it much longer than the job normally takes. The keep-alive ends as before, and the lock outlasts the job without it. After a crash the others wait for longer.',
        '这里是 9 秒，任务要 6 秒；文档要求它远长于任务平常的执行时间。保活照样停了，但没有它，锁也撑得过任务。代价是崩溃之后别人要等得更久。',
      ),
      patch: { lock: { settings: { lockAtMostFor: 9000 } } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The extension is lost, and the keep-alive ends.', '续期丢失，保活停了。'),
        beat(once('released', 'client1'), 'The job is done before the lock expires.', '锁过期之前，任务做完了。'),
        beat(once('acquired', 'client2'), 'Client 2 comes in after it.', '客户端 2 随后进来。'),
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
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The extension is lost.', '续期丢失。'),
        beat(once('stopped', 'client1'), 'The job gets an exception and stops.', '任务收到异常，停下。'),
        beat(once('acquired', 'client2'), 'Client 2 comes in after it.', '客户端 2 随后进来。'),
      ],
    },
  ],
};
