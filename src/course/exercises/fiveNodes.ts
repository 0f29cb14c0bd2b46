/** Exercises on Redlock: what a majority guarantees, and what breaks that guarantee. */

import { story as nodeForgets } from '../../content/stories/redlock/nodeForgets';
import { story as nodesDown } from '../../content/stories/redlock/nodesDown';
import { faultCalled, withoutFault } from '../../core/model/scenario/edit';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { withValue } from '../../core/model/scenario/faultKind';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { mutualExclusion, twoHolders } from './aims';

const forgetC = faultCalled(nodeForgets.scenario, 'forget');
const { faults: lostRequests } = withoutFault(nodeForgets.scenario, 'forget');

const down = (process: 'nodeA' | 'nodeB' | 'nodeC' | 'nodeD' | 'nodeE'): Fault => ({
  kind: 'crash',
  process,
  when: { kind: 'time', at: 0 },
  restartAfter: 'never',
});

/** All clients ask at the same instant, and again as soon as they are refused. */
const rush: Scenario = {
  version: 2,
  seed: 18,
  lock: {
    id: 'redlock',
    settings: { ttl: 2000, nodeTimeout: 150, tries: 40, retryDelay: 100, retryJitter: 0, releaseBetweenTries: false },
  },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    clients: 4,
    stagger: 0,
    work: 300,
    latency: 20,
    own: {
      client1: { latencyTo: { nodeA: 5, nodeB: 5 } },
      client2: { latencyTo: { nodeC: 5, nodeD: 5 } },
      client3: { latencyTo: { nodeE: 5 } },
    },
    duration: 8000,
    patience: 3000,
  },
  faults: {},
};

