/**
 * Redisson's RLock on a master with replicas: it waits until one of them has the lock. Another one may take over, and
 * with none connected it waits for nobody.
 */
import { redissonNewer } from '../../../core/locks/redisson/libraries/redissonNewer';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Client 1 has the lock and has just begun to work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;

/** The only replica is being restarted while client 1 asks for the lock. */
const restarting = {
  kind: 'crash',
  process: 'replicaA1',
  when: { kind: 'time', at: 0 },
  restartAfter: 400,
} as const;

/** The second lock of client 1. The replica has long been back by then, and the master dies. */
const secondLock: Patch = {
  settings: {
    rounds: 2,
    think: 600,
    stagger: 2700,
    work: 1500,
    duration: 9500,
    patience: 7000,
    nodes: { replicas: 1, replicaLag: 300 },
  },
  faults: {
    lags: null,
    restarting: { ...restarting, restartAfter: 1000 },
    failover: { promote: null, when: { ...when, nth: 2 } },
  },
};

/** Redisson 4.7.0. */
export const story: StoryBody = {
  lead: text(
    'After its lock script, Redisson’s RLock waits until a replica has the lock. Its author says that this covers the failover for which RedLock was made. Here one of two replicas has the lock, and the other one becomes master.',
    'Redisson 的 RLock 在加锁脚本之后，等到有副本收到这把锁才算拿到。作者说，RedLock 要解决的故障转移，这样就管住了。这里两个副本中有一个收到了锁，升为主节点的却是另一个。',
  ),
  beats: [
    opening(
      'A master with two replicas, of which the second lags two seconds behind.',
      '一个主节点，两个副本，第二个落后两秒。',
    ),
    beat(
      once('acquired', 'client1'),
      'RLock has waited a second for both replicas. WAIT says 1, which is enough for it: client 1 has the lock.',
      'RLock 等两个副本等了一秒。WAIT 返回 1，对它来说够了：客户端 1 拿到锁。',
      text('One second later WAIT says 1, and that is enough for RLock.', '一秒后 WAIT 返回 1，对 RLock 来说够了。'),
    ),
    beat(
      once('promoted', 'replicaA2'),
      'The master dies, and the second replica takes over, without the lock.',
      '主节点宕机，接替它的是第二个副本，那里没有锁。',
    ),
    beat(
      once('acquired', 'client2'),
      'The new master gives client 2 the lock, and client 2’s WAIT says 1 as well: the first replica follows the new master now. Client 1 is still at work, so RLock does not replace RedLock here.',
      '新主节点把锁给了客户端 2，客户端 2 的 WAIT 也返回 1：第一个副本现在跟随新主节点。客户端 1 还在工作，所以在这里 RLock 代替不了 RedLock。',
      text(
        'Client 2 gets the lock, too: RLock does not replace RedLock.',
        '客户端 2 也拿到锁：RLock 代替不了 RedLock。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'mrniko, the author of Redisson, in issue 5965 on 18 June 2026: “The official replacement is a plain RLock. It verifies the lock propagated to replicas after acquisition, which covers the failover case RedLock was built for, without needing a quorum of independent masters.” The documentation goes further: a client “never keeps a lock that was not safely replicated and could later be lost to a failover”. The source of 4.7.0 (CommandAsyncService.syncedEval) throws only if no replica has acknowledged and at least one is connected. It is so with one connected replica, and not in general.',
    'Redisson 的作者 mrniko 2026 年 6 月 18 日在 issue 5965 中说：“官方的替代就是普通的 RLock。它在加锁后确认锁已传到副本，这就覆盖了 RedLock 所针对的故障转移，而不需要多个独立主节点的多数。”文档说得更满：客户端“绝不会留着一把没有安全复制、故障转移时可能丢掉的锁”。而 4.7.0 的源码（CommandAsyncService.syncedEval）只在至少有一个副本连着、却一个确认都没有时才抛出异常。只有一个副本而且连着，这话成立；一般而言不成立。',
  ),
  modelled: text(
    'Redisson 4.7.0 with its defaults: INFO tells how many replicas are connected, WAIT asks all of them for at most a second, and one is enough. The number is kept until WAIT answers another. The storage compares versions, so the run shows only what the lock does.',
    'Redisson 4.7.0 的默认设置：INFO 说有几个副本连着，WAIT 最多等它们一秒，有一个就够；这个数一直沿用到 WAIT 返回别的数为止。存储会比较版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'That script and WAIT are sent together, and resent together; that unlock() and renewals wait as well; and how Sentinel chooses. It prefers a replica of lower replica-priority before it looks at who has more data.',
    '脚本与 WAIT 一起发出、一起重发；unlock() 和续期也会等；Sentinel 怎样挑选：它先看 replica-priority，小的优先，然后才看谁的数据多。',
  ),
  scenario: {
    version: 2,
    seed: 94,
    lock: choiceOfProfile(redissonNewer),
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      work: 3000,
      nodes: { ...defaultSettings.nodes, replicas: 2, replicaLag: 150 },
      latency: { min: 15, p50: 30, p99: 60, max: 70 },
      duration: 7000,
      patience: 6000,
    },
    faults: {
      lags: {
        kind: 'slow',
        when: { kind: 'time', at: 0 },
        from: ['nodeA'],
        to: ['replicaA2'],
        bothWays: false,
        by: 2000,
        for: 'ever',
      },
      failover: { kind: 'failover', process: 'nodeA', when, promote: 'replicaA2' },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The quorum: Redlock on five masters', '靠多数：五个主节点的 Redlock'),
      short: text('Redlock on five masters', '五个主节点的 Redlock'),
      text: text(
        'No replicas, but five masters that know nothing of each other. A dies and takes its key with it; the four others still refuse client 2. Redlock has weaknesses of its own: a node that comes back empty has forgotten. Redisson’s RedLock, which is deprecated, holds here too; but its tryLock() without a wait time looks at no clock, and with its defaults it waits about six seconds for A each time it asks.',
        '不用副本，而用五个互不相识的主节点。A 宕机，带走自己那份键；另外四个仍然拒绝客户端 2。Redlock 有它自己的弱点：节点恢复后若是空的，就失忆了。Redisson 的 RedLock（已弃用）在这里也守得住，但它不带等待时间的 tryLock() 不看时钟，按默认设置每次问 A 都要等大约六秒。',
      ),
      patch: {
        lock: {
          id: 'redlock',
          profile: null,
          settings: {
            ...Object.fromEntries(Object.keys(redissonNewer.settings).map((name) => [name, null])),
            ttl: 5000,
            nodeTimeout: 250,
            tries: 20,
            retryDelay: 400,
            retryJitter: 100,
          },
        },
        settings: { nodes: { replicas: 0 }, duration: 8000, patience: 7000 },
        faults: { lags: null, failover: null, crash: { kind: 'crash', process: 'nodeA', when, restartAfter: 'never' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has all five masters.', '客户端 1 拿到全部五个主节点。'),
        beat(once('crashed', 'nodeA'), 'A dies, and its key with it.', 'A 宕机，它上面的键也没了。'),
        beat(
          once('acquired', 'client2'),
          'The four others refused client 2 until client 1 had unlocked.',
          '另外四个一直拒绝客户端 2，直到客户端 1 解锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('One replica, and it is connected', '只有一个副本，而且连着'),
      short: text('A single replica', '只有一个副本'),
      text: text(
        'Here the sentence is right. RLock returns only when the one replica has the lock, so whoever takes over knows it. If the replica has not acknowledged within a second, RLock unlocks and tries again, and in the end lock() throws.',
        '这时那句话是对的。唯一的副本收到锁，RLock 才返回，所以接替的一定知道这把锁。副本一秒内没有确认，RLock 就解锁重试，最后 lock() 抛出异常。',
      ),
      patch: {
        settings: { nodes: { replicas: 1 }, duration: 11_000, patience: 9000 },
        faults: {
          lags: null,
          failover: { promote: null },
          comesBack: { kind: 'restart', process: 'nodeA', when: { ...when, plus: 600 } },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'WAIT says 1: the only replica has the lock.',
          'WAIT 返回 1：唯一的副本有了这把锁。',
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The master dies. The replica takes over, and knows the lock.',
          '主节点宕机，副本接替它，而它知道这把锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 解锁之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('No replica is connected', '没有副本连着'),
      text: text(
        'The only replica is being restarted while client 1 asks for the lock. The master has no replica then, so RLock checks nothing. The replica comes back, and before it has fetched the data it takes over. A write that nobody else has is refused by Redis itself if min-replicas-to-write is 1; RLock does not ask for that.',
        '客户端 1 要锁的时候，唯一的副本正在重启。主节点这时没有副本，RLock 就什么也不检查。副本回来，数据还没取到就接替了主节点。把 min-replicas-to-write 设为 1，Redis 自己会拒绝没有副本的写入；RLock 并不要求这样设。',
      ),
      patch: {
        settings: { nodes: { replicas: 1 } },
        faults: {
          lags: null,
          restarting,
          failover: { promote: null, when: { ...when, plus: 200 } },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        opening('The only replica is being restarted.', '唯一的副本正在重启。'),
        beat(
          once('acquired', 'client1'),
          'INFO says 0: there is nobody to wait for, and client 1 has the lock at once.',
          'INFO 返回 0：没有谁可等，客户端 1 立刻拿到锁。',
          text('INFO says 0: nobody to wait for. Client 1 has the lock.', 'INFO 返回 0，没有谁可等，客户端 1 拿到锁。'),
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The replica is back, still empty, and takes over.',
          '副本回来了，还是空的，接替了主节点。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock, too: two holders at once.',
          '客户端 2 也拿到锁：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('A remembered 0', '记住了 0'),
      text: text(
        'Since 3.27, Redisson remembers how many replicas a master has, and asks again only when WAIT answers another number. A process whose first lock found no replica remembers 0, sends no WAIT, and so never learns that the replica is back. (From the source of 4.7.0; we know of no issue about it.)',
        '自 3.27 起，Redisson 记住主节点有几个副本，WAIT 返回别的数才重新去问。一个进程第一次加锁时若没有副本，就记住了 0，不再发 WAIT，于是永远不知道副本回来了。（据 4.7.0 的源码；相关的 issue，我们没有见到。）',
      ),
      patch: secondLock,
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('started', 'replicaA1'),
          'The replica is back while client 1 has the lock for the first time.',
          '客户端 1 第一次持锁时，副本回来了。',
        ),
        beat(
          once('acquired', 'client1', 2),
          'Client 1 locks again. It remembers 0 replicas, and waits for nobody.',
          '客户端 1 再次加锁。它记得有 0 个副本，谁也不等。',
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The master dies before the key has reached its replica.',
          '键还没到副本，主节点就宕机了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock, too: two holders at once.',
          '客户端 2 也拿到锁：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('It asks each time', '每次都问'),
      text: text(
        'As up to 3.26: before each lock, Redisson asks how many replicas there are. It now waits for the one that is back.',
        '3.26 及之前是这样：每次加锁前都问有几个副本。于是它会等那个回来的副本。',
      ),
      patch: { ...secondLock, lock: { settings: { checkLockSyncedSlaves: 'counted' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1', 2),
          'Client 1 locks again, asks, and waits: the replica has the lock.',
          '客户端 1 再次加锁，先问再等：副本收到了锁。',
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The master dies, and the replica knows the lock.',
          '主节点宕机，副本知道这把锁。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('RFencedLock: tokens, too', 'RFencedLock：再加 token'),
      short: text('With fencing tokens', '带 fencing token'),
      text: text(
        'The same answer goes on: “If you need a fencing token … use RFencedLock.” It counts its tokens in the same Redis. The new master has the counter no more than the lock, starts again, and both clients have token 1: the storage cannot tell which one is late.',
        '那个回答接着说：“如果需要 fencing token……请用 RFencedLock。”它的 token 就在同一个 Redis 里计数。新主节点没有锁，也没有这个计数器，从头数起，两个客户端都拿到 token 1：存储分不清谁来迟了。',
      ),
      patch: { lock: { settings: { fenced: true } }, storage: { id: 'fencing' } },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap', 'token-repeated'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock, with token 1.', '客户端 1 拿到锁和 token 1。'),
        beat(
          once('promoted', 'replicaA2'),
          'The second replica takes over, without the lock and without the counter.',
          '第二个副本接替主节点，没有锁，也没有计数器。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock with token 1, too: both pass the check.',
          '客户端 2 拿到锁，也是 token 1：两个都能通过检查。',
        ),
      ],
    },
  ],
};
