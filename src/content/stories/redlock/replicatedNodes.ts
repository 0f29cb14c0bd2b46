/**
 * Redlock on nodes that have replicas. A failover at one node loses its key just as a restart without a file does, and it leaves
 * no time for the wait that antirez asks of a node that forgets.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Client 1 has just got the lock. */
const atTheRead = { kind: 'step', process: 'client1', step: 'read', nth: 1 } as const;

export const story: StoryBody = {
  next: 'sentinel-failover',
  lead: text(
    'Each of Redlock’s five nodes has a replica, to be on the safe side. Client 1 gets A, B and C. B dies before its replica has the key, the replica takes over empty, and client 2 gets B, D and E.',
    'Redlock 的五个节点，每个再配一个副本，以为更稳妥。客户端 1 拿到 A、B、C。B 死的时候键还没到副本，副本接替它，里面是空的，于是客户端 2 拿到 B、D、E。',
  ),
  beats: [
    opening(
      'Each of the five has a replica that lags a little behind, as can happen under load. Redlock knows nothing about replicas.',
      '五个节点各有一个副本，稍有落后，负载高时就会这样。Redlock 对副本一无所知。',
      text(
        'Each of Redlock’s five nodes has a replica that lags behind.',
        'Redlock 的五个节点各有一个副本，稍有落后。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has A, B and C, a majority. Its requests to D and E never arrived.',
      '客户端 1 拿到 A、B、C，够多数。它发给 D 和 E 的请求没有到达。',
      text('Client 1 has A, B and C: a majority.', '客户端 1 拿到 A、B、C：够多数。'),
    ),
    beat(
      once('promoted', 'replicaB1'),
      'B dies, and Sentinel puts its replica in its place. Client 1’s key was still on its way there.',
      'B 死了，Sentinel 让副本接替它。客户端 1 的键还在路上。',
      text('B dies. Its replica takes over, without client 1’s key.', 'B 死了。副本接替它，里面没有客户端 1 的键。'),
    ),
    beat(
      once('acquired', 'client2'),
      'The new B votes for client 2, and so do D and E: two holders at once.',
      '新的 B 投给客户端 2，D 和 E 也是：两个客户端同时持锁。',
      text('The new B, D and E vote for client 2: two holders at once.', '新的 B、D、E 投给客户端 2：两个同时持锁。'),
    ),
  ],
  sources: ['redisson', 'redis.io', 'beyond'],
  argument: text(
    'The articles raise the failover against the lock on one node, and present Redlock as the answer to it: masters only, with nothing that copies from one to another. redis.io says so too: the nodes are totally independent, without replication. This is what happens if you add replicas anyway. One failover of one of the five nodes amounts to a node that forgets. antirez’s remedy for that, to stay away for a TTL, does not work here: a replica takes over as fast as it can.',
    '文章把故障转移当作单节点锁的问题来讲，Redlock 就是为此提出的：只用主节点，互不复制。redis.io 也这样说：节点完全独立，不用复制。这里讲的是偏要再配副本会怎样。五个节点里只要有一个发生故障转移，就等于有一个节点失忆；而 antirez 的对策（过一个 TTL 再回来）用不上：副本总是尽快接替。',
  ),
  modelled: text(
    'Asynchronous replication with a lag on each of five masters, and a failover of one of them. The storage checks versions, so the run shows only what the lock does.',
    '五个主节点各有异步复制，副本有延迟；其中一个发生故障转移。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'How Sentinel finds out and decides, and clients that ask it for the new address.',
    'Sentinel 怎样发现和决定，以及客户端怎样向它打听新地址。',
  ),
  scenario: {
    version: 2,
    seed: 74,
    lock: {
      id: 'redlock',
      settings: { ttl: 2500, nodeTimeout: 250, tries: 5, retryDelay: 400, retryJitter: 100 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      work: 1200,
      nodes: { ...defaultSettings.nodes, replicas: 1, replicaLag: 500 },
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 2600,
      patience: 3000,
    },
    faults: {
      loseD: { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      loseE: { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      failover: { kind: 'failover', process: 'nodeB', when: atTheRead },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('No replicas, and B stays away', '不要副本，B 也不急着回来'),
      short: text('No replicas, B stays down', '没有副本，B 不回来'),
      text: text(
        'B dies as before, but Redlock is set up as it is meant to be: five masters and no replicas. B is down and votes for nobody. A and C still refuse client 2, and D and E are only two votes of five. A node may be missing; what it must not do is forget and still answer.',
        'B 同样死掉，但按 Redlock 的本意部署：五个主节点，没有副本。B 宕机，谁也投不了票。A 和 C 仍然拒绝客户端 2，D 和 E 只有两票。节点可以缺席，不能做的是一边应答、一边失忆。',
      ),
      patch: {
        settings: { nodes: { replicas: 0 }, duration: 3600 },
        faults: { failover: null, down: { kind: 'crash', process: 'nodeB', when: atTheRead, restartAfter: 'never' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeB'), 'B is down. Nobody takes its place.', 'B 宕机，没有谁接替它。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets a majority after client 1 has released A and C.',
          '客户端 1 释放 A 和 C 之后，客户端 2 才凑出多数。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The replica had the key', '副本已经有了键'),
      text: text(
        'The same failover, but the replica is quick and already has the key. The new B refuses client 2. Replication is usually that quick, which hides the problem until it matters.',
        '同样的故障转移，但副本跟得快，键已经到了。新的 B 拒绝了客户端 2。复制通常就有这么快，所以问题平时看不出来，直到要紧的时候。',
      ),
      patch: { settings: { nodes: { replicaLag: 2 }, duration: 3600 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('promoted', 'replicaB1'),
          'B’s replica takes over, with client 1’s key.',
          'B 的副本接替它，客户端 1 的键也在。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1 has released it.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Two of them are called B', '两个 B 都在投票'),
      short: text('B cut off, not dead', 'B 没死，只是被隔离'),
      text: text(
        'B is not dead but cut off, together with client 1. On the other side, Sentinel promotes B’s replica. From then on there are two nodes called B, and each of them votes: the old one for client 1, the new one for client 2. The replica was not behind at all.',
        'B 没有死，只是和客户端 1 一起被隔在一边；Sentinel 在另一边提升了它的副本。从此有两个节点 B，都在投票：旧的投给客户端 1，新的投给客户端 2。副本一点也没落后。',
      ),
      patch: {
        settings: { nodes: { replicaLag: 2 } },
        faults: {
          failover: null,
          parted: { kind: 'failover', process: 'nodeB', when: { kind: 'time', at: 30 }, cutOff: ['client1'] },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('promoted', 'replicaB1'),
          'B’s replica is now the master for everyone except client 1.',
          '除了客户端 1，大家都认 B 的副本为主节点。',
        ),
        beat(once('acquired', 'client1'), 'Client 1 has A, C and the old B.', '客户端 1 拿到 A、C 和旧的 B。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has the new B, D and E: two holders at once.',
          '客户端 2 拿到新的 B、D、E：两个同时持锁。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('Cut off, without a replica', '被隔离，但没有副本'),
      text: text(
        'The same partition without replicas. To client 2, B is a node that does not reply, and D and E are only two votes.',
        '同样的网络分割，没有副本。在客户端 2 看来，B 是不应答的节点，D 和 E 只有两票。',
      ),
      patch: {
        settings: { nodes: { replicas: 0 }, duration: 3600 },
        faults: {
          failover: null,
          cut: {
            kind: 'cut',
            when: { kind: 'time', at: 30 },
            from: ['client2'],
            to: ['nodeB'],
            for: 'ever',
            bothWays: true,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has A, B and C.', '客户端 1 拿到 A、B、C。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets A, C, D and E after client 1 has released.',
          '客户端 1 释放之后，客户端 2 拿到 A、C、D、E。',
        ),
      ],
    },
  ],
};
