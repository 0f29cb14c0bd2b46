/**
 * More variants of the story of the marked replicas: late writes, a replica that is down, writes to all, tokens that are compared
 * without marks, and ZooKeeper in front.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Patch } from '../../../core/model/scenario/scenario';
import type { Variant } from '../../../core/model/scenario/story';
import { beat, once, text } from '../beats';

const lateRequest = (replica: ProcessId, nth: number): Fault => ({
  kind: 'delay',
  message: { from: 'client1', to: replica, leg: 'request', nth },
  by: 2600,
});

/** The third request of client 1 to a replica is its write: it has marked and read, and marked again. */
const lateWrite = (replica: ProcessId): Fault => lateRequest(replica, 3);

const lateWrites = {
  'late-a': lateWrite('storageA'),
  'late-b': lateWrite('storageB'),
  'late-c': lateWrite('storageC'),
};

const downC: Readonly<Record<string, Fault>> = {
  'down-c': { kind: 'crash', process: 'storageC', when: { kind: 'time', at: 50 }, restartAfter: 'never' },
};

const zookeeperInFront: Patch = {
  lock: {
    id: 'zookeeper-node',
    settings: { ttl: null, nodeTimeout: null, sessionTimeout: 1500, tickTime: 250, token: 'zxid' },
  },
  settings: { whenLost: 'never', duration: 8000 },
};

const lateWriteOf2 = (replica: ProcessId): Fault => ({
  kind: 'delay',
  message: { from: 'client2', to: replica, leg: 'request', nth: 3 },
  by: 2000,
});

/** Without the jump, client 1 would wake up and write while its lock is still valid. */
const allAtOnce: Patch['faults'] = {
  pause: { for: 1500 },
  'jump-node': { kind: 'clock-jump', process: 'nodeA', when: { kind: 'time', at: 1000 }, by: 5000 },
  'late-b': lateWriteOf2('storageB'),
  'late-c': lateWriteOf2('storageC'),
};

/** Both writes are under way at once. They reach A in one order, B and C in the other. */
export const crossingWrites = (marks: string): Patch => ({
  storage: { settings: { marks } },
  settings: {
    latency: 20,
    own: {
      client1: { latencyTo: { storageA: 30, storageB: 400, storageC: 420 } },
      client2: { latencyTo: { storageA: 420, storageB: 30, storageC: 30 } },
    },
  },
  faults: { pause: { for: 2120 } },
});

/** One mark each. That of client 1 reaches C after client 2's, and client 2's never reaches A. */
export const markedOnce = (marks: string): Patch => ({
  storage: { settings: { marks, marksAgain: false } },
  faults: {
    'late-c': lateRequest('storageC', 1),
    'lost-a': { kind: 'lose', message: { from: 'client2', to: 'storageA', leg: 'request', nth: 1 } },
  },
});

