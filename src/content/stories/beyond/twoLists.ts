/**
 * Two clients have different lists of the nodes. Each has a majority of its own list, and the majorities do not meet.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'The nodes of the lock are being replaced. Client 2 has the new list, client 1 the old one. For one the nodes are A, B, C; for the other, C, D, E. Both get a majority, without any fault.',
    '锁的节点正在更换，客户端 2 用新名单，客户端 1 用旧名单。一个认为节点是 A、B、C，另一个认为是 C、D、E。没有任何故障，两个客户端都拿到了多数。',
  ),
  beats: [
    opening(
      'Redlock rests on the fact that two majorities always share a node. But that is true only of majorities of the same list.',
      '任何两个多数必有公共节点，这是 Redlock 的根基。但这只对同一份名单成立。',
      text('Two majorities share a node, but only of the same list.', '两个多数必有公共节点，但只对同一份名单成立。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 asks A, B and C, and has the lock with two of the three.',
      '客户端 1 问了 A、B、C，三个里有两个同意就拿到了锁。',
      text('Client 1 asks A, B and C: two of three agree.', '客户端 1 问了 A、B、C：三个里有两个同意。'),
    ),
    beat(
      once('received', 'nodeC', 2),
      'Client 2 asks C, D and E. C has already voted for client 1, and says no.',
      '客户端 2 问了 C、D、E。C 已把票投给客户端 1，所以拒绝。',
      text('Client 2 asks C, D and E. C says no.', '客户端 2 问了 C、D、E，C 拒绝。'),
    ),
    beat(
      once('acquired', 'client2'),
      'But D and E say yes, two of three: two holders at once.',
      'D 和 E 同意，也是三个里的两个：两个客户端同时持锁。',
    ),
    beat(
      once('released', 'client1'),
      'Each client releases on its own nodes, and notices nothing.',
      '两个客户端各向自己的节点释放，都没有察觉。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'A list of nodes for each client. The quorum is counted from the client’s own list. The storage checks versions, so the run shows only what the lock does.',
    '每个客户端有自己的节点名单，多数按自己的名单算。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'How lists are handed out. Redlock says nothing about it; consensus protocols such as Raft have rules for membership changes for this very reason.',
    '名单如何下发。Redlock 对此只字未提；Raft 之类的共识协议为成员变更专门定了规则，原因就在这里。',
  ),
  scenario: {
    version: 2,
    seed: 49,
    lock: { id: 'redlock', settings: { ttl: 2500, nodeTimeout: 200, tries: 2, retryDelay: 250, retryJitter: 50 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 350,
      think: 300,
      work: 900,
      latency: { min: 12, p50: 25, p99: 55, max: 65 },
      own: {
        client1: { nodes: ['nodeA', 'nodeB', 'nodeC'] },
        client2: { nodes: ['nodeC', 'nodeD', 'nodeE'] },
      },
      duration: 3000,
      patience: 3500,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('One node at a time', '一次只改一个节点'),
      short: text('One node at a time', '一次只改一个'),
      text: text(
        'First only D is added, nothing else. A majority of A, B, C is two, of A, B, C, D three; two and three out of four always share a node. The next step comes only when every client knows the new list and a TTL has passed.',
        '先只加入 D，别的不动。A、B、C 的多数是两个，A、B、C、D 的多数是三个；四个里的任意两个与任意三个，必有公共节点。等所有客户端都知道了新名单，再过一个 TTL，才走下一步。',
      ),
      patch: { settings: { own: { client2: { nodes: ['nodeA', 'nodeB', 'nodeC', 'nodeD'] } } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock on its old list.', '客户端 1 按旧名单拿到了锁。'),
        beat(
          once('entrySet', 'nodeD'),
          'Client 2 gets only D’s vote. It would need three.',
          '客户端 2 只得到 D 的一票，而它需要三票。',
          text('Client 2 gets only D, and would need three votes.', '客户端 2 只得到 D，而它需要三票。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 had no majority, and gets the lock after client 1.',
          '客户端 2 原先凑不出多数，客户端 1 释放后才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('One node replaced in one step', '一步换掉一个节点'),
      short: text('One node replaced', '一步换掉一个'),
      text: text(
        'D takes the place of A in one step. That looks like a small change, but the majorities A, B and C, D share no node: it is enough that C votes for client 2. Replacing a node is two changes: adding one and removing one.',
        '一步到位，用 D 换掉 A。看似改动不大，可 A、B 与 C、D 没有公共节点：只要 C 把票投给客户端 2 就够了。更换其实是两次变更：加一个，再减一个。',
      ),
      patch: {
        settings: { own: { client2: { nodes: ['nodeB', 'nodeC', 'nodeD'] } } },
        faults: {
          'request-c': { kind: 'lose', message: { from: 'client1', to: 'nodeC', leg: 'request', nth: 1 } },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has A and B. Its request to C was lost, which does no harm by itself.',
          '客户端 1 拿到 A 和 B。发往 C 的请求丢了，这本身并无大碍。',
          text('Client 1 has A and B. Its request to C was lost.', '客户端 1 拿到 A 和 B，发往 C 的请求丢了。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 has C and D of B, C, D: two holders.',
          '客户端 2 拿到 B、C、D 中的 C 和 D：两个同时持锁。',
        ),
      ],
    },
  ],
};
