/** A client pauses between its read and its write for longer than its lock lives: the figure that began the argument. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, overwrite, text } from '../beats';

export const story: StoryBody = {
  next: 'failover',
  lead: {
    en: 'Client 1 takes the lock, reads 42, then freezes for longer than the lock lasts. Client 2 gets the lock, as it should, and writes. Then client 1 wakes up and writes as if nothing had happened.',
    zh: '客户端 1 拿到锁，读到 42，然后停顿，停得比锁的有效时间还长。客户端 2 名正言顺地拿到锁并写入。随后客户端 1 醒来，若无其事地把自己的值写了上去。',
  },
  beats: [
    {
      text: {
        en: 'Client 1 asks all five nodes and has the lock as soon as three have agreed.',
        zh: '客户端 1 向五个节点请求加锁，三个同意就拿到了锁。',
      },
      short: text('Three nodes have agreed: client 1 has the lock.', '三个节点同意，客户端 1 拿到了锁。'),
      at: { kind: 'acquired', process: 'client1' },
    },
    {
      text: {
        en: 'Client 1 has read 42 and is about to write 43. Just then its whole process freezes: garbage collection, a page fault, a scheduler with other plans.',
        zh: '它读到 42，正要写 43。就在写之前，整个进程停顿了：可能是垃圾回收，可能是要从磁盘取回的内存页，也可能是调度器先去忙别的了。',
      },
      short: text(
        'Client 1 has read 42. Just before it writes 43, it freezes.',
        '客户端 1 读到 42，正要写 43，整个进程停顿了。',
      ),
      at: { kind: 'paused', process: 'client1' },
    },
    {
      text: {
        en: 'Client 2 wants the lock too, and every node refuses: so far everything is as it should be.',
        zh: '客户端 2 也请求加锁，所有节点都拒绝了它：到此为止一切正常。',
      },
      short: text('Client 2 wants the lock too, and every node refuses.', '客户端 2 也请求加锁，所有节点都拒绝了。'),
      at: { kind: 'received', process: 'client2', nth: 3 },
    },
    {
      text: {
        en: 'The lock expires: one node after another deletes the key. Frozen, client 1 has no idea.',
        zh: 'TTL 到了，各个节点先后删除了键。客户端 1 还在停顿，一无所知。',
      },
      short: text('The lock expires. Frozen, client 1 has no idea.', '锁过期了。客户端 1 还在停顿，一无所知。'),
      brief: text('The lock expires. Client 1 has no idea.', '锁过期，客户端 1 不知道。'),
      // The last of five: from here on, the lock is free.
      at: { kind: 'entryGone', process: 'nodeE' },
    },
    {
      text: {
        en: 'Client 2 asks again and gets the lock, as it should. Now both think they hold it.',
        zh: '客户端 2 再次请求，名正言顺地拿到了锁。此刻两个客户端都以为自己持有锁。',
      },
      short: text(
        'Client 2 gets the lock, as it should. Now both think they hold it.',
        '客户端 2 名正言顺地拿到锁。两个都以为自己持有锁。',
      ),
      brief: text('Client 2 gets it, as it should.', '客户端 2 拿到了锁。'),
      at: { kind: 'acquired', process: 'client2' },
    },
    {
      text: {
        en: 'Client 2 has read 42, and the storage accepts its 52.',
        zh: '客户端 2 读到的是 42，存储接受了它写的 52。',
      },
      at: { kind: 'wrote', process: 'storage' },
    },
    {
      text: {
        en: 'Client 1 carried on where it had stopped and wrote its own 43, computed from the old 42. The storage accepts it: client 2’s change is gone.',
        zh: '客户端 1 从停下的地方继续，写下由旧值 42 算出的 43。存储照单全收：客户端 2 的修改就此丢失。',
      },
      short: text(
        'Client 1 wakes up and writes 43 over 52: client 2’s update is lost.',
        '客户端 1 醒来，用 43 覆盖了 52：客户端 2 的更新丢了。',
      ),
      at: overwrite('client1', 'client2'),
    },
  ],
  sources: ['design', 'debate'],
  argument: {
    en: 'This is Martin Kleppmann’s first objection to Redlock, made in February 2016: a lock that expires cannot protect a resource from a client that does not know what time it is. Salvatore Sanfilippo (antirez) answered that every lock with automatic release has this problem, and that anyone whose resource can check tokens hardly needs a strong lock. Nobody disputes the first half, which has a story of its own. So the remedy has to be at the resource.',
    zh: '这是 Martin Kleppmann 在 2016 年 2 月对 Redlock 的第一条质疑：会自动过期的锁，防不住一个不知道现在几点的客户端。Salvatore Sanfilippo（antirez）答复说，凡是自动释放的锁都有这个问题；而如果资源本身能检查 token，也就不太需要一把很强的锁了。前半句没有争议，这里另有一个故事专门讲它。所以补救办法在资源一侧。',
  },
  modelled: {
    en: 'A stop-the-world pause of one process at an exact line of its code, while messages, expiry and the other client carry on. Languages without garbage collection pause too: pages that were swapped out, a busy processor, a stopped process.',
    zh: '让一个进程恰好在某一行代码处整体停顿，而消息、过期和另一个客户端照常进行。没有垃圾回收的语言也会停顿：内存页被换出、CPU 繁忙、进程被信号停下。',
  },
  notModelled: {
    en: 'What causes the pause, and how likely one of this length is. The times are chosen so that you can see them: real locks last longer and real messages are faster.',
    zh: '停顿从何而来、多久一次。各段时间是为了看得清而选的：真实的锁有效时间更长，真实的消息也更快。',
  },
  scenario: {
    version: 2,
    seed: 42,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 400, tries: 1 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1780,
      think: 500,
      work: 100,
      storageTimeout: 1000,
      latency: { min: 45, p50: 90, p99: 170, max: 190 },
      own: { storage: { latency: { min: 110, p50: 140, p99: 175, max: 185 } } },
      duration: 6000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2900,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: {
    opening: text('Client 1 takes the lock, then freezes.', '客户端 1 拿到锁，停顿了。'),
    question: text('What would have saved 52?', '怎样才能保住 52？'),
    answers: ['fix', 'fix2', 'b'],
  },
  variants: [
    {
      id: 'b',
      title: text('Looking at the clock first does not help', '先看一眼时间也没用'),
      short: text('A look at the clock', '先看一眼时钟'),
      text: text(
        'Client 1 checks its lease before it writes, finds time left, and only then freezes. Between a check and what it is meant to protect, there is always room for a pause.',
        '客户端 1 写之前检查了租约，发现时间还够，偏偏在这之后才停顿。检查与它要保护的动作之间，永远容得下一次停顿。',
      ),
      patch: { settings: { check: 'before-write' } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
        beat(
          once('paused', 'client1'),
          'Client 1 has read, worked, checked the clock and found enough time left. The pause comes right after.',
          '客户端 1 读完、做完、看了时间，发现还够。停顿紧接着就来了。',
          text(
            'Client 1 checked: enough time was left. The pause comes right after.',
            '客户端 1 看过，时间还够。停顿紧接着就来了。',
          ),
        ),
        beat(once('acquired', 'client2'), 'The lock expires, and client 2 gets it.', '锁过期了，客户端 2 拿到了锁。'),
        beat(
          once('resumed', 'client1'),
          'Client 1 carries on after its check: to its code, no time has passed.',
          '客户端 1 从检查之后继续往下走：在它的代码看来，时间一点没过。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 writes 43 over 52, as before: client 2’s update is lost.',
          '客户端 1 照样用 43 覆盖了 52：客户端 2 的更新丢了。',
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('With a fencing token', '使用 fencing token'),
      short: text('A fencing token', 'fencing token'),
      text: text(
        'Each time a client gets the lock it also gets a larger number, and the storage rejects a write whose number is older than the newest it has seen. Redlock has no such number of its own: here it comes from counters on the nodes, written back to a majority before use. There are still two holders at once, but nothing is lost, because client 2 wrote first.',
        '每次加锁都得到一个递增的编号，存储拒绝编号比它见过的最新编号更旧的写入。Redlock 自己没有这样的编号：这里用的是各节点上的计数器，使用前先写回多数节点。两个客户端仍会同时持锁，但因为客户端 2 先写，什么也没丢。',
      ),
      patch: {
        lock: { settings: { token: 'quorum' } },
        storage: { id: 'fencing' },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock, and with it token 1: the largest number that a majority counted, written back to a majority.',
          '客户端 1 拿到了锁，同时拿到 token 1：多数节点所计的最大数，并已写回多数节点。',
          text('Client 1 has the lock, and with it token 1.', '客户端 1 拿到锁，同时拿到 token 1。'),
        ),
        beat(
          once('paused', 'client1'),
          'Client 1 freezes just before its write again.',
          '客户端 1 照样在写之前停顿了。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock and token 2.', '客户端 2 拿到了锁和 token 2。'),
        beat(
          once('wrote', 'storage'),
          'The storage accepts client 2’s write, and remembers that it has seen token 2.',
          '存储接受了它的写入，并记下自己见过 token 2。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write arrives with token 1. The storage needs no clock to see that it is late.',
          '客户端 1 带着 token 1 来了。存储不需要时钟，也知道它来晚了。',
          text(
            'Client 1’s write has token 1: the storage sees that it is late.',
            '客户端 1 带来 token 1，存储一看就知道它晚了。',
          ),
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('With a version check', '使用版本检查'),
      short: text('A version check', '版本检查'),
      text: text(
        'The storage accepts a write only when it is based on the current version; comparing and writing are one step. No token is needed.',
        '存储只接受基于当前版本的写入，比较和写入是一步完成的。不需要任何 token。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has read 42 and its version, and freezes.',
          '客户端 1 读到了 42 和它的版本号，然后停顿了。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 has the lock by now. Its write makes a new version.',
          '这时锁已在客户端 2 手里。它的写入产生了新版本。',
        ),
        beat(
          once('rejected', 'storage'),
          'The late 43 is based on a version that is no longer current, and is rejected.',
          '迟到的 43 所依据的版本已不是当前版本，被拒绝。',
          text('The late 43 is based on an old version, and is rejected.', '迟到的 43 依据的是旧版本，被拒绝。'),
        ),
      ],
    },
  ],
};
