/**
 * The lock file of npm's proper-lockfile on a laptop that sleeps. Its time is not updated meanwhile, and another
 * process finds it stale. After the wake-up the library looks again only when its timer comes, and the work may be
 * done before that.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('file', '文件'), lock: text('lock file', '锁文件') },
  lead: text(
    'Agent 1 runs on a laptop and holds a lock file, whose time it updates every 5 s. Somebody closes the lid for a few seconds. Agent 2 finds the lock file stale, removes it, and makes its own. The laptop wakes up in the middle of the work, and finishes it.',
    'agent 1 跑在笔记本上，持有一个锁文件，每 5 秒更新一次它的时间。有人把盖子合上了十几秒。agent 2 看锁文件已过期，删掉它，建了自己的。笔记本醒来，活干到一半，就接着干完了。',
  ),
  beats: [
    opening(
      'The lock file is a directory beside the file. Its holder updates its time every 5 s. An agent that finds that time 10 s old takes the lock over. Two coding agents share the file; agent 1 runs on a laptop.',
      '锁文件是文件旁边的一个目录，持有者每 5 秒更新一次它的时间；谁看到这个时间已有 10 秒没动，就接管。两个编程 agent 共用这个文件，agent 1 跑在笔记本上。',
      text('The lock file is a directory, free for all when 10 s old.', '锁文件是一个目录，10 秒没更新就可接管。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Agent 1 has made the lock file and reads 42. Its first update is due in 5 s, its work takes 3 s.',
      'agent 1 建好锁文件，读到 42。5 秒后才要第一次更新，而它的活只要 3 秒。',
      text('Agent 1 works for 3 s, and its first update comes after 5.', 'agent 1 有了锁：活要 3 秒，5 秒后更新。'),
    ),
    beat(
      once('paused', 'client1'),
      'Somebody closes the lid. No code runs, and no timer: nobody updates the lock file’s time.',
      '有人合上了盖子。代码不跑，定时器也停了：锁文件的时间没人更新。',
      text('Somebody closes the lid: nobody updates the lock file’s time.', '盖子合上了：锁文件的时间没人更新。'),
    ),
    beat(
      once('entryGone', 'service'),
      'By agent 2’s clock the lock file is more than 10 s old. It counts as left behind, and agent 2 removes it.',
      '按 agent 2 的时钟，锁文件已超过 10 秒没更新，算是遗留下来的，于是删掉。',
      text('Agent 2 finds the lock file 10 s old, and removes it.', 'agent 2 看锁文件 10 秒没更新，就删掉它。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Agent 2 makes its own lock file, and reads 42.',
      'agent 2 建了自己的锁文件，读到 42。',
    ),
    beat(
      once('resumed', 'client1'),
      'The laptop wakes up. Its timers ran by a clock that had stopped: work for 3 s is left, and the update is due after that.',
      '笔记本醒来。定时器靠的时钟睡眠时是停的：活还剩 3 秒，更新要等到那以后。',
      text(
        'The laptop wakes: 3 s of work are left, the update comes later.',
        '笔记本醒来：活还剩 3 秒，更新在那之后。',
      ),
    ),
    beat(once('wrote', 'storage'), 'Agent 2 writes 52 and returns its lock.', 'agent 2 写下 52，归还了锁。'),
    beat(
      overwrite('client1', 'client2'),
      'Agent 1 writes 43, computed from 42: agent 2’s update is lost. No update of the lock file has come in between to say that the lock was gone.',
      'agent 1 写下由 42 算出的 43：agent 2 的更新丢了。在这之前没有轮到一次更新，也就没谁告诉它锁已经没了。',
      text('Agent 1 writes 43, computed from 42: 52 is lost.', 'agent 1 写下由 42 算出的 43：52 丢了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source and the README of proper-lockfile 4.1.2, and issue 1322 of earendil-works/pi (6 February 2026): several instances of a coding agent, a computer that sleeps, and after it wakes one of them ends with ECOMPROMISED. Its fix there was a handler that only logs',
    'proper-lockfile 4.1.2 的源码和 README，以及 earendil-works/pi 的 issue 1322（2026 年 2 月 6 日）：同时开着几个编程 agent，电脑睡了一觉，醒来后有一个以 ECOMPROMISED 退出，那里的修法是换成只写日志的处理函数',
  ),
  modelled: text(
    'proper-lockfile with its defaults: stale after 10 s, an update every 5 s, no retries. The laptop’s monotonic clock, and with it every timer, stops while it sleeps; its wall clock goes on. The file is in a folder on NFS that is mounted without a cache (noac), except in variant c.',
    'proper-lockfile 的默认设置：10 秒算过期，每 5 秒更新，不重试。笔记本睡着时单调时钟停住，定时器也停；挂钟照走。文件在 NFS 上的文件夹里，挂载时关掉了缓存（noac），变体 c 除外。',
  ),
  notModelled: text(
    'Two agents on one laptop: they sleep together, and whichever timer comes first after the wake-up decides.',
    '同一台笔记本上的两个 agent：它们一起睡，醒来后看谁的定时器先到。',
  ),
  scenario: {
    version: 2,
    seed: 105,
    lock: { id: 'lock-file', settings: { fileSystem: 'network', attributeCache: 0 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      think: 1000,
      work: 3000,
      latency: { min: 5, p50: 10, p99: 20, max: 25 },
      own: { client2: { start: 2000 } },
      duration: 26_000,
      patience: 24_000,
    },
    faults: {
      sleep: {
        kind: 'suspend',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
        for: 12_500,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update', 'deleted-another'],
  scene: { question: text('What would have saved 52?', '怎样才能保住 52？'), answers: ['fix', 'fix2', 'b'] },
  variants: [
    {
      id: 'b',
      title: text('Long work, and a handler that logs', '活更长，处理函数只写日志'),
      short: text('A handler that only logs', '只写日志'),
      text: text(
        'The work takes 8 s, so the update comes first: it finds another time than its own. By default the library throws, and the process ends. Here a handler of onCompromised logs a line instead, so that a sleep ends no process. The work goes on.',
        '活要 8 秒，所以先轮到更新，发现目录的时间不是自己设的。库默认抛出异常，进程退出。这里的 onCompromised 换成只写一行日志，免得睡一觉就退出，于是活继续干。',
      ),
      patch: { lock: { settings: { onCompromised: 'logs' } }, settings: { work: 8000 } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Agent 1’s laptop sleeps, and agent 2 has taken its lock.',
          'agent 1 的笔记本睡着，agent 2 接管了锁。',
        ),
        beat(
          once('lockLost', 'client1'),
          'After the wake-up the update finds another time: the lock is not agent 1’s any more. A line goes to the log.',
          '醒来后，更新时发现时间变了：锁已不是 agent 1 的。日志里多了一行。',
          text('The update finds another’s time, and a line goes to the log.', '更新时发现锁已换人，日志多了一行。'),
        ),
        beat(
          overwrite('client1', 'client2'),
          'Agent 1 works on, and writes 43 over agent 2’s 52.',
          'agent 1 接着干，用 43 覆盖了 agent 2 的 52。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('It throws, as by default', '按默认抛出异常'),
      short: text('It throws', '抛出异常'),
      text: text(
        'The same with the library’s default: the update throws, and the process ends before it writes. What looked like a crash after each sleep has saved agent 2’s update. It helps only if the update comes before the write.',
        '同样的情形，用库的默认：更新时抛出异常，进程没来得及写就退出了。看似“睡一觉就崩溃”，却保住了 agent 2 的更新。前提是更新赶在写入之前。',
      ),
      patch: { settings: { work: 8000 } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Agent 2 has taken the lock.', 'agent 2 接管了锁。'),
        beat(
          once('lockLost', 'client1'),
          'Agent 1’s update finds another time, and throws. Its process ends.',
          'agent 1 更新时发现时间变了，抛出异常，进程退出。',
        ),
        beat(once('wrote', 'storage'), 'Agent 2 writes 52, and nobody writes over it.', 'agent 2 写下 52，没人覆盖。'),
      ],
    },
    {
      id: 'c',
      title: text('The kernel answers from memory', '内核凭缓存回答'),
      short: text('The kernel remembers', '内核有缓存'),
      text: text(
        'It throws by default, and the folder is mounted as usual: the laptop’s kernel answers from memory for 30 s, by the clock that had stopped. The update finds its own time there, and sets the time of agent 2’s lock file. Neither hears of the other.',
        '同样默认抛出异常，但文件夹按通常方式挂载：笔记本的内核凭缓存回答 30 秒，计时的正是停过的那个时钟。更新时看到的还是自己设的时间，接着更新了 agent 2 的锁文件。谁也没察觉。',
      ),
      patch: { lock: { settings: { attributeCache: 30 } }, settings: { work: 8000 } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Agent 2 has taken the lock.', 'agent 2 接管了锁。'),
        beat(
          once('extended', 'client1'),
          'Agent 1’s kernel still remembers its old lock file. The update finds nothing wrong.',
          'agent 1 的内核还记着原来的锁文件，更新时没看出异样。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Agent 1 writes 43 over agent 2’s 52.',
          'agent 1 用 43 覆盖了 agent 2 的 52。',
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('A look at the clock before the write', '写之前看一眼时钟'),
      short: text('A look at the clock', '写前看时钟'),
      text: text(
        'The wall clock went on while the laptop slept. Before agent 1 writes, it compares that clock with the time that it has set itself: more than 10 s have passed, so it does not write. A sleep right after that look would still break it.',
        '笔记本睡着时挂钟照走。agent 1 写之前，拿挂钟与自己设的时间一比：已经超过 10 秒，就不写了。要是刚看完就睡着，还是会出事。',
      ),
      patch: { settings: { check: 'before-write' } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Agent 2 has taken the lock, as before.', 'agent 2 照样接管了锁。'),
        beat(once('wrote', 'storage'), 'Agent 2 writes 52.', 'agent 2 写下 52。'),
        beat(
          once('stopped', 'client1'),
          'Agent 1 looks at its wall clock: its lock is stale. It does not write.',
          'agent 1 看了看挂钟：锁早该过期了。它没有写。',
          text('Agent 1 looks at its wall clock, and does not write.', 'agent 1 看了挂钟，没有写。'),
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The file is in a git repository', '文件放在 git 仓库里'),
      short: text('A git repository', '放进 git 仓库'),
      text: text(
        'The agents push commits instead of writing the file. Agent 1’s push is not a fast-forward, since agent 2 has pushed meanwhile: git refuses it. There are still two holders, but nothing is lost, as long as nobody forces a push.',
        '两个 agent 不再直接写文件，而是推送提交。agent 2 已经推送过，agent 1 的推送不是快进，git 拒绝了它。仍有两个持有者，但只要没人强制推送，什么也不会丢。',
      ),
      patch: { storage: { id: 'repository' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Agent 2 takes the lock and pulls 42.', 'agent 2 接管了锁，拉取到 42。'),
        beat(once('wrote', 'storage'), 'Agent 2 pushes 52.', 'agent 2 推送 52。'),
        beat(
          once('rejected', 'storage'),
          'Agent 1’s 43 is based on the old head, so its push is refused.',
          'agent 1 的 43 依据的是旧的提交，推送被拒绝。',
        ),
      ],
    },
  ],
};