export const moreVariants: readonly Variant[] = [
  {
    id: 'd',
    title: text('The write itself is late', '迟到的是写入本身'),
    text: text(
      'Nobody pauses. Client 1 has read and marked a second time, and its write takes 2.6 s to reach the three replicas. By then client 2 has marked them with epoch 2. Each replica compares the epoch and writes in one step, so it rejects the old write: Junqueira’s sequence.',
      '谁也没有停顿。客户端 1 读过、再次标记过，它的写入却在路上走了 2.6 秒。这时客户端 2 已用 epoch 2 做了标记。每个副本比较 epoch 和写入是一步，所以拒绝旧的写入：这正是 Junqueira 说的情形。',
    ),
    patch: { faults: { pause: null, ...lateWrites } },
    lock: 'overlap',
    data: 'refused',
    facts: ['late-write', 'overlap', 'rejected'],
    beats: [
      beat(
        once('marked', 'storageA'),
        'Client 1 has marked the replicas with epoch 1, and sends its write.',
        '客户端 1 用 epoch 1 标记了各副本，发出写入。',
      ),
      beat(
        once('marked', 'storageA', 2),
        'The lock has expired. Client 2 marks them with epoch 2.',
        '锁过期了，客户端 2 用 epoch 2 标记各副本。',
      ),
      beat(
        once('rejected'),
        'The write with epoch 1 arrives. Each replica compares and rejects it.',
        '带 epoch 1 的写入到了。每个副本比较之后都拒绝它。',
      ),
    ],
  },
  {
    id: 'e',
    title: text('One replica is down', '一个副本宕机'),
    text: text(
      'Replica C crashes at the beginning, and the pause is the same. Two of three are still a majority: both clients mark and write on A and B, and the late client is rejected there. This is what the article adds to Junqueira: for fault tolerance, a majority is enough for marks and writes, as in Paxos.',
      '副本 C 一开始就宕机，停顿不变。三个里有两个仍是多数：两个客户端都在 A 和 B 上标记、写入，迟到的也在那里被拒绝。这是文章对 Junqueira 的补充：为了容错，标记和写入在多数副本上完成就够了，有点像 Paxos。',
    ),
    patch: { faults: downC },
    lock: 'overlap',
    data: 'safe',
    facts: ['overlap', 'rejected'],
    beats: [
      beat(once('crashed', 'storageC'), 'Replica C is down.', '副本 C 宕机。'),
      beat(once('marked', 'storageB'), 'Client 1 marks A and B: a majority.', '客户端 1 标记 A 和 B：够多数。'),
      beat(once('wrote', 'storageB'), 'Client 2 writes to both.', '客户端 2 在这两个副本上写入。'),
      beat(
        once('rejected'),
        'Client 1 wakes up, and both replicas reject its epoch 1.',
        '客户端 1 醒来，两个副本都拒绝它的 epoch 1。',
      ),
    ],
  },
  {
    id: 'f',
    title: text('Marks and writes on all replicas', '在所有副本上标记和写入'),
    short: text('Writes to all', '写所有副本'),
    text: text(
      'Junqueira’s own example, for which he assumes a store that writes to all its replicas. Each replica that client 2 has marked rejects client 1. It is as safe as with a majority.',
      'Junqueira 自己的例子：为了方便讨论，写操作要写所有副本。客户端 2 标记过的每个副本都拒绝客户端 1，和多数一样安全。',
    ),
    patch: { storage: { settings: { asks: 'all' } } },
    lock: 'overlap',
    data: 'safe',
    facts: ['overlap', 'rejected'],
    beats: [
      beat(once('marked', 'storageA'), 'Client 1 marks all three replicas.', '客户端 1 标记全部三个副本。'),
      beat(
        once('wrote', 'storageC'),
        'Client 2 has marked them again, and writes to all.',
        '客户端 2 重新标记，写所有副本。',
      ),
      beat(
        once('rejected'),
        'Client 1 wakes up, and all three replicas reject its epoch 1.',
        '客户端 1 醒来，三个副本都拒绝它的 epoch 1。',
      ),
    ],
  },
  {
    id: 'f2',
    title: text('All needed, and one is down', '要写所有副本，而一个宕机'),
    short: text('Writes to all, one down', '写所有，一个宕机'),
    text: text(
      'All three replicas have to reply, and C is down. A and B answer the reads, but a read or a write counts only with all three: nobody gets anything done, although nobody has done anything wrong. That is why the article says that real systems settle for a majority.',
      '三个副本都要应答，而 C 宕机了。A、B 会应答读请求，但三个都应答才算数：谁也没做错什么，却什么也做不成。所以文章说，实际系统中往往只要多数。',
    ),
    patch: { storage: { settings: { asks: 'all' } }, faults: { pause: null, ...downC } },
    lock: 'held',
    data: 'safe',
    beats: [
      beat(once('crashed', 'storageC'), 'Replica C is down.', '副本 C 宕机。'),
      beat(
        once('acquired', 'client1'),
        'Client 1 has the lock. C does not answer: it can do nothing.',
        '客户端 1 拿到锁。C 没有应答：它什么也做不了。',
      ),
      beat(
        once('acquired', 'client2'),
        'Client 2 has the lock, and can do nothing either.',
        '客户端 2 拿到锁，也什么都做不了。',
      ),
    ],
  },
  {
    id: 'g',
    title: text('No marks; each replica compares tokens', '不标记，副本只比较 token'),
    short: text('Tokens compared, no marks', '只比较 token'),
    text: text(
      'The article’s question: with several nodes, how can you check that tokens grow on all of them? In the simplest way, each replica on its own compares a write’s token with the largest it has seen. The writes cross as in variant b, and this time all replicas end up with the same value: no replica goes back from token 2 to 1.',
      '文章的疑问：提供资源的服务有多个节点时，怎么保证 token 在各节点上递增？最简单的办法：每个副本各自把写入的 token 与见过的最大值比较。两次写入像变体 b 那样交错，但最后各副本一致：没有哪个会从 token 2 退回 1。',
    ),
    patch: crossingWrites('compared'),
    lock: 'overlap',
    data: 'refused',
    facts: ['overlap', 'rejected'],
    beats: [
      beat(once('acquired', 'client2'), 'Client 2 has the lock, and token 2.', '客户端 2 拿到锁和 token 2。'),
      beat(
        once('wrote', 'storageA'),
        'A hears from client 1 first and accepts token 1.',
        'A 先收到客户端 1 的写入，接受了 token 1。',
      ),
      beat(once('wrote', 'storageA', 2), 'A then accepts token 2.', 'A 随后接受 token 2。'),
      beat(
        once('rejected'),
        'B and C have seen token 2 and reject token 1. All agree.',
        'B 和 C 已经见过 token 2，拒绝 token 1。三个副本一致。',
      ),
    ],
  },
  {
    id: 'h',
    title: text('ZooKeeper, its zxid, and marks', 'ZooKeeper 的锁、zxid 与标记'),
    short: text('ZooKeeper in front', '前面换成 ZooKeeper'),
    text: text(
      'The furthest the article goes: a lock in ZooKeeper, its zxid as the epoch, and replicas marked with it. The zxid of a znode is a number that grows. The session ends while client 1 is paused, two clients think they hold the lock, and the replicas reject the older epoch. No clock is involved: a pause, a delay or a clock that jumps can keep clients from writing, but cannot make an old write count. “Examine the arguments carefully”, the article adds.',
      '文章走得最远的地方：用 ZooKeeper 的锁，以 zxid 作 epoch，在多个副本上做标记。znode 的 zxid 是递增的编号。客户端 1 停顿时会话过期，两个客户端都认为自己持有锁，而副本拒绝旧的 epoch。这里不依赖任何时钟：停顿、延迟、时钟跳变最多让客户端写不成，却不能让旧的写入算数。文章补充说：“请仔细审查相关的论证。”',
    ),
    patch: zookeeperInFront,
    lock: 'overlap',
    data: 'safe',
    facts: ['overlap', 'rejected'],
    beats: [
      beat(
        once('marked', 'storageA'),
        'Client 1 has the znode, and marks the replicas with its zxid.',
        '客户端 1 有了 znode，用它的 zxid 标记各副本。',
      ),
      beat(once('paused', 'client1'), 'Client 1 pauses, and its session expires.', '客户端 1 停顿了，会话过期。'),
      beat(
        once('marked', 'storageA', 2),
        'Client 2 has its own znode, with a greater zxid, and marks them again.',
        '客户端 2 有了自己的 znode，zxid 更大，重新标记。',
        text('Client 2 marks them again, with a greater zxid.', '客户端 2 用更大的 zxid 重新标记。'),
      ),
      beat(
        once('rejected'),
        'Client 1 wakes up with the older zxid: rejected.',
        '客户端 1 醒来，带着旧的 zxid：被拒绝。',
      ),
    ],
  },
  {
    id: 'h2',
    title: text('A jump, a pause and a delay at once', '跳变、停顿、延迟一起来'),
    short: text('All three at once', '三样一起来'),
    text: text(
      'Everything that the asynchronous model allows happens at once, with the lock on Redis again, whose keys expire by a clock. While client 1 is paused, that clock jumps, and its key expires 1.5 s too early; without the jump it would have woken up in time. Two of the three writes of client 2 are late by 2 s. The old epoch is still rejected. The cost is time: client 2 gives up before its writes have reached a majority. That is Martin’s test of a good algorithm: bad timing may cost liveness, never safety.',
      '异步模型允许的一起来，锁又换回 Redis 上的那把：键按时钟过期。客户端 1 停顿时，那里的时钟跳变，它的键提前 1.5 秒过期；若没有跳变，它本来能及时醒来。客户端 2 的三个写入有两个晚了 2 秒。旧的 epoch 照样被拒绝。代价是时间：写入还没到达多数副本，客户端 2 就等不下去了。这正是 Martin 衡量好算法的标准：这些因素只可能影响活性，不影响安全性。',
    ),
    patch: { settings: { duration: 8000 }, faults: allAtOnce },
    lock: 'overlap',
    data: 'safe',
    facts: ['late-write', 'overlap', 'rejected'],
    beats: [
      beat(once('paused', 'client1'), 'Client 1 has marked the replicas, and pauses.', '客户端 1 标记过副本，停顿了。'),
      beat(
        once('entryGone', 'nodeA'),
        'The clock of node A jumps forward, and client 1’s key expires too early.',
        '节点 A 的时钟向前跳变，客户端 1 的键过早过期。',
      ),
      beat(
        once('marked', 'storageA', 2),
        'Client 2 marks the replicas with a greater epoch. Its writes to B and C are late.',
        '客户端 2 用更大的 epoch 标记副本。它给 B、C 的写入迟到了。',
        text('Client 2 marks them again. Its writes to B and C are late.', '客户端 2 重新标记，给 B、C 的写入迟到了。'),
      ),
      beat(
        once('rejected'),
        'Client 1 wakes up with the older one: rejected.',
        '客户端 1 带着旧的 epoch 醒来：被拒绝。',
      ),
      beat(
        once('wrote', 'storageC'),
        'Client 2 has given up. Its late writes arrive: a majority has them.',
        '客户端 2 已经放弃。迟到的写入到了，多数副本有了它。',
      ),
    ],
  },
  {
    id: 'i',
    title: text('No marks, and the late write comes first', '不标记，迟到的写入先到'),
    short: text('Compared, late write first', '只比较，旧写入先到'),
    text: text(
      'Tokens are compared, but a read leaves nothing behind. Client 2 has token 2 and has read. Before it writes, client 1’s late write reaches replicas that have never seen token 2, and a majority accepts it. Then client 2 replaces it. So the answer is Junqueira’s: mark first, on as many replicas as you write to.',
      '副本比较 token，读却什么也没留下。客户端 2 有 token 2，已经读过。它还没写，客户端 1 迟到的写入就到了；各副本从没见过 token 2，多数接受了它。随后客户端 2 把它覆盖。所以答案还是 Junqueira 的：先标记，写多少副本就先标记多少。',
    ),
    patch: {
      storage: { settings: { marks: 'compared' } },
      settings: { work: 700 },
      faults: { pause: { for: 1700 } },
    },
    lock: 'overlap',
    data: 'lost',
    facts: ['overlap', 'lost-update'],
    beats: [
      beat(once('acquired', 'client2'), 'Client 2 has token 2, and reads.', '客户端 2 有 token 2，开始读。'),
      beat(
        once('wrote'),
        'The late write with token 1 arrives. No replica has seen token 2.',
        '带 token 1 的迟到写入到了。没有副本见过 token 2。',
      ),
      beat(
        once('finished', 'client2'),
        'Client 2 writes with token 2, and client 1’s update is gone.',
        '客户端 2 带着 token 2 写入，客户端 1 的更新丢了。',
      ),
    ],
  },
  {
    id: 'ifix',
    fix: true,
    title: text('Marked before the read', '读之前先标记'),
    text: text(
      'The same timing, with marks. By the time it reads, client 2 has marked a majority with epoch 2, so the late client finds no majority for epoch 1.',
      '时间不变，加上标记。客户端 2 读的时候，已用 epoch 2 标记了多数副本，迟到的客户端凑不出承认 epoch 1 的多数。',
    ),
    patch: { settings: { work: 700 }, faults: { pause: { for: 1700 } } },
    lock: 'overlap',
    data: 'safe',
    facts: ['overlap', 'rejected'],
    beats: [
      beat(once('marked', 'storageA', 2), 'Client 2 marks the replicas, and reads.', '客户端 2 标记各副本，然后读。'),
      beat(once('rejected'), 'Client 1 wakes up: epoch 1 is rejected.', '客户端 1 醒来：epoch 1 被拒绝。'),
    ],
  },
];
