/** Two schedulers whose clocks differ start the same job: ShedLock, and what its lockAtLeastFor is for. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'At six o’clock the job sends the daily report. Two servers have the schedule, and ShedLock lets one of them run it. But on the second server six o’clock comes two seconds later, and by then the job is done and its lock is free.',
    '六点整，定时任务发送日报。两台服务器上有同样的计划，由 ShedLock 保证只有一台执行。但第二台的时钟慢了两秒，等它走到六点，任务早已做完，锁也放开了。',
  ),
  beats: [
    opening(
      'The clients here are the schedulers. Client 2’s clock is 2 s behind client 1’s. The job takes 0.4 s, and a scheduler that is refused skips it.',
      '这里的客户端就是调度器。客户端 2 的时钟比客户端 1 慢 2 秒。任务耗时 0.4 秒，被拒绝的调度器跳过这一次。',
      text('Client 2’s clock is 2 s behind. The job takes 0.4 s.', '客户端 2 的时钟慢 2 秒，任务只要 0.4 秒。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Six o’clock by client 1’s clock: it gets the lock.',
      '客户端 1 的时钟到了六点：它拿到锁。',
    ),
    beat(once('wrote', 'storage'), 'Client 1 sends the report.', '客户端 1 发出日报。'),
    beat(once('released', 'client1'), 'The job is done, and the lock is free.', '任务做完，锁随即释放。'),
    beat(
      once('acquired', 'client2'),
      'Now it is six o’clock by client 2’s clock. Nobody has the lock, so client 2 gets it.',
      '现在客户端 2 的时钟也到了六点。锁没有人持有，它拿到了。',
      text('By client 2’s own clock it is six only now. The lock is free.', '客户端 2 的时钟现在才到六点，锁空着。'),
    ),
    beat(
      once('wrote', 'storage', 2),
      'The report goes out a second time. The lock worked throughout: the two clients never held it at once.',
      '日报又发了一遍。锁从头到尾都正常：两者从未同时持锁。',
      text(
        'The report goes out a second time. There were never two holders at once.',
        '日报又发了一遍，两者从未同时持锁。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of ShedLock: a node that finds the job locked does not wait but skips it; the clocks of the nodes are assumed to be synchronized; lockAtLeastFor is meant for short jobs and clocks that differ',
    'ShedLock 文档：发现任务已锁的节点不等待，直接跳过；假定各节点的时钟是同步的；lockAtLeastFor 用于执行很快的任务和彼此有偏差的时钟',
  ),
  modelled: text(
    'ShedLock over Redis, which times everything by a single clock, its own, and a job that relies only on its lock. A refused scheduler is done with this run of the job, which is not a failure. Each report sent is counted, the second one too.',
    'ShedLock（Redis）：锁的时间由 Redis 自己的一个时钟来计。任务只依赖锁，不做别的检查。被拒绝的调度器这一次就算结束，不是失败。每发一次日报都会计数，第二次也算。',
  ),
  notModelled: text(
    'The schedule itself: client 2 starts 2 s later because its clock is 2 s behind. The next day’s run is left out.',
    '计划任务本身：客户端 2 的时钟慢 2 秒，所以晚 2 秒开始。第二天的那次执行不在其中。',
  ),
  scenario: {
    version: 2,
    seed: 82,
    lock: { id: 'shedlock', settings: { lockAtMostFor: 30_000, whenRefused: 'skips' } },
    storage: { id: 'mail', settings: { asks: false } },
    settings: {
      ...defaultSettings,
      stagger: 2000,
      work: 400,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client2: { clock: { offset: -2000 } } },
      duration: 5000,
      patience: 4000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'twice',
  facts: ['done-twice'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('lockAtLeastFor of 5 s', 'lockAtLeastFor 设为 5 秒'),
      short: text('lockAtLeastFor of 5 s', 'lockAtLeastFor 5 秒'),
      text: text(
        'The lock stays for at least 5 s, which is more than the clocks differ. Unlocking earlier only shortens the lock to the rest of the 5 s.',
        '锁至少保留 5 秒，比时钟之差更长。提前解锁，只是把锁缩短到 5 秒中剩下的部分。',
      ),
      patch: { lock: { settings: { lockAtLeastFor: 5000 } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 sends the report.', '客户端 1 发出日报。'),
        beat(
          once('released', 'client1'),
          'Client 1 is done with the lock. The key stays until the 5 s are over.',
          '客户端 1 用完了锁，键仍会保留到 5 秒结束。',
          text('Client 1 is done. The key stays until the 5 s are over.', '客户端 1 做完了，键仍保留到 5 秒结束。'),
        ),
        beat(once('finished', 'client2'), 'Client 2 is refused and skips the job.', '客户端 2 被拒绝，跳过这一次。'),
      ],
    },
    {
      id: 'b',
      title: text('lockAtLeastFor of 1.5 s', 'lockAtLeastFor 设为 1.5 秒'),
      short: text('lockAtLeastFor of 1.5 s', 'lockAtLeastFor 1.5 秒'),
      text: text(
        'The lock stays for 1.5 s, and the clocks differ by 2 s. It must be longer than the clocks can differ, and shorter than the time until the next run.',
        '锁保留 1.5 秒，而时钟相差 2 秒。它应当比时钟可能的偏差更长，又比到下一次执行的间隔更短。',
      ),
      patch: { lock: { settings: { lockAtLeastFor: 1500 } } },
      lock: 'held',
      data: 'twice',
      facts: ['done-twice', 'entry-left'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 sends the report.', '客户端 1 发出日报。'),
        beat(
          once('acquired', 'client2'),
          'The 1.5 s are over: client 2 gets the lock.',
          '1.5 秒已过：客户端 2 拿到锁。',
        ),
        beat(once('wrote', 'storage', 2), 'Client 2 sends the report a second time.', '客户端 2 把日报又发了一遍。'),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A job that asks first', '先询问的任务'),
      short: text('Ask before sending', '先问发过没有'),
      text: text(
        'The documentation wants jobs that can safely be executed repeatedly. This one asks whether today’s report has been sent. Then it does not matter how far the clocks differ.',
        '文档要求任务可以安全地重复执行。这个任务先问今天的日报发了没有，时钟差多少就无所谓了。',
      ),
      patch: { lock: { settings: { lockAtLeastFor: 1500 } }, storage: { settings: { asks: true } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(
          once('wrote', 'storage'),
          'Client 1 sends the report and marks it as sent.',
          '客户端 1 发出日报，并标记为已发。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock and asks.', '客户端 2 拿到锁，先询问。'),
        beat(
          once('finished', 'client2'),
          'Client 2 sees that the report has been sent, and skips it.',
          '客户端 2 看到日报已经发过，什么也不做。',
        ),
      ],
    },
  ],
};
