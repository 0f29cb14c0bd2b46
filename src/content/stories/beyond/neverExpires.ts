/** The kernel's lock on a file: it cannot expire, so a pause does not break it, and a process that hangs blocks for ever. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('job', '任务'), lock: text('lock file', '锁文件'), session: text('process', '进程') },
  lead: text(
    'Two cron jobs on one machine share a lock file by flock. The kernel keeps the lock until the process ends. Job 1 freezes for a minute, longer than most leases last, and keeps the lock: job 2 waits, and nothing is lost.',
    '同一台机器上的两个定时任务用 flock 共用一个锁文件。锁由内核记着，直到进程结束。任务 1 停了一分钟，多数租约早已过期，它的锁却还在：任务 2 等着，什么也没丢。',
  ),
  beats: [
    opening(
      'Both jobs start with `flock stock.lock`. The kernel lets one of them in, and knows when its process ends.',
      '两个任务都以 `flock stock.lock` 开头。内核只放一个进去，也知道它的进程何时结束。',
      text('The kernel has the lock, and knows when a process ends.', '锁在内核手里，进程何时结束它知道。'),
    ),
    beat(once('acquired', 'client1'), 'Job 1 has the lock and reads 42.', '任务 1 拿到锁，读到 42。'),
    beat(
      once('paused', 'client1'),
      'Job 1 freezes for a minute. It has no lease that could run out meanwhile.',
      '任务 1 停了一分钟。它没有租约，也就没有什么会在这期间到期。',
      text('Job 1 freezes for a minute. There is no lease to run out.', '任务 1 停了一分钟：没有租约，也就不会到期。'),
    ),
    beat(
      once('waiting', 'service'),
      'Job 2 asks too, and waits in the kernel.',
      '任务 2 也请求加锁，在内核里排队等着。',
    ),
    beat(
      once('wrote', 'storage'),
      'Job 1 goes on, still has the lock, and writes 43.',
      '任务 1 接着干，锁还在手里，写下 43。',
    ),
    beat(
      once('acquired', 'client2'),
      'Job 1 is done. Only now does the kernel let job 2 in.',
      '任务 1 干完了，内核这才放任务 2 进去。',
    ),
    beat(
      once('wrote', 'storage', 2),
      'Job 2 has read 43 and writes 53. Both updates are there.',
      '任务 2 读到 43，写下 53。两次更新都在。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the manual pages flock(2), fcntl_locking(2) and nfs(5) of Linux',
    'Linux 的手册页 flock(2)、fcntl_locking(2) 与 nfs(5)',
  ),
  modelled: text(
    'An exclusive lock by flock or fcntl in the kernel that both processes share, with its waiters in line; and in variant e a server of NFS 4 with a lease of 90 s for each machine.',
    '内核里由 flock 或 fcntl 加的排他锁，两个进程共用这个内核，等待者排队；变体 e 里是 NFS 4 服务器，每台机器租期 90 秒。',
  ),
  notModelled: text(
    'A lock file that its holder deletes: then the next two lock two files of the same name.',
    '持有者删掉锁文件：那样后来的两个会锁住同名的两个文件。',
  ),
  scenario: {
    version: 2,
    seed: 108,
    lock: { id: 'flock', settings: {} },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 500,
      work: 2000,
      latency: { min: 1, p50: 2, p99: 5, max: 8 },
      duration: 75_000,
      patience: 70_000,
    },
    faults: {
      still: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
        for: 60_000,
      },
    },
  },
  lock: 'held',
  data: 'safe',
  scene: { question: text('So what does break it?', '那什么才会打破它？'), answers: ['c', 'd', 'e', 'f'] },
  variants: [
    {
      id: 'b',
      title: text('It is killed', '进程被杀'),
      text: text(
        'Job 1 is killed while it works. The kernel closes its files and frees the lock at once. With a lease, job 2 would wait for the rest of it.',
        '任务 1 干到一半被杀。内核关掉它的文件，锁立刻放开。若是租约，任务 2 还得等它到期。',
      ),
      patch: {
        faults: {
          still: null,
          killed: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
            restartAfter: 'never',
          },
        },
        settings: { duration: 8000, patience: 7000 },
      },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'c',
      title: text('It hangs for good', '再也不醒'),
      short: text('It never wakes', '再也不醒'),
      text: text(
        'Job 1 waits for something that never comes, and its process stays. So does the lock: nothing ends it but the end of the process, and job 2 waits forever. A hang needs a watchdog that ends the process, such as `timeout 60 flock …`.',
        '任务 1 等着一个永远不来的东西，进程还在，锁也就还在：只有进程结束才会放开，任务 2 一直等下去。要有看门狗来结束卡住的进程，例如 `timeout 60 flock …`。',
      ),
      patch: { faults: { still: { for: 75_000 } }, settings: { patience: 60_000 } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
    },
    {
      id: 'd',
      title: text('A child of it has the lock, too', '子进程也握着锁'),
      short: text('A child has it, too', '子进程也有锁'),
      text: text(
        'Job 1 has started a program in the background, which has inherited the open file. Job 1 is killed, the child lives on and keeps the lock, and job 2 waits: this is the usual reason why “flock is stuck”. Open the file with close-on-exec, or close it in the child (`flock -o`).',
        '任务 1 在后台启动过一个程序，打开的文件被它继承了。任务 1 被杀，子进程还活着，锁就还在，任务 2 只好等：“flock 卡住了”多半是这么回事。打开文件时设 close-on-exec，或在子进程里关掉它（`flock -o`）。',
      ),
      patch: {
        lock: { settings: { inherited: true } },
        faults: {
          still: null,
          killed: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
            restartAfter: 'never',
          },
        },
        settings: { duration: 12_000, patience: 8000 },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['starved'],
    },
    {
      id: 'e',
      title: text('On NFS, and the machine sleeps', '放在 NFS 上，机器睡着了'),
      short: text('On NFS, asleep', 'NFS 上，睡着了'),
      text: text(
        'The lock file lies on NFS, and job 1 runs on a laptop that sleeps for 100 s. Its kernel renews no lease meanwhile, so the server frees the lock after 90 s and gives it to job 2. On NFS a lock is a lease, and job 1 does not hear of its end.',
        '锁文件放在 NFS 上，任务 1 跑在笔记本上，睡了 100 秒。它的内核这期间没有续租，90 秒后服务器放开锁，给了任务 2。在 NFS 上，锁就是租约，而任务 1 不知道它到期了。',
      ),
      patch: {
        lock: { settings: { fileSystem: 'network' } },
        faults: { still: { kind: 'suspend', for: 100_000 } },
        settings: { duration: 120_000, patience: 110_000 },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Job 1’s laptop sleeps, and its kernel with it.',
          '任务 1 的笔记本睡着了，内核也睡了。',
        ),
        beat(
          once('acquired', 'client2'),
          'The server has heard nothing for 90 s. It frees the lock, and job 2 has it.',
          '服务器 90 秒没听到音讯，放开锁，给了任务 2。',
          text('Nothing heard for 90 s: the server gives the lock to job 2.', '90 秒没有音讯，锁给了任务 2。'),
        ),
        beat(
          overwrite('client1', 'client2'),
          'Job 1 wakes up and writes 43 over job 2’s 52.',
          '任务 1 醒来，用 43 覆盖了任务 2 的 52。',
        ),
      ],
    },
    {
      id: 'efix',
      fix: true,
      title: text('The data compares versions', '数据自己比较版本'),
      short: text('A version check', '版本检查'),
      text: text(
        'The lock is lost here, too, but the write names the version that job 1 has read, and is rejected.',
        '锁照样丢了，但写入带着任务 1 读到的版本，于是被拒绝。',
      ),
      patch: {
        lock: { settings: { fileSystem: 'network' } },
        storage: { id: 'version' },
        faults: { still: { kind: 'suspend', for: 100_000 } },
        settings: { duration: 120_000, patience: 110_000 },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
    },
    {
      id: 'f',
      title: text('By fcntl, and the file is read in between', '用 fcntl，中途又读了一次文件'),
      short: text('By fcntl (lockf)', '用 fcntl（lockf）'),
      text: text(
        'fcntl, which is also lockf, locks for the process: when any library in it reads the lock file and closes it again, the lock is gone. No fault is needed, and nobody is told.',
        'fcntl（lockf 也是它）按进程锁：同一进程里某个库读了锁文件又关上，锁就没了。不需要任何故障，也没人知道。',
      ),
      patch: {
        lock: { settings: { kind: 'fcntl-closed' } },
        faults: { still: null },
        settings: { duration: 8000, patience: 7000 },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
    },
  ],
};
