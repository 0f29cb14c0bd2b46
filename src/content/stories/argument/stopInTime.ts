/** A client that watches its lease and stops when it ends: how far that helps, and what it cannot prevent. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const slowRead: Fault = {
  kind: 'delay',
  message: { from: 'storage', to: 'client1', leg: 'reply', nth: 1 },
  by: 1300,
};

export const story: StoryBody = {
  lead: text(
    'Redlock tells a client how long it may hold the lock: its validity. Client 1 takes that seriously: it checks its lease before every step, and when its time runs out in the middle of its work, it stops there and writes nothing.',
    'Redlock 会告诉客户端锁能占用多久。客户端 1 认真对待这个时间：每一步之前都检查。工作做到一半时间到了，它就停在那里，什么也不写。',
  ),
  beats: [
    opening(
      'Here a client checks its lease before it reads, while it works, and before it writes.',
      '这里的客户端在读之前、工作中、写之前都检查自己的租约。',
      text(
        'Client 1 checks its lease before it reads, while it works, before it writes.',
        '客户端 1 在读之前、工作中、写之前都查租约。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock and knows for how long.',
      '客户端 1 拿到锁，也知道能占用多久。',
    ),
    beat(
      once('step', 'client1', 8),
      'The reply to its read is slow today. It starts its work late.',
      '今天读的应答来得很慢，它很晚才开始工作。',
    ),
    beat(
      once('stopped', 'client1'),
      'The validity ends before the work is done. Client 1 stops: from now on it no longer holds the lock.',
      '活还没干完，有效时间就到了。客户端 1 停手：从此锁不再是它的。',
      text('The validity ends during the work: client 1 stops.', '工作没做完，有效时间到了：客户端 1 停手。'),
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, as its only holder.', '客户端 2 拿到锁，只有它持有。'),
    beat(
      once('wrote', 'storage'),
      'Client 2’s write is the only one. Client 1’s work was wasted, but nothing is wrong.',
      '只有客户端 2 写入。客户端 1 的工作白做了，但没有出错。',
      text('Only client 2 has written. Work was lost, but no data.', '只有客户端 2 写了：丢的是工作，不是数据。'),
    ),
  ],
  sources: ['notes'],
  argument: text(
    'One of the articles concludes: it is not the lock’s fault. Every expiring lock is like this; Redlock returns how long it may be held, and the client must stop when that time is over. That is true as long as a client can know the time and take back what it has done. It can do neither when it is paused after its check (variant c, story 20b), or when its write is already on its way (variant d, story 22).',
    '有一篇文章的结论是：这不是锁本身的问题。凡是带超时释放的锁都这样；Redlock 会返回可占用的时间，客户端必须处理它，时间一过就停下来。只要客户端知道现在几点，也能撤销自己做过的事，这话就成立。但看过时间之后才停顿（变体 c，故事 20b），或者写入已经在路上（变体 d，故事 22），就两样都做不到了。',
  ),
  modelled: text(
    'A client that asks its lock how much time is left, and neither works nor waits for a reply longer than that.',
    '客户端向锁询问还剩多少时间，工作不超过它，等待应答也不超过它。',
  ),
  notModelled: text(
    'Work that cannot be interrupted at any moment, and work that has to be undone when it is half done.',
    '不能随时打断的工作，以及做了一半必须撤销的工作。',
  ),
  scenario: {
    version: 2,
    seed: 48,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 1000,
      storageTimeout: 5000,
      check: 'each-step',
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 4600,
      patience: 5000,
    },
    faults: { slow: slowRead },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('It checks only before the write', '只在写之前检查'),
      short: text('A check before the write', '只在写之前查'),
      text: text(
        'Client 1 works to the end and only then checks. It does not write, so nothing is lost; but for a while it worked under a lock that was no longer its own. If the work itself has effects on the outside world, that is too late.',
        '客户端 1 做完工作才检查。它没有写，所以什么也没丢；但有一阵子，锁已过期，它还在工作。如果工作本身就会影响外界，那就太迟了。',
      ),
      patch: { settings: { check: 'before-write' } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(
          once('step', 'client1', 8),
          'Client 1 starts its work late and does not check the time.',
          '客户端 1 很晚才开始工作，而且中途不看时间。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s lock expires, and client 2 gets it. Both are at work.',
          '客户端 1 的锁过期了，客户端 2 拿到了锁。两个客户端都在工作。',
        ),
        beat(
          once('stopped', 'client1'),
          'Client 1 finally finishes, finds no time left, and does not write.',
          '客户端 1 终于做完，发现时间已过，就没有写。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('A pause after the last check', '最后一次检查之后停顿'),
      short: text('A pause after the check', '查完之后停顿'),
      text: text(
        'Client 1 checks before it writes, finds enough time left, and is paused right then. However often a client checks, there is a last time.',
        '客户端 1 写之前看了，时间够用，偏偏就在这时停顿。检查得再勤，也总有最后一次。',
      ),
      patch: {
        settings: { work: 300, check: 'each-step' },
        faults: {
          slow: null,
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
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has checked three times. Now it pauses.',
          '客户端 1 检查过三次。现在它停顿了。',
        ),
        beat(once('wrote', 'storage'), 'Client 2 gets the lock and writes.', '客户端 2 拿到锁，写了进去。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 carries on after its last check, and its write overwrites client 2’s.',
          '客户端 1 从最后一次检查之后继续往下走，它的写入覆盖了客户端 2 的。',
          text(
            'Client 1 wakes up after its last check and overwrites client 2’s write.',
            '客户端 1 醒来，不再检查，覆盖了客户端 2 的写入。',
          ),
        ),
      ],
    },
    {
      id: 'd',
      title: text('The write lands after the end', '写请求在到期之后才到达'),
      short: text('A slow write', '写请求太慢'),
      text: text(
        'Client 1 stops exactly in time, and there are never two holders at once. But its write is held up on the way. A client can stop itself, but not what it has already sent.',
        '客户端 1 准时停手，从没有两个客户端同时持锁。但它的写请求在路上耽搁了。客户端停得下来，发出去的请求停不下来。',
      ),
      patch: {
        settings: { work: 300, check: 'each-step' },
        faults: {
          slow: null,
          late: { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 3000 },
        },
      },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update', 'late-write'],
      beats: [
        beat(
          once('stopped', 'client1'),
          'Client 1 waits for the reply to its write until its time is over, and gives up.',
          '客户端 1 等写入的应答等到时间用尽，便放弃了。',
          text(
            'Client 1 waits for its reply until its time is over, and gives up.',
            '客户端 1 等应答等到时间用尽，放弃了。',
          ),
        ),
        beat(once('wrote', 'storage'), 'Client 2 alone holds the lock, and writes.', '客户端 2 独自拿到锁，写了进去。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1’s old write arrives, and client 2’s is overwritten.',
          '客户端 1 的旧写入才到，覆盖了客户端 2 的写入。',
        ),
      ],
    },
  ],
};
