/** A processor of BullMQ that computes without yielding: its lock is not renewed, and a second worker gets the job. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A worker of BullMQ renews the lock of its job by a timer. This processor computes for 70 s and never yields, so the timer never fires. A second worker gets the same job, and both write.',
    'BullMQ 的 worker 靠定时器给任务的锁续期。这个处理函数连算 70 秒，从不让出事件循环，定时器也就从不触发。第二个 worker 拿到同一个任务，两边都写了。',
  ),
  beats: [
    opening(
      'BullMQ’s defaults: a lock lasts 30 s, and stalled jobs are looked for every 30 s.',
      'BullMQ 的默认值：锁维持 30 秒，每 30 秒检查一次 stalled 任务。',
      text('Locks last 30 s, and so does the time between two checks.', '锁 30 秒，每 30 秒检查一次。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 takes the job. The same script sets its lock.',
      '客户端 1 拿到任务，同一个脚本设了锁。',
    ),
    beat(
      once('entryGone', 'service'),
      'After 30 s the lock is over. The job stays active: only a check changes that.',
      '30 秒到，锁没了。任务仍算执行中，要等检查才会变。',
      text('After 30 s the lock is over. The job stays active.', '30 秒到，锁没了，任务仍算执行中。'),
    ),
    beat(
      once('acquired', 'client2'),
      'A check at 31 s has marked the job, and the next one, at 61 s, finds it without a lock. Client 2 runs the same job.',
      '31 秒的检查标记了任务，61 秒的检查发现它没有锁。客户端 2 又来执行同一个任务。',
      text('The second check finds no lock: client 2 runs the same job.', '第二次检查发现没有锁：客户端 2 也来执行。'),
    ),
    beat(once('wrote', 'storage'), 'Client 1 has computed for 70 s, and writes.', '客户端 1 算完 70 秒，写入。'),
    beat(
      once('released', 'client1'),
      'Client 1 cannot complete the job: “Lock mismatch for job 1”. The error comes after the write.',
      '客户端 1 无法把任务标为完成：“Lock mismatch for job 1”。可是已经写进去了。',
      text('“Lock mismatch for job 1”: the error comes after the write.', '“Lock mismatch”，可是已经写进去了。'),
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes what it computed from the old value: client 1’s update is lost.',
      '客户端 2 写下由旧值算出的结果：客户端 1 的更新丢了。',
      text('Client 2 overwrites it: client 1’s update is lost.', '客户端 2 覆盖了它：客户端 1 的更新丢了。'),
    ),
    beat(
      once('released', 'client2'),
      'Client 2 did not yield either, and its own lock is over: “Missing lock for job 1”.',
      '客户端 2 同样没有让出，自己的锁也过期了：“Missing lock for job 1”。',
      text(
        'Client 2’s own lock is over, too: “Missing lock for job 1”.',
        '客户端 2 的锁也没了：“Missing lock for job 1”。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of BullMQ on stalled jobs, and an error that is reported again and again (issue 3463 of BullMQ, 1243 of Bull). One way out in the documentation is a sandboxed processor, which computes in a process of its own',
    'BullMQ 文档对 stalled 任务的说明，以及一个反复有人报告的错误（BullMQ 的 issue 3463，Bull 的 1243）。文档给的一条出路是沙箱处理函数：放到单独的进程里计算',
  ),
  modelled: text(
    'BullMQ 6.7.0: the scripts that take, renew, check and finish a job, compared with the real ones on a real Redis, and the event loop of a worker. The queue lets one job be active at a time.',
    'BullMQ 6.7.0：取任务、续期、检查和完成的脚本，都与真实 Redis 上的真脚本对照过；还有 worker 的事件循环。队列同一时刻只允许一个任务在执行。',
  ),
  notModelled: text(
    'Retries and delays of jobs. A worker here does not take the next job in the script that finishes one.',
    '任务的重试和延迟。这里的 worker 完成任务时，不会在同一脚本里取下一个。',
  ),
  scenario: {
    version: 2,
    seed: 96,
    lock: { id: 'bullmq-job', settings: { processor: 'computes' } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      work: 70_000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 146_000,
      patience: 100_000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { number: { part: 'run', name: 'work' } },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A processor that yields', '会让出的处理函数'),
      short: text('Let it yield', '让出事件循环'),
      text: text(
        'The work is split up, with setImmediate between its parts, or a sandboxed processor does it in another process. The timer fires, and the lock lasts as long as the work.',
        '把计算拆成几段，段与段之间用 setImmediate 让出；或者用沙箱处理函数，放到另一个进程里算。定时器照常触发，工作多久，锁就维持多久。',
      ),
      patch: { lock: { settings: { processor: 'yields' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('extended', 'client1'),
          'The timer fires between two parts of the work, and renews the lock.',
          '计算的间隙，定时器触发，给锁续期。',
        ),
        beat(
          once('extended', 'client1', 5),
          'At the second check, the job has a lock: it stays with client 1.',
          '再检查时任务有锁，仍归客户端 1。',
        ),
        beat(once('released', 'client1'), 'Client 1 completes its job.', '客户端 1 完成任务。'),
        beat(once('acquired', 'client2'), 'Client 2 takes the next one.', '客户端 2 取下一个任务。'),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('With a version check', '使用版本检查'),
      short: text('A version check', '版本检查'),
      text: text(
        'Two workers still run one job: BullMQ promises that a job runs at least once. The storage refuses the write that is based on an old version.',
        '仍有两个 worker 执行同一个任务：BullMQ 只保证至少执行一次。存储拒绝依据旧版本的写入。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 runs the same job.', '客户端 2 执行同一个任务。'),
        beat(once('wrote', 'storage'), 'Client 1’s write makes a new version.', '客户端 1 的写入产生新版本。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s is based on the version before: rejected.',
          '客户端 2 依据的是之前的版本：被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A lockDuration of two minutes', 'lockDuration 设为两分钟'),
      short: text('lockDuration of 2 min', 'lockDuration 2 分钟'),
      text: text(
        'The lock outlasts the work without a renewal. The price comes after a crash: the others wait until the lock is over, and for the next check.',
        '不续期，锁也比工作久。代价在崩溃之后：别人要等锁过期，再等下一次检查。',
      ),
      patch: { lock: { settings: { lockDuration: 120_000 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has a lock of two minutes.', '客户端 1 拿到两分钟的锁。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 writes after 70 s, and the lock is still its own.',
          '70 秒后写入，锁仍是它的。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 takes the next job.', '客户端 2 取下一个任务。'),
      ],
    },
    {
      id: 'c',
      title: text('Three workers that never yield', '三个都不让出的 worker'),
      short: text('Three workers', '三个 worker'),
      text: text(
        'The job stalls for a second time, and maxStalledCount is 1. Client 3 takes it, and fails it without running it: “job stalled more than allowable limit”. Client 1 has done its work anyway. The storage compares versions here.',
        '任务第二次 stalled，而 maxStalledCount 是 1。客户端 3 拿到它，不执行就标为失败：“job stalled more than allowable limit”。其实客户端 1 早就做完了。这里的存储会比较版本。',
      ),
      patch: { storage: { id: 'version' }, settings: { clients: 3, duration: 200_000, patience: 160_000 } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 runs client 1’s job.', '客户端 2 执行客户端 1 的任务。'),
        beat(
          once('acquired', 'client3'),
          'After two more checks client 3 gets it, marks it as failed, and takes the next job. Client 2 is still computing.',
          '又过两次检查，客户端 3 拿到它，标为失败，再取下一个任务。客户端 2 还在算。',
          text('Client 3 fails the job and takes the next one.', '客户端 3 把它标为失败，再取下一个。'),
        ),
        beat(
          once('rejected', 'storage'),
          'Client 2’s write is based on an old version: rejected.',
          '客户端 2 的写入依据旧版本：被拒绝。',
        ),
      ],
    },
  ],
};
