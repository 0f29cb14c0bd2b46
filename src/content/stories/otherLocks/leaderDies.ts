/** The server that leads ZooKeeper dies while a lock is held: what one server costs, and what three and five give. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'ZooKeeper runs on one server, and this server dies while client 1 holds the lock. Nobody can release the lock or get it.',
    'ZooKeeper 只有一台服务器，它在客户端 1 持锁时死了。锁既还不了，也拿不到。',
  ),
  beats: [
    opening('One server: a single point of failure, as with one Redis.', '只有一台服务器：和一个 Redis 一样，是单点。'),
    beat(once('acquired', 'client1'), 'Client 1 has the lock and works.', '客户端 1 拿到锁，开始干活。'),
    beat(
      once('crashed', 'service'),
      'The server dies. Client 1 keeps working: the storage does not ask ZooKeeper.',
      '服务器死了。客户端 1 的工作还在继续：存储并不问 ZooKeeper。',
      text(
        'The server dies. Client 1 keeps working: the storage does not ask it.',
        '服务器死了，客户端 1 照常工作：存储并不问它。',
      ),
    ),
    beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
    beat(
      once('releasing', 'client1'),
      'Client 1 cannot release the lock, and client 2 cannot even connect.',
      '客户端 1 无法释放锁，客户端 2 连不上服务器。',
    ),
  ],
  sources: ['notes'],
  modelled: text(
    'Members are separate processes, and one of them leads. A write is sent to all members and counts when a majority has it. Without a majority or a leader, no request is answered. The next leader comes after the election time, has every write that counted, and restarts the timeout of every session.',
    '每个成员是一个进程，其中一个是 leader。写入发给所有成员，多数成员有了才算数。没有多数或没有 leader 时，谁的请求都不处理。选举用时过后由新 leader 接替，它有全部算数的写入，每个会话重新计时。',
  ),
  notModelled: text(
    'The protocol of consensus: votes, epochs, and logs that differ. Followers answer nobody here: clients talk only to the leader, and find the next one by themselves. A real client may be connected to any server. How long an election takes depends on the settings; it is short here, to fit the picture.',
    '共识协议本身：投票、epoch、日志分叉都没有模拟。这里的 follower 不应答客户端：客户端只与 leader 通信，并能自己找到下一个；真实的客户端可以连任何一台服务器。选举要多久取决于配置，这里取得短，好放进画面。',
  ),
  scenario: {
    version: 2,
    seed: 85,
    lock: {
      id: 'zookeeper-sequential',
      settings: { sessionTimeout: 1500, tickTime: 250, members: '1', election: 800 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      whenLost: 'never',
      stagger: 400,
      think: 200,
      work: 600,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 9000,
      patience: 5000,
    },
    faults: {
      crash: {
        kind: 'crash',
        process: 'service',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 200 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved', 'false-alarm'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Three members, and the leader dies', '三个成员，leader 死了'),
      short: text('Three members', '三个成员'),
      text: text(
        'Two of three members are left, and they elect a leader that has every write that counted: client 1’s znode, and its session. During the election no request is answered, and client 1 only knows that it is disconnected, not whether its session lives. It does, and client 1 keeps the lock all along. A careful client would stop its work until it is connected again.',
        'ZooKeeper 有三个成员，其中一个宕机。选举期间谁的请求都不处理，客户端 1 只知道自己断线了，不知道会话是否还在。其实会话还在，锁一直在它手里。谨慎的客户端会先停下，等重新连上再继续。',
      ),
      patch: {
        lock: { settings: { members: '3' } },
        faults: { crash: { process: 'memberA' } },
      },
      lock: 'held',
      data: 'safe',
      facts: ['false-alarm'],
      beats: [
        opening('Three members. Member A leads.', '三个成员，成员 A 是 leader。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock. Member A, the leader, has told B and C of the znode, and waited until a majority had it.',
          '客户端 1 拿到锁。leader A 把这个 znode 告诉了 B 和 C，等到多数成员都有了才应答。',
          text(
            'The leader has told B and C. Client 1 has the lock.',
            'leader 把 znode 告诉了 B 和 C，客户端 1 拿到锁。',
          ),
        ),
        beat(
          once('crashed', 'memberA'),
          'Member A dies. No request is answered now.',
          '成员 A 死了。现在谁的请求都不处理。',
        ),
        beat(
          once('led', 'memberB'),
          'Member B leads. It has client 1’s znode, and restarts the timeout of each session.',
          '成员 B 成为 leader。它有客户端 1 的 znode，并让每个会话重新计时。',
          text(
            'Member B leads. It knows the lock, and restarts each session’s timeout.',
            '成员 B 成为 leader：它知道这把锁，会话重新计时。',
          ),
        ),
        beat(
          once('released', 'client1'),
          'Client 1 releases the lock, which it has held all along.',
          '客户端 1 释放它一直持有的锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Three members, and two die', '三个成员，死了两个'),
      short: text('Three, and two die', '三个里死两个'),
      text: text(
        'One of three is no majority. The last member has the znode and could answer, but what it says may be outdated. So it answers nobody.',
        '三个成员死了两个，只剩一个。最后这个成员也有 znode，本可以应答，但它说的可能已经过时，所以它谁也不服务。',
      ),
      patch: {
        lock: { settings: { members: '3' } },
        faults: {
          crash: { process: 'memberA' },
          second: {
            kind: 'crash',
            process: 'memberB',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 400 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved', 'false-alarm'],
      beats: [
        beat(once('crashed', 'memberA'), 'Member A, the leader, dies.', '成员 A 是 leader，它死了。'),
        beat(
          once('crashed', 'memberB'),
          'Member B dies before it could lead. Member C alone is no majority.',
          '成员 B 还没当上 leader 也死了。只剩成员 C，不是多数。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(
          once('releasing', 'client1'),
          'Client 1 cannot release the lock, and client 2 waits.',
          '客户端 1 无法释放锁，客户端 2 只能等。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('Five members, and two die', '五个成员，死了两个'),
      short: text('Five, and two die', '五个里死两个'),
      text: text(
        'Three of five are a majority. Like Redlock, an ensemble of five survives the loss of any two members. Unlike Redlock’s nodes, its members know of each other: the next leader has every write that counts.',
        '五个成员死了两个，还剩三个。和 Redlock 一样，五个成员的集群死任意两个都能继续。不同的是这些成员互相知道：凡是算数的写入，新 leader 都有。',
      ),
      patch: {
        lock: { settings: { members: '5' } },
        faults: {
          crash: { process: 'memberA' },
          second: {
            kind: 'crash',
            process: 'memberB',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 400 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      facts: ['false-alarm'],
      beats: [
        beat(once('crashed', 'memberA'), 'Member A, the leader, dies.', '成员 A 是 leader，它死了。'),
        beat(
          once('crashed', 'memberB'),
          'Member B dies, too. Three of five are left.',
          '成员 B 也死了。五个还剩三个。',
        ),
        beat(once('led', 'memberC'), 'Member C leads.', '成员 C 成为 leader。'),
        beat(once('released', 'client1'), 'Client 1 releases the lock.', '客户端 1 归还锁。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
  ],
};
