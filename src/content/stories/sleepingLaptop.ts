/**
 * The lock file of npm's proper-lockfile on a laptop that sleeps. Its time is not updated meanwhile, and another
 * process finds it stale. After the wake-up the library looks again only when its timer comes, and the work may be
 * done before that.
 */
import { defaultSettings } from '../../core/model/scenario';
import type { StoryBody } from '../../core/model/story';
import { beat, once, opening, overwrite, text } from './beats';

export const story: StoryBody = {
  lead: text(
    'Agent 1 runs on a laptop and holds a lock file, whose time it updates every 5 s. Somebody closes the lid for a few seconds. Agent 2 finds the lock file stale, removes it, and makes its own. The laptop wakes up in the middle of the work, and finishes it.',
    'agent 1 跑在笔记本上，持有一个锁文件，每 5 秒更新一次它的时间。有人把盖子合上了十几秒。agent 2 看锁文件已过期，删掉它，建了自己的。笔记本醒来，活干到一半，就接着干完了。',
  ),
  beats: [
    opening(
      'The lock is a directory beside the file. Its holder updates the directory’s time every 5 s. A process that finds that time 10 s old takes the lock over. The clients are two coding agents that share a file; client 1 runs on a laptop.',
      '锁是文件旁边的一个目录，持有者每 5 秒更新一次目录的时间；谁看到这个时间已有 10 秒没动，就接管。两个客户端是共用一个文件的编程 agent，客户端 1 跑在笔记本上。',
      text('A directory whose time is 10 s old is taken over by anybody.', '锁是一个目录，时间 10 秒没更新就可接管。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has made the directory and reads 42. Its first update is due in 5 s, its work takes 3 s.',
      '客户端 1 建好目录，读到 42。5 秒后才要第一次更新，而它的活只要 3 秒。',
      text('Client 1 works for 3 s, and its first update comes after 5.', '客户端 1 有了锁：活要 3 秒，5 秒后更新。'),
    ),
    beat(
      once('paused', 'client1'),
      'Somebody closes the lid. No code runs, and no timer: nobody updates the directory’s time.',
      '有人合上了盖子。代码不跑，定时器也停了：目录的时间没人更新。',
      text('Somebody closes the lid: nobody updates the directory’s time.', '盖子合上了：目录的时间没人更新。'),
    ),
    beat(
      once('entryGone', 'service'),
      'By client 2’s clock the directory is more than 10 s old. It counts as left behind, and client 2 removes it.',
      '按客户端 2 的时钟，目录已超过 10 秒没更新，算是遗留下来的，于是删掉。',
      text('Client 2 finds the directory 10 s old, and removes it.', '客户端 2 看目录 10 秒没更新，就删掉它。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 makes its own directory, and reads 42.',
      '客户端 2 建了自己的目录，读到 42。',
    ),
    beat(
      once('resumed', 'client1'),
      'The laptop wakes up. Its timers ran by a clock that stood still: work for 3 s is left, and the update is due after that.',
      '笔记本醒来。定时器靠的时钟睡眠时是停的：活还剩 3 秒，更新要等到那以后。',
      text(
        'The laptop wakes: 3 s of work are left, the update comes later.',
        '笔记本醒来：活还剩 3 秒，更新在那之后。',
      ),
    ),
    beat(once('wrote', 'storage'), 'Client 2 writes 52 and gives its lock back.', '客户端 2 写下 52，归还了锁。'),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 writes 43, computed from 42: client 2’s update is lost. No update of the directory has come in between to say that the lock was gone.',
      '客户端 1 写下由 42 算出的 43：客户端 2 的更新丢了。在这之前没有轮到一次更新，也就没谁告诉它锁已经没了。',
      text('Client 1 writes 43, computed from 42: 52 is lost.', '客户端 1 写下由 42 算出的 43：52 丢了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source and the README of proper-lockfile 4.1.2, and issue 1322 of earendil-works/pi (6 February 2026): several instances of a coding agent, a computer that sleeps, and after it wakes one of them ends with ECOMPROMISED. Its fix there was a handler that only logs',
    'proper-lockfile 4.1.2 的源码和 README，以及 earendil-works/pi 的 issue 1322（2026 年 2 月 6 日）：同时开着几个编程 agent，电脑睡了一觉，醒来后有一个以 ECOMPROMISED 退出，那里的修法是换成只写日志的处理函数',
  ),
  modelled: text(
    'proper-lockfile with its defaults: stale after 10 s, an update every 5 s, no retries. The laptop’s monotonic clock, and with it every timer, stands still while it sleeps; its wall clock goes on. The file is in a folder on NFS that is mounted without a cache (noac), except in variant c.',
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
          'Client 1’s laptop sleeps, and client 2 has taken its lock.',
          '客户端 1 的笔记本睡着，客户端 2 接管了锁。',
        ),
        beat(
          once('lockLost', 'client1'),
          'After the wake-up the update finds another time: the lock is not client 1’s any more. A line goes to the log.',
          '醒来后，更新时发现时间变了：锁已不是客户端 1 的。日志里多了一行。',
          text('The update finds another’s time, and a line goes to the log.', '更新时发现锁已换人，日志多了一行。'),
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 works on, and writes 43 over client 2’s 52.',
          '客户端 1 接着干，用 43 覆盖了客户端 2 的 52。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('It throws, as by default', '按默认抛出异常'),
      short: text('It throws', '抛出异常'),
      text: text(
        'The same with the library’s default: the update throws, and the process ends before it writes. What looked like a crash after each sleep has saved client 2’s update. It helps only if the update comes before the write.',
        '同样的情形，用库的默认：更新时抛出异常，进程没来得及写就退出了。看似“睡一觉就崩溃”，却保住了客户端 2 的更新。前提是更新赶在写入之前。',
      ),
      patch: { settings: { work: 8000 } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has taken the lock.', '客户端 2 接管了锁。'),
        beat(
          once('lockLost', 'client1'),
          'Client 1’s update finds another time, and throws. Its process ends.',
          '客户端 1 更新时发现时间变了，抛出异常，进程退出。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 writes 52, and nobody writes over it.',
          '客户端 2 写下 52，没人覆盖。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The kernel answers from memory', '内核凭缓存回答'),
      short: text('The kernel remembers', '内核有缓存'),
      text: text(
        'It throws by default, and the folder is mounted as usual: the laptop’s kernel answers from memory for 30 s, by the clock that stood still. The update finds its own time there, and sets the time of client 2’s directory. Neither hears of the other.',
        '同样默认抛出异常，但文件夹按通常方式挂载：笔记本的内核凭缓存回答 30 秒，计时的正是停过的那个时钟。更新时看到的还是自己设的时间，接着更新了客户端 2 的目录。谁也没察觉。',
      ),
      patch: { lock: { settings: { attributeCache: 30 } }, settings: { work: 8000 } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has taken the lock.', '客户端 2 接管了锁。'),
        beat(
          once('extended', 'client1'),
          'Client 1’s kernel still remembers its old directory. The update finds nothing wrong.',
          '客户端 1 的内核还记着原来的目录，更新时没看出异样。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 writes 43 over client 2’s 52.',
          '客户端 1 用 43 覆盖了客户端 2 的 52。',
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('A look at the clock before the write', '写之前看一眼时钟'),
      short: text('A look at the clock', '写前看时钟'),
      text: text(
        'The wall clock went on while the laptop slept. Before client 1 writes, it compares that clock with the time that it has set itself: more than 10 s have passed, so it does not write. A sleep right after that look would still break it.',
        '笔记本睡着时挂钟照走。客户端 1 写之前，拿挂钟与自己设的时间一比：已经超过 10 秒，就不写了。要是刚看完就睡着，还是会出事。',
      ),
      patch: { settings: { check: 'before-write' } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has taken the lock, as before.', '客户端 2 照样接管了锁。'),
        beat(once('wrote', 'storage'), 'Client 2 writes 52.', '客户端 2 写下 52。'),
        beat(
          once('stopped', 'client1'),
          'Client 1 looks at its wall clock: its lock is stale. It does not write.',
          '客户端 1 看了看挂钟：锁早该过期了。它没有写。',
          text('Client 1 looks at its wall clock, and does not write.', '客户端 1 看了挂钟，没有写。'),
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The file is in a git repository', '文件放在 git 仓库里'),
      short: text('A git repository', '放进 git 仓库'),
      text: text(
        'The agents push commits instead of writing the file. Client 1’s push is no fast-forward, since client 2 has pushed meanwhile: git refuses it. There are still two holders, but nothing is lost, as long as nobody forces a push.',
        '两个 agent 不再直接写文件，而是推送提交。客户端 2 已经推送过，客户端 1 的推送不是快进，git 拒绝了它。仍有两个持有者，但只要没人强制推送，什么也不会丢。',
      ),
      patch: { storage: { id: 'repository' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 takes the lock and pulls 42.', '客户端 2 接管了锁，拉取到 42。'),
        beat(once('wrote', 'storage'), 'Client 2 pushes 52.', '客户端 2 推送 52。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s 43 is based on the old head, so its push is refused.',
          '客户端 1 的 43 依据的是旧的提交，推送被拒绝。',
        ),
      ],
    },
  ],
};
