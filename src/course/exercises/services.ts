/**
 * Exercises on locks that are not Redis: sessions, leases, leaders. Those on lock-delay and on databases have their
 * own files.
 */

import { story as sessionExpired } from '../../content/stories/otherLocks/sessionExpired';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { allFinish, freeAfterCrash, mutualExclusion, updateLost } from './aims';
import { exercises as inDatabases } from './databases';
import { exercises as ofLockDelay } from './lockDelays';

const network = { min: 10, p50: 20, p99: 40, max: 50 } as const;

const atWork = (plus: number) => ({ kind: 'step', process: 'client1', step: 'work', nth: 1, plus }) as const;

const crashOf = (process: 'client1' | 'memberA' | 'memberB', plus: number): Fault => ({
  kind: 'crash',
  process,
  when: atWork(plus),
  restartAfter: 'never',
});

/** A garbage collector that stops the program for 1.5 s. */
const collects: Fault = { kind: 'pause', process: 'client1', when: atWork(100), for: 1500 };

const shortSession: Scenario = {
  version: 2,
  seed: 93,
  lock: { id: 'zookeeper-sequential', settings: { sessionTimeout: 1000, tickTime: 250 } },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    whenLost: 'never',
    work: 800,
    latency: network,
    duration: 16_000,
    patience: 12_000,
  },
  faults: {},
};

const leaderCrashes: Scenario = {
  version: 2,
  seed: 90,
  lock: { id: 'etcd', settings: { lease: 2000, nodeTimeout: 400, members: '3', election: 700 } },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    whenLost: 'at-once',
    stagger: 400,
    work: 4000,
    latency: network,
    duration: 18_000,
    patience: 14_000,
  },
  faults: { crash: crashOf('memberA', 500) },
};

