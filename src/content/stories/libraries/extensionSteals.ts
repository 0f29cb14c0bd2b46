/** ShedLock over Redis: an extension that does not ask whose key it is, and an unlock that does not either. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A job outlasts its lock, and another scheduler takes over. Then the first job extends its lock by hand. Nothing checks whose key it is by now, and in the end a third one gets the lock.',
    '一个任务超过了锁的时限，别的调度器接手了。这时第一个任务手动续期。没有谁去问键现在是谁的，最后第三个也拿到了锁。',
  ),
  beats: [
    opening(
      'ShedLock lets one scheduler at a time run a job, here for at most 2.5 s. A job that needs longer extends its lock by hand, after 2.1 s. The clients are the schedulers.',
      'ShedLock 让一个任务同一时刻只在一个调度器上执行，这里最多 2.5 秒。任务若要更久，就在 2.1 秒后手动续期。这里的客户端就是调度器。',
      text(
        'ShedLock lets one scheduler at a time run a job, for 2.5 s here.',
        'ShedLock 让任务一次只在一处执行，这里最多 2.5 秒。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has the lock and pauses for longer than lockAtMostFor.',
      '客户端 1 拿到锁，随后停顿，时间超过了 lockAtMostFor。',
    ),
    beat(once('acquired', 'client2'), 'The lock has expired, and client 2 gets it.', '锁已过期，客户端 2 拿到了它。'),
    beat(
      once('extended', 'client1'),
      'Client 1 wakes up, and its extension is overdue. SET XX only asks whether there is a key. There is one, client 2’s, and it becomes client 1’s.',
      '客户端 1 醒来，续期早该做了。SET XX 只问有没有键。键是有的，是客户端 2 的，于是变成了客户端 1 的。',
      text(
        'Client 1 extends late: any key will do, and it takes client 2’s.',
        '客户端 1 醒来续期：续期不看值，拿走了客户端 2 的键。',
      ),
    ),
    beat(
      once('releasing', 'client2'),
      'Client 2 has done its work. Its unlock is a bare DEL, which deletes client 1’s key.',
      '客户端 2 做完了。它的解锁只是 DEL，删掉的是客户端 1 的键。',
      text('Client 2 is done. Its DEL deletes client 1’s key.', '客户端 2 做完了，它的 DEL 删掉客户端 1 的键。'),
    ),
    beat(
      once('acquired', 'client3'),
      'Client 3 finds no key and gets the lock; client 1 still works.',
      '客户端 3 没看到键，拿到了锁，客户端 1 还在工作。',
    ),
    beat(
      once('rejected', 'storage'),
      'Client 1’s write is based on what it read before client 2 wrote. The storage rejects it.',
      '客户端 1 写入时，依据的是客户端 2 写入之前读到的内容，被存储拒绝。',
      text('Client 1’s write is based on an old value: the storage rejects it.', '客户端 1 依据旧值写入，被存储拒绝。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'ShedLock 7.9; its issue 2583 reported the bare DEL, and since 6.7.0 the setting safeUpdate makes unlock and extension compare the value. It is off by default. The documentation calls lockAtMostFor a safety net and wants it much longer than the job ever takes: then none of this happens. It warns that a job which takes longer may run more than once.',
    'ShedLock 7.9。它的 issue 2583 报告了不比较的 DEL；自 6.7.0 起，safeUpdate 让解锁与续期都先比较值，但默认关闭。文档把 lockAtMostFor 称为安全网，要求它远长于任务的执行时间：那样就不会有这一切。文档也提醒，超过它的任务可能会执行不止一次。',
  ),
  modelled: text(
    'The requests of RedisLockProvider and LockExtender, and the exception of an extension that is refused. The storage compares versions, so that the run shows the lock alone.',
    'RedisLockProvider 与 LockExtender 的请求，以及续期被拒时的异常。存储会比较版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'The schedule. A scheduler of ShedLock that does not get the lock skips the run; a client of the playground asks again.',
    '定时本身。ShedLock 的调度器没拿到锁就跳过这一次；试验场里的客户端会再来要。',
  ),
  scenario: {
    version: 2,
    seed: 68,
    lock: {
      id: 'shedlock',
      settings: { lockAtMostFor: 2500, extension: 'by-hand', extendEvery: 2100, nodeTimeout: 500 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      clients: 3,
      think: 250,
      work: 1700,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client2: { start: 1900 }, client3: { start: 3700 } },
      duration: 8000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'read', nth: 1 },
        for: 3800,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'deleted-another', 'changed-another', 'rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('safeUpdate', 'safeUpdate'),
      text: text(
        'Unlock and extension are scripts that compare the value. The extension of client 1 is refused, its job ends with an exception, and the key of client 2 stays. Until then, clients 1 and 2 both think they hold the lock: no lock can end a pause.',
        '解锁与续期改成先比较值的脚本。客户端 1 的续期被拒，任务因异常结束，客户端 2 的键还在。在那之前，客户端 1 和 2 都以为自己持锁：没有哪把锁能让停顿提前结束。',
      ),
      patch: { lock: { settings: { safeUpdate: true } } },
      lock: 'overlap',
      data: 'safe',
      facts: ['overlap'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 1 is paused with the lock, and client 2 gets it.',
          '客户端 1 持锁停顿时，客户端 2 拿到了锁。',
        ),
        beat(
          once('lockLost', 'client1'),
          'The script finds another value: the extension is refused with an exception.',
          '脚本看到的是别人的值：续期被拒，并抛出异常。',
        ),
        beat(
          once('stopped', 'client1'),
          'The job ends. Its unlock sends nothing, since its lock object is invalid.',
          '任务结束。锁对象已作废，解锁时什么也不发。',
        ),
        beat(once('releasing', 'client2'), 'Client 2 has done its work alone.', '客户端 2 独自做完了工作。'),
        beat(
          once('acquired', 'client3'),
          'Client 3 gets the lock after client 2, not at the same time.',
          '客户端 3 在客户端 2 之后拿到锁，而不是同时。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('A longer lockAtMostFor', '更长的 lockAtMostFor'),
      text: text(
        'As the documentation recommends: much longer than the job takes, pauses included. The others wait until client 1 has unlocked.',
        '照文档的要求：远长于任务的执行时间，连停顿也算在内。其余的等到客户端 1 解锁为止。',
      ),
      patch: { lock: { settings: { lockAtMostFor: 20_000 } }, settings: { duration: 11_500, patience: 8000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('extended', 'client1'),
          'Client 1 wakes up and extends a lock that is still its own.',
          '客户端 1 醒来，续的仍是自己的锁。',
        ),
        beat(
          once('releasing', 'client1'),
          'Until it unlocks, nobody else gets the lock. Then the others do, one after the other.',
          '在它解锁之前没有别人拿到锁。之后其余的依次拿到。',
          text('Until client 1 unlocks, nobody else gets the lock.', '在客户端 1 解锁之前，没有别人拿到锁。'),
        ),
      ],
    },
  ],
};
