/** viraptor's objection: when looking at the mark and writing are two steps, another write fits in between. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 asks the resource whether the mark is still its own, gets a yes, and pauses before it writes. Client 2 marks, reads, asks, gets a yes too, and writes. Then client 1 writes.',
    '客户端 1 先问资源：标记是否还是自己的，得到“是”，还没写就停顿了。客户端 2 设标记、读、问，也得到“是”，写了进去。然后客户端 1 写。',
  ),
  beats: [
    opening(
      'The mark is the same as in antirez’s proposal. But the client compares first and writes afterwards, in two requests.',
      '标记与 antirez 的提议一样。但客户端先比较、后写入，分成两次请求。',
      text(
        'The client compares the mark first, and writes in a second request.',
        '客户端先比较标记，再用另一次请求写入。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
    beat(once('read', 'storage'), 'Client 1 has left its mark, and reads.', '客户端 1 留下标记，读了数据。'),
    beat(
      once('paused', 'client1'),
      'Client 1 has asked whether the mark is still its own. Yes, it is. And now it pauses.',
      '客户端 1 问过标记还是不是自己的。是的。就在这时它停顿了。',
      text('Client 1 learns that the mark is its own, and pauses.', '客户端 1 得知标记还是自己的，随即停顿。'),
    ),
    beat(once('acquired', 'client2'), 'The lock expires, and client 2 gets it.', '锁过期了，客户端 2 拿到了锁。'),
    beat(
      once('wrote', 'storage'),
      'Client 2 has marked, read, asked, and got a yes. It writes 52.',
      '客户端 2 设了标记、读了、问了，也得到“是”。它写下 52。',
    ),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 acts on an answer that was true when it was given. Its 43 overwrites the 52.',
      '客户端 1 依据的答案，给出时是对的。它的 43 覆盖了客户端 2 的 52。',
      text('Client 1 trusts its old answer. Its 43 overwrites the 52.', '客户端 1 依据旧的答案写入，43 覆盖了 52。'),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'viraptor wrote down this sequence on Hacker News against antirez’s check-and-set. The article thinks that he misread it: antirez meant comparing and writing as one atomic step, and only then does it make sense. But then the resource excludes others by itself, and antirez’s own question comes back: why a lock in front of it?',
    'viraptor 在 Hacker News 上用这个执行序列反驳 antirez 的 check-and-set。文章认为他理解错了：antirez 指的是比较与写入为一个原子操作，只有这样才合乎逻辑。但那样一来，资源自己就能互斥，antirez 自己的疑问又回来了：前面还要一把锁做什么？',
  ),
  modelled: text(
    'Four requests to the resource: mark, read, compare, write; the storage does not check the mark when it writes.',
    '对资源的四次请求：设标记、读、比较、写；写入时存储不再看标记。',
  ),
  notModelled: text(
    'A transaction around the last two requests. That would make them one step, which is the fix.',
    '把最后两次请求放进一个事务。那就把它们变成了一步，也就是这里的补救办法。',
  ),
  scenario: {
    version: 2,
    seed: 28,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } },
    storage: { id: 'unique-token', settings: { check: 'two-step' } },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 150,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      own: { storage: { latency: { min: 60, p50: 80, p99: 105, max: 115 } } },
      duration: 4700,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'request', to: 'storage', from: 'client1', side: 'before', nth: 4 },
        for: 2900,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Compare and write in one step', '比较与写入一步完成'),
      short: text('Compare and write together', '比较与写入一步完成'),
      text: text(
        'The storage compares when it writes. Wherever the pause falls now, nothing relies on an earlier answer: the mark is checked at the very moment that counts.',
        '存储在写入的同时比较。现在停顿落在哪里都一样：标记在写入的那一刻才检查，不会依据过时的答案。',
      ),
      patch: {
        storage: { settings: { check: 'atomic' } },
        faults: { pause: { when: { nth: 3 } } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has marked and read, and pauses before its write.',
          '客户端 1 设了标记、读了数据，写之前停顿了。',
        ),
        beat(once('wrote', 'storage'), 'Client 2 marks, reads and writes.', '客户端 2 设标记、读、写。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write is compared with the mark as it is now, and rejected.',
          '客户端 1 的写入与此刻的标记比较，被拒绝。',
          text(
            'Client 1’s write is compared with the current mark, and rejected.',
            '客户端 1 的写入与此刻的标记比较，被拒绝。',
          ),
        ),
      ],
    },
  ],
};
