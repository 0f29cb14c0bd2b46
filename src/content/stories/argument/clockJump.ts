/** The clock of one node leaps forward and ends a lock that still had time to live. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, briefly, once, opening, text } from '../beats';

export const story: StoryBody = {
  next: 'fencing-tokens',
  lead: text(
    'Client 1 locks A, B and C, with plenty of time. Then C’s clock jumps forward, C thinks the time is up, and there is a second majority.',
    '客户端 1 会锁住 A、B、C，时间充裕。然后 C 的时钟向前一跳，C 以为时间到了，于是出现了第二个多数。',
  ),
  beats: [
    opening(
      'Each Redis node decides by its own wall clock when a key has expired. Client 1’s requests to D and E will get lost.',
      '每个 Redis 节点都用自己的挂钟判断键是否过期。客户端 1 发给 D 和 E 的请求会丢失。',
      text(
        'Each Redis node decides by its own wall clock when a key expires.',
        '每个 Redis 节点按自己的挂钟判断键是否过期。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock on A, B and C.', '客户端 1 在 A、B、C 上拿到了锁。'),
    beat(
      once('refused', 'client2'),
      'Client 2 finds only D and E free. Two of five are not enough.',
      '客户端 2 发现只有 D 和 E 空闲。五个里两个，不够。',
    ),
    briefly(
      beat(
        once('clockSet', 'nodeC'),
        'C’s clock jumps: an administrator has set it, or the time service has corrected it in one step.',
        'C 的时钟跳了：也许是管理员改的，也许是校时服务一步校正过来的。',
        text('C’s clock jumps forward by 2.2 s.', 'C 的时钟向前跳了 2.2 秒。'),
      ),
      'C’s clock jumps forward by 2.2 s.',
      'C 的时钟前跳 2.2 秒。',
    ),
    beat(
      once('entryGone', 'nodeC'),
      'By the new time, client 1’s key expired long ago, and C deletes it. In fact, hardly any time has passed.',
      '按新的时间，客户端 1 的键早就过期了，C 把它删掉。其实才过了一小会儿。',
      text('C thinks the time is up, and deletes client 1’s key.', 'C 以为时间已到，删掉了客户端 1 的键。'),
    ),
    briefly(
      beat(
        once('acquired', 'client2'),
        'Client 2 asks again and gets C, D and E: a majority, by the rules. Now two clients hold the lock.',
        '客户端 2 再次请求，拿到 C、D、E：按规则就是多数。现在两个客户端同时持锁。',
        text(
          'Client 2 gets C, D and E, a majority: two holders at once.',
          '客户端 2 拿到 C、D、E，是多数：两个同时持锁。',
        ),
      ),
      'C, D and E let client 2 in.',
      'C、D、E 同意了客户端 2。',
    ),
    beat(
      once('rejected', 'storage'),
      'The storage checks versions here, so the second write is rejected. The lock could not have stopped it.',
      '这里的存储检查版本，所以第二次写入被拒绝了。靠锁是拦不住的。',
      text('The storage checks versions, and rejects the second write.', '存储检查版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['design', 'debate'],
  argument: text(
    'Kleppmann’s example: Redlock assumes a synchronous model, in which delays, pauses and errors of clocks have limits. A good algorithm needs only an asynchronous model, without such limits: it may be slow when clocks are wrong, but must not give a wrong answer, as Paxos and Raft do not. antirez agrees that a jump breaks Redlock, and says that jumps can be avoided: do not set clocks by hand, and let ntpd correct them in small steps. Anyone who edits Raft’s log by hand breaks Raft, too. In the end it is a question of what you are willing to rely on; Kleppmann wrote that engineering discussions rarely have one right answer. In the same days, Julia Evans collected what is known about clocks in practice, and concluded that clock skew is real.',
    '这是 Kleppmann 举的例子：Redlock 建立在同步模型之上，即消息延迟、进程停顿、时钟误差都有上限；好的算法应该基于异步模型，没有这些上限：时钟出错时可以变慢，但不能给出错误的结果，Paxos 和 Raft 就是如此。antirez 承认时钟跳跃会让 Redlock 失效，但他认为跳跃可以避免：不要手动改时钟，让 ntpd 一点一点地校正；要是有人手动改 Raft 的日志，Raft 也会坏。说到底，这取决于你愿意依赖什么；Kleppmann 说，工程讨论很少只有一个正确答案。Julia Evans 在那几天收集了实际系统中时钟的资料，结论是：时钟偏移在现实中是存在的。',
  ),
  modelled: text(
    'Wall clocks that can be set, and keys that expire by them; two requests that are lost, so that client 1 depends on C.',
    '可以被拨动的挂钟，以及按挂钟过期的键；另外丢失了两条请求，使客户端 1 不得不依赖 C。',
  ),
  notModelled: text(
    'A Redis that measures expiry by a monotonic clock. The real one goes by the wall clock, since a key has to keep its expiry across restarts and on replicas.',
    '用单调时钟计算过期的 Redis。真实的 Redis 用挂钟，因为键的过期时间要能跨重启、跨副本保留。',
  ),
  scenario: {
    version: 2,
    seed: 23,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 250,
      think: 500,
      work: 1150,
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 5000,
      patience: 4000,
    },
    faults: {
      'lost-d': { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      'lost-e': { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      jump: {
        kind: 'clock-jump',
        process: 'nodeC',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 400 },
        by: 2200,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'b',
      title: text('ZooKeeper instead: no wall clock decides', '换成 ZooKeeper：不看挂钟'),
      short: text('ZooKeeper instead: no wall clock', '换成 ZooKeeper：不看挂钟'),
      text: text(
        'The wall clock of ZooKeeper’s server jumps just as far, at the same point. Nothing happens: the server uses a monotonic clock, which nobody sets, to measure how long it has not heard from a client (since 3.5, ZOOKEEPER-1366). Client 1 keeps its session and its lock. What remains is the rate of that clock, and clients that pause: against those, ZooKeeper needs a fencing token, too.',
        'ZooKeeper 服务器的挂钟在同一处跳了同样远。什么也没发生：服务器用单调时钟计算多久没有听到客户端的消息，这个时钟谁也不会去拨（从 3.5 起，ZOOKEEPER-1366）。客户端 1 的会话和锁都还在。剩下的是单调时钟的走速，以及停顿的客户端：那时 ZooKeeper 同样需要 fencing token。',
      ),
      patch: {
        lock: {
          id: 'zookeeper-sequential',
          settings: { ttl: null, nodeTimeout: null, tries: null, sessionTimeout: 2000, tickTime: 500 },
        },
        faults: { 'lost-d': null, 'lost-e': null, jump: { process: 'service' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock for as long as its session lives.',
          '客户端 1 拿到锁，会话在锁就在。',
        ),
        beat(
          once('clockSet', 'service'),
          'The server’s wall clock jumps by more than a session timeout. That does not end the session.',
          '服务器的挂钟跳变，比会话超时还多。会话不按它计算，没有结束。',
          text(
            'The server’s wall clock jumps by 2.2 s. The session does not end.',
            '服务器的挂钟跳了 2.2 秒，会话没有结束。',
          ),
        ),
        beat(once('released', 'client1'), 'Client 1 has written, and releases its lock.', '客户端 1 写完，释放锁。'),
        beat(
          once('acquired', 'client2'),
          'The session never ended: client 2 gets the lock after client 1.',
          '会话一直没有结束，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('etcd instead: its leader goes by no wall clock', '换成 etcd：leader 不看挂钟'),
      short: text('etcd instead: no wall clock', '换成 etcd：不看挂钟'),
      text: text(
        'etcd has three members, and the wall clock of its leader jumps. It ends leases by a monotonic clock. That is no law of nature: some versions of etcd before 3.5 went by the wall clock here (etcd issue 12291). Raft itself keeps the members’ data identical whatever the clocks say, as Kleppmann demands; but when a lease ends depends on one member’s clock.',
        'etcd 有三个成员，leader 的挂钟跳变。它按单调时钟结束租约。这并非天经地义：etcd 3.5 之前有些版本在这里用的是挂钟（etcd issue 12291）。不管时钟怎样，Raft 都让各成员的数据一致，这正是 Kleppmann 的要求；而租约何时结束，由一个成员的时钟决定。',
      ),
      patch: {
        lock: {
          id: 'etcd',
          settings: { ttl: null, tries: null, lease: 2000, members: '3' },
        },
        faults: { 'lost-d': null, 'lost-e': null, jump: { process: 'memberA' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock with its lease.', '客户端 1 凭租约拿到锁。'),
        beat(
          once('clockSet', 'memberA'),
          'The leader’s wall clock jumps by more than the lease. The lease goes on.',
          'leader 的挂钟跳得比租约还长，租约不受影响。',
        ),
        beat(once('released', 'client1'), 'Client 1 has written, and releases its lock.', '客户端 1 写完，释放锁。'),
        beat(
          once('acquired', 'client2'),
          'The lease never ended: client 2 gets the lock after client 1.',
          '租约一直没有结束，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Consul instead: its leader goes by no wall clock', '换成 Consul：leader 不看挂钟'),
      short: text('Consul instead: no wall clock', '换成 Consul：不看挂钟'),
      text: text(
        'The wall clock of Consul’s leader jumps just as far. The leader keeps a timer for each session, and timers run on a monotonic clock. Its TTL is a lower bound, as in Chubby: the leader may end a session later, never sooner.',
        'Consul 的 leader 的挂钟跳了同样远。leader 给每个会话一个定时器，定时器按单调时钟走。和 Chubby 一样，TTL 是下限：leader 可以晚些结束会话，不会提早。',
      ),
      patch: {
        lock: {
          id: 'consul',
          settings: { ttl: 1000, nodeTimeout: null, tries: null, members: '3' },
        },
        faults: { 'lost-d': null, 'lost-e': null, jump: { process: 'memberA' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock with its session.', '客户端 1 凭会话拿到锁。'),
        beat(
          once('clockSet', 'memberA'),
          'The leader’s wall clock jumps by more than the two TTLs that a session lives. Its timers do not.',
          'leader 的挂钟跳变，比会话能活的两个 TTL 还多。定时器不受影响。',
          text(
            'The leader’s wall clock jumps by 2.2 s. Its timers do not.',
            'leader 的挂钟跳了 2.2 秒，定时器不受影响。',
          ),
        ),
        beat(once('released', 'client1'), 'Client 1 has written, and releases its lock.', '客户端 1 写完，释放锁。'),
        beat(
          once('acquired', 'client2'),
          'The session never ended: client 2 gets the lock after client 1.',
          '会话一直没有结束，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
  scene: {
    opening: text('Client 1 holds A, B and C of five nodes.', '客户端 1 拿到 A、B、C。'),
  },
};
