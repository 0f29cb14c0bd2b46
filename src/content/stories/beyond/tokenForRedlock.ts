/** Redlock has no fencing token. The obvious one, the largest of the nodes' counters, falls without any fault. */
import type { Latency } from '../../../core/model/scenario/scenario';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const near = 8;
const far: Latency = { min: 38, p50: 48, p99: 65, max: 72 };

export const story: StoryBody = {
  lead: text(
    'Each node counts how often it has granted the lock. The token is the largest count among the nodes that granted it this time. Majorities always overlap, but not always at the node with the highest count: the token falls back, and the rightful holder’s write is rejected.',
    '每个节点数自己同意过几次加锁。token 取这次同意的节点中最大的计数。任何两个多数都有公共节点，但那未必是数得最多的那个：token 倒退了，合法持有者的写入被拒绝。',
  ),
  beats: [
    opening(
      'Clients 1, 2 and 3 are near A and B; for its third vote each has its own node, C, D or E. Client 4 is near C, D and E. There is no fault in this story.',
      '客户端 1、2、3 离 A、B 近，第三票各靠自己的节点：C、D 或 E。客户端 4 离 C、D、E 近。这个故事里没有任何故障。',
      text('Clients 1 to 3 are near A and B, client 4 is not.', '客户端 1、2、3 离 A、B 近，4 离得远。没有故障。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has A, B and C. Each of them has counted 1, so the token is 1.',
      '客户端 1 拿到 A、B、C，各计 1，所以 token 是 1。',
      text('A, B and C count 1 each: client 1’s token is 1.', 'A、B、C 各计 1，客户端 1 的 token 是 1。'),
    ),
    beat(
      once('acquired', 'client2'),
      'The token grows with each holder, because A and B count all of them.',
      '持有者换了几次，A 和 B 每次都计数，token 不断增长。',
    ),
    beat(
      once('wrote', 'storage', 6),
      'After six grants A and B have counted 6, but C, D and E only 2 each. The storage has seen 6.',
      '同意六次之后，A 和 B 都数到 6，C、D、E 却各只有 2。存储见过的最大 token 是 6。',
      text('After six grants A and B counted 6, the others only 2.', '六次之后，A 和 B 数到 6，其余只有 2。'),
    ),
    beat(
      once('acquired', 'client4'),
      'Client 4 has C, D and E, a majority like any other. The largest of their counts is 3.',
      '客户端 4 拿到 C、D、E，同样是个多数。它们的计数最大是 3。',
      text('Client 4 has C, D and E. The largest of their counts is 3.', '客户端 4 拿到 C、D、E，计数最大是 3。'),
    ),
    beat(
      once('rejected', 'storage'),
      'Client 4 is the only holder and the lock is fine, but its write is rejected: 3 is older than 6.',
      '只有它持锁，锁也没问题，写入却被拒绝：3 比 6 旧。',
      text(
        'Client 4 alone holds the lock, but is rejected: 3 is older than 6.',
        '只有客户端 4 持锁，却被拒绝：3 比 6 旧。',
      ),
    ),
    beat(
      once('rejected', 'storage', 2),
      'Client 4’s next token is still too old: its write is rejected, too.',
      '客户端 4 的下一个 token 还是比 6 旧，又被拒绝。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'Kleppmann writes that Redlock has no facility for fencing tokens, and that it is not obvious how to give it one: a counter on one node would fail with that node, and counters on several would get out of step. This is what out of step looks like. To keep them in step, you would need a consensus algorithm. antirez called tokens an unrealistic solution, since a resource that can check them could do without a strong lock, and said that they can be used with Redlock as well. The fix shows that they can, for two more round trips each time; variant b shows how far to trust that.',
    'Kleppmann 写道：Redlock 没有提供 fencing token 的机制，也看不出该怎么加：计数器放在一个节点上，会随它一起失效；放在几个节点上，又会不同步。这里演示的就是“不同步”。要让它们同步，就需要共识算法了。antirez 则说，基于 token 的解决方案是不切实际的（资源若能检查 token，就不那么需要很强的锁），但也能和 Redlock 一起用。修复说明确实能用，只是每次多两个来回；变体 b 说明它能信到什么程度。',
  ),
  modelled: text(
    'A counter (INCR) beside the key on each node, and a storage that checks fencing tokens.',
    '每个节点在键旁边放一个计数器（INCR），存储检查 fencing token。',
  ),
  notModelled: text(
    'Clients that move. Here each keeps its nearest nodes, so the counts drift apart quickly; by chance it would take longer.',
    '客户端与节点的远近会变。这里始终不变，好让计数很快拉开；若全凭偶然，只是要久一些。',
  ),
  scenario: {
    version: 2,
    seed: 53,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 160, tries: 3, token: 'largest' } },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      clients: 4,
      rounds: 2,
      stagger: 1100,
      think: 150,
      work: 60,
      latency: { min: 8, p50: 14, p99: 22, max: 25 },
      own: {
        client1: { latencyTo: { nodeA: near, nodeB: near, nodeC: near, nodeD: far, nodeE: far } },
        client2: { latencyTo: { nodeA: near, nodeB: near, nodeC: far, nodeD: near, nodeE: far } },
        client3: { latencyTo: { nodeA: near, nodeB: near, nodeC: far, nodeD: far, nodeE: near } },
        client4: { latencyTo: { nodeA: far, nodeB: far, nodeC: near, nodeD: near, nodeE: near } },
      },
      duration: 4400,
      patience: 420,
    },
    faults: {},
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['token-fell', 'rejected', 'rightful-rejected', 'starved', 'token-repeated'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Written back to a majority', '写回多数节点'),
      short: text('Write the count back', '把计数写回去'),
      text: text(
        'All nodes count, and the largest number of a majority is written back to a majority before it is used. Now every later majority includes a node that has seen it. It costs two more round trips per lock.',
        '所有节点都计数；取多数节点中最大的数，使用前先写回多数节点。此后任何一个多数里，都有见过它的节点。代价是每次加锁多两个来回。',
      ),
      patch: { lock: { settings: { token: 'quorum' } }, settings: { duration: 6500 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Counted, written back, and only then used: token 1.',
          '先计数，再写回，然后才用：token 1。',
        ),
        beat(
          once('acquired', 'client4'),
          'By now C, D and E know of all six grants. Client 4’s token is 7.',
          '此时 C、D、E 都知道之前的六次。客户端 4 的 token 是 7。',
          text(
            'C, D and E know of six grants: client 4 gets token 7.',
            'C、D、E 都知道前六次，客户端 4 的 token 是 7。',
          ),
        ),
        beat(
          once('wrote', 'storage', 8),
          'Every token is newer than the last: all writes are accepted.',
          'token 总比上一个新：每次写入都被接受。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Until a node forgets', '直到一个节点失忆'),
      short: text('A node forgets', '一个节点失忆'),
      text: text(
        'Written back, but only A, B and C could be reached; then C restarts empty, and client 4 reaches only C, D and E. None of them knows any count. It is the story of the forgetful node again, this time about the counter: what happens to the lock happens to its token.',
        '写回了，但当时只连得上 A、B、C；随后 C 重启，数据全空。客户端 4 只连得上 C、D、E，这三个节点都不记得计数。这就是“一个节点失忆，放进两个客户端”的故事，只不过主角换成了计数器：锁会怎样，token 也会怎样。',
      ),
      patch: {
        lock: { settings: { token: 'quorum' } },
        settings: { stagger: 1500, duration: 6800, patience: 650 },
        faults: {
          'without-d-e': {
            kind: 'cut',
            when: { kind: 'time', at: 0 },
            from: ['client1', 'client2', 'client3'],
            to: ['nodeD', 'nodeE'],
            bothWays: true,
            for: 'ever',
          },
          'without-a-b': {
            kind: 'cut',
            when: { kind: 'time', at: 0 },
            from: ['client4'],
            to: ['nodeA', 'nodeB'],
            bothWays: true,
            for: 'ever',
          },
          forgets: {
            kind: 'restart',
            process: 'nodeC',
            when: { kind: 'step', process: 'client4', step: 'think', nth: 1 },
          },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['token-fell', 'rightful-rejected', 'starved', 'rejected', 'token-repeated'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'The first three clients reach only A, B and C.',
          '前三个客户端只连得上 A、B、C。',
        ),
        beat(
          once('started', 'nodeC'),
          'C restarts empty. Nobody holds the lock just now, so the lock itself comes to no harm.',
          'C 重启，里面空空如也。此刻没人持有锁，所以锁本身并未受损。',
          text('C restarts empty. Nobody holds the lock just now.', 'C 重启后是空的，此刻没人持有锁。'),
        ),
        beat(
          once('acquired', 'client4'),
          'Client 4 has C, D and E, where counting begins at 1.',
          '客户端 4 拿到 C、D、E，那里从 1 数起。',
        ),
        beat(
          once('rejected', 'storage'),
          'The storage has seen 6, and rejects client 4’s write.',
          '存储见过 6，拒绝了客户端 4 的写入。',
        ),
      ],
    },
  ],
};