const ofServices: readonly Exercise[] = [
  {
    id: 'asleep-at-zookeeper',
    chapter: 'services',
    needs: ['the-nap'],
    kind: 'break',
    title: { en: 'Asleep at ZooKeeper', zh: '在 ZooKeeper 里睡着' },
    task: {
      en: '“With ZooKeeper that cannot happen.” Show that it can: lose an update with one pause of up to 3 s.',
      zh: '“用 ZooKeeper 就不会这样。”证明它会：用一次最多 3 秒的停顿，让一次更新丢失。',
    },
    scenario: { ...sessionExpired.scenario, faults: {} },
    budget: { faults: 1, kinds: ['pause'], lengthMax: 3000, processes: ['client1', 'client2'] },
    aims: [{ ...updateLost, in: 'calm' }],
    solution: { faults: sessionExpired.scenario.faults as never },
    nearMiss: {
      faults: {
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
          for: 1000,
        },
      },
    },
    hints: [
      {
        en: 'What does the server think of a client that sends no heartbeat?',
        zh: '收不到心跳时，服务器怎么看这个客户端？',
      },
      { en: 'Longer than the session timeout, between read and write.', zh: '在读和写之间，停得比会话超时更久。' },
    ],
    after: {
      en: 'A session is a lease by another name. ZooKeeper gives you a number that grows, the zxid; it still has to be checked where it matters.',
      zh: '会话不过是换了名字的租约。ZooKeeper 会给你一个递增的编号 zxid，但存储在写入时还得检查它。',
    },
    notes: {
      wrong: { en: 'A pause shorter than the session timeout.', zh: '停得比会话超时短。' },
      say: {
        en: 'No lock service is exempt: a pause cannot be told from a crash, so it is treated as one.',
        zh: '哪种锁服务都一样：分不清停顿和崩溃，就按崩溃处理。',
      },
    },
  },
  {
    id: 'a-session-long-enough',
    chapter: 'services',
    needs: ['asleep-at-zookeeper', 'left-behind'],
    kind: 'fix',
    title: { en: 'A session that is long enough', zh: '会话要多长' },
    task: {
      en: 'A client in Java holds a lock in ZooKeeper. Its garbage collector may stop it for 1.5 s at any moment, and it may crash. Choose the session timeout so that no garbage collection leads to two holders at once, and after a crash the next client gets the lock within 4.5 s.',
      zh: '一个 Java 客户端持有 ZooKeeper 锁。垃圾回收随时可能让它停顿 1.5 秒，它也可能崩溃。选一个会话超时：垃圾回收不会造成两个客户端同时持锁，崩溃之后下一个客户端又能在 4.5 秒内拿到锁。',
    },
    scenario: shortSession,
    may: ['lock.settings.sessionTimeout'],
    aims: [allFinish, { ...mutualExclusion, in: 'attacks' }, freeAfterCrash(4500)],
    attacks: [
      {
        title: { en: 'Client 1 is paused for 1.5 s at work', zh: '客户端 1 工作时停顿 1.5 秒' },
        patch: { faults: { collects } },
      },
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: { faults: { crash: crashOf('client1', 100) } },
      },
    ],
    seeds: 20,
    solution: { lock: { settings: { sessionTimeout: 3000 } } },
    nearMiss: { lock: { settings: { sessionTimeout: 1500 } } },
    hints: [
      {
        en: 'The server counts from the last heartbeat it has heard, not from the start of the pause.',
        zh: '服务器从最后听到的心跳算起，而不是从停顿开始算起。',
      },
      {
        en: 'The client sends a heartbeat every third of the timeout. So the timeout must be longer than the pause plus a third of itself.',
        zh: '客户端每过会话超时的三分之一发一次心跳。所以会话超时要比“停顿加上它自己的三分之一”更长。',
      },
      { en: 'Try 3 s.', zh: '试试 3 秒。' },
    ],
    after: {
      en: 'A session timeout answers one question: how long may a client be silent before it counts as dead? It must be longer than the longest pause you accept, with a heartbeat to spare, and everybody waits that long for a dead client. It guarantees nothing if a pause is longer still.',
      zh: '会话超时回答的是一个问题：客户端沉默多久就算死了？它要比你能容忍的最长停顿还长，再留出一次心跳；而客户端真死了，大家也都得等这么久。至于比这还长的停顿，它什么也保证不了。',
    },
    notes: {
      wrong: {
        en: 'Exactly the length of the pause: 1.5 s, or 2 s. It survives the listed attack but fails if the pause begins just before a heartbeat.',
        zh: '正好取停顿的长度：1.5 秒，或者 2 秒。列出的攻击能过，可停顿若恰好落在心跳之前，就守不住。',
      },
      say: {
        en: 'Curator asks for 60 s by default, and the server allows at most 20 ticks. Ask what their own service uses.',
        zh: 'Curator 默认要 60 秒，服务器最多给 20 个 tick。问问他们自己的服务设了多少。',
      },
    },
  },
  {
    id: 'the-leader-dies',
    chapter: 'services',
    needs: ['two-of-five', 'asleep-at-zookeeper'],
    kind: 'predict',
    title: { en: 'The leader dies', zh: 'leader 死了' },
    task: {
      en: 'etcd has three members, and member A leads. Client 1 holds the lock with a lease of 2 s, and is doing work that takes 4 s when A dies for good. The election of another leader takes 0.7 s. Client 2 waits in the queue. What will happen?',
      zh: 'etcd 有三个成员，成员 A 是 leader。客户端 1 持有锁，租约 2 秒，工作要 4 秒；这时 A 死了，不再恢复。选出新 leader 要 0.7 秒。客户端 2 在排队。会发生什么？',
    },
    scenario: leaderCrashes,
    options: [
      {
        id: 'kept',
        text: {
          en: 'Client 1 keeps its lock, and client 2 gets it afterwards.',
          zh: '客户端 1 的锁还在，之后客户端 2 拿到锁。',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }] },
        why: {
          en: 'The key and its lease are in the logs of B and C, too: a write counts only when a majority has it. The next leader knows the lease and restarts its timer.',
          zh: '键和租约在 B、C 的日志里也有：多数成员都有，写入才算数。新 leader 知道这个租约，并让它重新计时。',
        },
      },
      {
        id: 'taken',
        text: {
          en: 'The lock dies with the leader: client 2 gets it while client 1 holds it.',
          zh: '锁随 leader 一起没了：客户端 2 也拿到锁，与客户端 1 同时持锁。',
        },
        goal: { fact: 'overlap' },
        why: {
          en: 'That would be a Redis master whose replica has not received the key yet. etcd answers a client only when a majority has its write, so no elected leader can lack it.',
          zh: '那是 Redis 主节点的情形：副本还没收到键，主节点就没了。etcd 要等多数成员都有了才应答，所以当选的 leader 不会没有它。',
        },
      },
      {
        id: 'stopped',
        text: {
          en: 'Client 1 considers its lease expired and stops its work; client 2 gets the lock.',
          zh: '客户端 1 认为租约已到期，停下工作；客户端 2 拿到锁。',
        },
        goal: { all: [{ not: { fact: 'overlap' } }, { measure: 'acquired', min: 2 }, { measure: 'rounds', max: 1 }] },
        why: {
          en: 'It would, if nobody answered its KeepAlives for a whole lease: it checks that once a second. The election is over sooner, and the next leader answers in time.',
          zh: '若整整一个租约都没人应答它的 KeepAlive，就会这样：它每秒检查一次。但选举更快，新 leader 及时应答了。',
        },
        rightWhen: { lock: { settings: { election: 3000 } } },
      },
      {
        id: 'nobody',
        text: { en: 'Nobody gets the lock any more: one member is missing.', zh: '谁也拿不到锁了：少了一个成员。' },
        goal: { lock: ['unavailable', 'stuck'] },
        why: {
          en: 'Two of three members are a majority, and a majority elects a leader and serves everybody. A second dead member would be too many.',
          zh: '三个成员中的两个就是多数，多数能选出 leader，照常服务。再死一个就不行了。',
        },
        rightWhen: { faults: { second: crashOf('memberB', 600) } },
      },
    ],
    solution: 'kept',
    nearMiss: 'taken',
    hints: [
      { en: 'When did etcd tell client 1 that it has the lock?', zh: 'etcd 是在什么时候告诉客户端 1 拿到锁的？' },
      {
        en: 'Compare the time of the election with the lease. Who answers the KeepAlives afterwards?',
        zh: '把选举用时和租约比一比。之后由谁来应答 KeepAlive？',
      },
    ],
    after: {
      en: 'A lock that a majority has agreed on survives its leader. The price is that no request is served during the election, so a lease must be longer than an election.',
      zh: '多数成员同意过的锁，leader 死了也还在。代价是选举期间谁的请求都不处理，所以租约要比选举更长。',
    },
    notes: {
      wrong: {
        en: 'People carry over what they know of a Redis failover, where replication does not wait.',
        zh: '人们把 Redis 故障转移的经验搬过来了，而那里的复制是不等待的。',
      },
      say: {
        en: 'Drag the length of the election across the lease, and watch client 1.',
        zh: '把选举用时拖到比租约更长，看看客户端 1 会怎样。',
      },
    },
  },
];

export const exercises: readonly Exercise[] = [...ofServices, ...ofLockDelay, ...inDatabases];