export const exercises: readonly Exercise[] = [
  {
    id: 'two-of-five',
    chapter: 'redlock',
    needs: ['between-two-commands'],
    kind: 'predict',
    title: { en: 'Two of five are down', zh: '五个坏了两个' },
    task: {
      en: 'Nodes D and E are dead from the start. Two clients ask for the lock, one after the other. What will happen?',
      zh: '节点 D 和 E 一开始就坏了。两个客户端先后要锁。会发生什么？',
    },
    // Long enough to show that no client gets the lock, with one node fewer.
    scenario: { ...nodesDown.scenario, settings: { ...nodesDown.scenario.settings, duration: 5000 } },
    options: [
      {
        id: 'works',
        text: { en: 'Both get the lock, one after the other.', zh: '两个客户端先后拿到锁。' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }] },
        why: {
          en: 'Three nodes are alive, and three votes are enough. Client 2 finds all three taken, and gets them when client 1 gives them back.',
          zh: '还有三个节点活着，三票就够了。客户端 2 来时这三个都被占着，等客户端 1 还回来，它就拿到了。',
        },
      },
      {
        id: 'nobody',
        text: { en: 'Nobody gets the lock.', zh: '谁也拿不到锁。' },
        goal: { measure: 'acquired', max: 0 },
        why: {
          en: 'You expected that a lock on five nodes needs all five, or that a dead node votes no. It needs three of the five, and A, B and C reply. A dead node casts no vote; it only costs the time until the request to it times out.',
          zh: '你以为五个节点的锁要五个都在，或者坏掉的节点算反对票。其实五个里有三个就够，而 A、B、C 都会应答。坏掉的节点只是不投票，代价是等它应答等到超时。',
        },
        rightWhen: { faults: { downC: down('nodeC') } },
      },
      {
        id: 'both',
        text: { en: 'Both hold the lock at once.', zh: '两个客户端同时持锁。' },
        goal: { fact: 'overlap' },
        why: {
          en: 'Two majorities of five would take six votes. A dead node votes for nobody, so it cannot help a second client. There are two holders only if a node votes twice, or if a lock ends before the work does.',
          zh: '两个多数要六票，而节点只有五个。坏掉的节点谁也不投，帮不了第二个客户端。只有某个节点投了两次票，或者锁比工作先结束，才会有两个客户端同时持锁。',
        },
        rightWhen: {
          faults: {
            stall: {
              kind: 'pause',
              process: 'client1',
              when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
              for: 2000,
            },
          },
        },
      },
    ],
    solution: 'works',
    nearMiss: 'nobody',
    hints: [{ en: 'How many make a majority of five?', zh: '五个的多数是几个？' }],
    after: {
      en: 'Three of five are a majority, and two majorities always share a node. That one node is what keeps the second client out.',
      zh: '五个里三个就是多数，而任意两个多数必有一个共同的节点。正是这个节点把第二个客户端挡在外面。',
    },
    notes: {
      wrong: { en: 'Some count the living nodes and ask for a majority of those.', zh: '有人按活着的节点数来算多数。' },
      say: {
        en: 'The majority is of all nodes, dead ones included. Otherwise a partitioned network would have two majorities.',
        zh: '多数是对全部节点而言，坏的也算。否则网络一分区就会有两个多数。',
      },
    },
  },
  {
    id: 'take-it-down',
    chapter: 'redlock',
    needs: ['two-of-five'],
    kind: 'break',
    title: { en: 'Make the lock unavailable', zh: '让锁不可用' },
    task: {
      en: 'Make the lock unavailable to everybody, without two clients ever holding it at once. You may crash three nodes; two are not enough.',
      zh: '让所有客户端都拿不到锁，但任何时候都不能有两个同时持锁。可以让三个节点崩溃（两个不够）。',
    },
    scenario: { ...nodesDown.scenario, settings: { ...nodesDown.scenario.settings, duration: 6000 }, faults: {} },
    budget: { faults: 3, kinds: ['crash'], processes: ['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE'] },
    aims: [
      {
        text: { en: 'Make the lock unavailable', zh: '让锁不可用' },
        goal: { outcome: ['unavailable'] },
        in: 'calm',
      },
      { ...mutualExclusion, in: 'calm' },
    ],
    solution: { faults: { a: down('nodeA'), b: down('nodeB'), c: down('nodeC') } },
    nearMiss: { faults: { a: down('nodeA'), b: down('nodeB') } },
    hints: [
      {
        en: 'At least how many nodes must be down so that no majority is left?',
        zh: '至少少了几个节点，就凑不成多数？',
      },
      {
        en: 'They must be down before the first client asks, and stay down.',
        zh: '它们要在第一个客户端请求之前就坏掉，而且不再恢复。',
      },
    ],
    after: {
      en: 'Safety and availability are two things: without a majority nobody gets the lock, which does no harm, and no good either.',
      zh: '安全和可用是两回事。凑不成多数就谁也进不来：数据没有受损，工作也做不成。',
    },
    notes: {
      wrong: { en: 'Crashes that come too late, or nodes that come back.', zh: '崩溃来得太晚，或者节点又恢复了。' },
      say: {
        en: 'Let them see that each refused client also took keys on the living nodes, and gave them back.',
        zh: '让他们看到：被拒的客户端在活着的节点上也占了键，又还了回去。',
      },
    },
  },
  {
    id: 'make-it-forget',
    chapter: 'redlock',
    needs: ['two-of-five'],
    kind: 'break',
    title: { en: 'Make one node forget', zh: '让一个节点失忆' },
    task: {
      en: 'Client 1 holds A, B and C; its requests to D and E were lost. Get client 2 to hold the lock as well, with a single crash of one node.',
      zh: '客户端 1 占着 A、B、C；它发给 D、E 的请求丢了。只用一次节点崩溃，让客户端 2 也拿到锁。',
    },
    scenario: { ...nodeForgets.scenario, faults: lostRequests },
    budget: {
      faults: 1,
      kinds: ['crash', 'restart', 'power-loss'],
      processes: ['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE'],
    },
    aims: [{ ...twoHolders, in: 'calm' }],
    solution: { faults: { forget: forgetC } },
    nearMiss: { faults: { forget: withValue(forgetC, 'process', 'nodeD') } },
    hints: [
      { en: 'Client 2 can have D and E. Which third node could it get?', zh: '客户端 2 能拿到 D 和 E。第三个能是谁？' },
      {
        en: 'A node without persistence comes back empty. It has to come back in time.',
        zh: '没有持久化的节点，恢复时是空的。它得及时恢复。',
      },
      {
        en: 'Crash C while client 1 works, and let it restart after 200 ms.',
        zh: '在客户端 1 工作时让 C 崩溃，200 ms 后重启。',
      },
    ],
    after: {
      en: 'A majority is only as good as its members’ memory: a node that forgets can vote twice.',
      zh: '多数是否可靠，取决于每个节点记不记得：失忆的节点等于投了两次票。',
    },
    notes: {
      wrong: {
        en: 'Crashing D or E: they held nothing that could be forgotten.',
        zh: '很多人让 D 或 E 崩溃：它们本来就没有键可忘。',
      },
      say: {
        en: 'This is the case for which antirez proposes delayed restarts, and redis.io fsync at every write.',
        zh: '正是为了这种情况，antirez 提出延迟重启，redis.io 建议每次写都 fsync。',
      },
    },
  },
  {
    id: 'a-better-memory',
    chapter: 'redlock',
    needs: ['make-it-forget'],
    kind: 'fix',
    title: { en: 'A better memory', zh: '更牢靠的记性' },
    task: {
      en: 'A node may lose power at any time and come back at once. Change how the nodes keep their data so that no two clients ever hold the lock at once, whichever node fails.',
      zh: '任何节点都可能断电后立刻恢复。改一改节点保存数据的方式，让无论哪个节点断电，都不会有两个客户端同时持锁。',
    },
    scenario: { ...nodeForgets.scenario, faults: lostRequests },
    may: ['settings.nodes.persistence', 'settings.nodes.replicas', 'settings.nodes.replicaLag', 'lock.settings.ttl'],
    aims: [
      {
        text: { en: 'Without a power loss, client 1 gets the lock', zh: '没有故障时客户端 1 能拿到锁' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'acquired', min: 1 }] },
        in: 'calm',
      },
      {
        text: {
          en: 'After a power loss, no two clients hold the lock at once',
          zh: '断电之后也没有两个客户端同时持锁',
        },
        goal: { not: { fact: 'overlap' } },
        in: 'attacks',
      },
    ],
    attacks: (['nodeA', 'nodeB', 'nodeC'] as const).map((process) => ({
      title: { en: `Node ${process.at(-1)} loses power`, zh: `节点 ${process.at(-1)} 断电` },
      patch: { faults: { forget: withValue(withValue(forgetC, 'kind', 'power-loss'), 'process', process) } },
    })),
    seeds: 20,
    solution: { settings: { nodes: { persistence: 'always' } } },
    nearMiss: { settings: { nodes: { persistence: 'everysec' } } },
    hints: [
      { en: 'What does a node still have after a power loss?', zh: '断电之后，节点还剩下什么？' },
      {
        en: '“everysec” may lose the last second; the lock is younger than that.',
        zh: '“everysec”可能丢掉最后一秒的数据；锁加上还不到一秒。',
      },
    ],
    after: {
      en: 'With a flush at every write, a node remembers what it has promised. It costs a disk write for every SET, and it trusts the disk.',
      zh: '每次写都刷盘，节点就记得自己的承诺。代价是每个 SET 都要写一次磁盘，而且要相信磁盘不说谎。',
    },
    notes: {
      wrong: { en: 'Replicas do not help: they are asynchronous too.', zh: '副本没有用：复制也是异步的。' },
      say: {
        en: 'The other way is time: a node that has forgotten stays away longer than any lock lasts.',
        zh: '另一个办法是延迟重启：失忆的节点停机得比任何锁都久。',
      },
    },
  },
  {
    id: 'nobody-wins',
    chapter: 'redlock',
    needs: ['two-of-five'],
    kind: 'fix',
    title: { en: 'Everybody at once, nobody wins', zh: '一拥而上，谁也没赢' },
    task: {
      en: 'Four clients ask at the same instant and retry in lockstep, each holding on to the nodes it has won. Change how they retry so that all four get the lock, no client waits longer than 5 s, and each lock costs at most 60 requests. Luck does not count: other seeds are tried, too.',
      zh: '四个客户端同时请求，又一次次同时重试，还各自攥着已拿到的节点不放。改一改重试的方式，让四个都能轮到，谁也不等超过 5 秒，每次加锁最多 60 个请求。碰运气不算：还会换别的随机种子来试。',
    },
    scenario: rush,
    may: [
      'lock.settings.retryDelay',
      'lock.settings.retryJitter',
      'lock.settings.releaseBetweenTries',
      'lock.settings.tries',
    ],
    aims: [
      { text: { en: 'All four get the lock', zh: '四个都轮到了' }, goal: { measure: 'rounds', min: 4 }, in: 'calm' },
      {
        text: { en: 'Nobody waits longer than 5 s', zh: '谁也不等超过 5 秒' },
        goal: { measure: 'waitMax', max: 5_000_000 },
        in: 'calm',
      },
      {
        text: { en: 'At most 60 requests for each lock taken', zh: '每次加锁最多 60 个请求' },
        goal: { measure: 'requestsPerAcquisition', max: 60 },
        in: 'calm',
      },
    ],
    attacks: [],
    seeds: 20,
    solution: { lock: { settings: { releaseBetweenTries: true, retryDelay: 200, retryJitter: 300 } } },
    nearMiss: { lock: { settings: { releaseBetweenTries: true } } },
    hints: [
      {
        en: 'Look at which client holds which node while everybody waits.',
        zh: '看看大家都在等的时候，各节点被谁占着。',
      },
      {
        en: 'Give the nodes back when you have no majority, and do not come back at the same time as the others.',
        zh: '凑不成多数就还回去，而且别和别人同时重试。',
      },
    ],
    after: {
      en: 'A split vote is nobody’s fault; retrying in lockstep is. A random delay, and releasing between attempts, put an end to it.',
      zh: '选票分散不是谁的错；总在同一时刻重试才是问题。随机延迟，加上两次尝试之间的释放，就解决了。',
    },
    notes: {
      wrong: {
        en: 'A longer delay without randomness: all of them wait longer, and collide again.',
        zh: '只把延迟加长、没有随机：大家等得更久，然后再次相撞。',
      },
      say: {
        en: 'Raft elections have the same problem and the same solution.',
        zh: 'Raft 选举有同样的麻烦，也是同样的解法。',
      },
    },
  },
];
