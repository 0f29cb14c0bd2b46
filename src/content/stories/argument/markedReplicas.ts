/** A resource of three replicas. Fencing takes two steps here as well: mark a majority, and then write on one. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';
import { crossingWrites, markedOnce, moreVariants } from './markedReplicasMore';

export const story: StoryBody = {
  lead: text(
    'The resource lives on three replicas. Before it reads or writes, each client marks a majority of them with its epoch. The paused client comes back with an old epoch and finds no majority that still accepts it.',
    '资源存在三个副本上。客户端读写之前，先用自己的 epoch 给多数副本做标记。停顿过的客户端带着旧 epoch 回来，多数副本已经不认它了。',
  ),
  beats: [
    opening(
      'dwenzek asked how fencing works where the resource itself is distributed. Junqueira’s answer: mark first, then write.',
      'dwenzek 问过：资源本身是分布式的，fencing 怎么办？Junqueira 的回答是：先标记，再写。',
      text(
        'The resource itself is distributed: mark the replicas first, then write.',
        '资源本身是分布的：先标记各个副本，再写。',
      ),
    ),
    beat(
      once('marked', 'storageA'),
      'Client 1 has the lock and epoch 1. It marks the replicas, and reads the newest value it finds on a majority of them.',
      '客户端 1 拿到锁和 epoch 1。它给各副本做标记，并从多数副本中读出最新的内容。',
      text('Client 1 has epoch 1. It marks the replicas, and reads.', '客户端 1 有 epoch 1，它标记各副本并读出数据。'),
    ),
    beat(
      once('paused', 'client1'),
      'Before it writes, it pauses for longer than the lock lasts.',
      '还没来得及写，它就停顿了，停得比 TTL 还长。',
    ),
    beat(
      once('marked', 'storageA', 2),
      'Client 2 has the lock and epoch 2, and marks the replicas again.',
      '客户端 2 拿到锁和 epoch 2，重新给各副本做标记。',
    ),
    beat(
      once('wrote', undefined, 2),
      'Two of three replicas accept client 2’s write: from now on it counts.',
      '客户端 2 的写入被三个副本中的两个接受：从此这次写入就算数了。',
    ),
    beat(
      once('rejected'),
      'Client 1 wakes up and wants to mark again before it writes. One replica after another rejects epoch 1: it has no majority left.',
      '客户端 1 醒来，写之前想再做标记。副本一个接一个地拒绝 epoch 1：它已凑不出多数。',
      text(
        'Client 1 wakes up and wants to mark again: a majority rejects epoch 1.',
        '客户端 1 醒来再去标记：多数副本拒绝 epoch 1。',
      ),
    ),
    beat(
      once('finished', 'client1'),
      'Two clients held the lock, and nothing is lost.',
      '曾有两个客户端同时持锁，但什么也没丢。',
    ),
  ],
  sources: ['debate'],
  argument: text(
    'Junqueira: what protects a resource is some kind of mark, made before anything else is done, which shuts out the older holder; an epoch number is the usual choice. The article notes how close this is to Paxos, which also prepares a majority before it accepts, and that antirez’s random token does not work here: it cannot tell a new mark from an old one. As for antirez’s question of why one would still lock: the lock keeps clients out of each other’s way, so they need not fight it out at the replicas.',
    'Junqueira 指出：保护资源的是某种“标记”，在做任何操作之前先打上，把旧的持有者挡在外面；epoch 编号是最常见的一种。文章说这很像 Paxos，它也是先在多数节点上 prepare 再 accept；还说 antirez 的随机 token 在这里不顶用，因为它分不清新旧。至于 antirez 问“那为什么还要锁”：锁让客户端不必在副本那里争抢。',
  ),
  modelled: text(
    'Three replicas, each with its own mark; reads and writes on a majority; comparing and writing are one step at each replica.',
    '三个副本，各有自己的标记；读写都在多数副本上完成；每个副本上，比较与写入是一步。',
  ),
  notModelled: text(
    'A replica that missed a write and has to catch up: a reader takes the newest value among the replies. And undoing what an interrupted client has done, which staged writes make unnecessary (“A write in parts needs every part checked”).',
    '漏掉写入的副本如何追上（读的时候取应答中最新的）；以及撤销被中断的客户端做过的事（先暂存再生效就不必撤销，见“分块写入，每块都要检查”）。',
  ),
  scenario: {
    version: 2,
    seed: 46,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 400, token: 'counter' } },
    storage: { id: 'replicas' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 150,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 4400,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2900,
      },
    },
  },
  lock: 'overlap',
  data: 'safe',
  facts: ['overlap', 'rejected'],
  scene: { question: text('What breaks it?', '什么情况会让锁出问题？'), answers: ['b', 'c', 'd', 'e', 'i', 'h'] },
  variants: [
    {
      id: 'b',
      title: text('No marks, and a different order everywhere', '没有标记，各处顺序不同'),
      short: text('No marks at all', '不做标记'),
      text: text(
        'Nothing is compared. Both writes are in flight at once and reach A in one order, B and C in the other. Each replica keeps the last one it got. Now they differ for good, and nothing says which of them is right.',
        '副本上没有标记，收到写入就接受。两次写入同时在路上，到 A 是一个顺序，到 B 和 C 是另一个顺序。各副本以最后到的为准，于是彼此不一致，而且无从判断谁对。',
      ),
      patch: crossingWrites('none'),
      lock: 'overlap',
      data: 'lost',
      facts: ['diverged', 'overlap', 'lost-update'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 has the lock, and client 1 is about to wake up. Client 1 is near A, and client 2 near B and C.',
          '客户端 2 拿到了锁，客户端 1 就要醒来。客户端 1 离 A 近，客户端 2 离 B 和 C 近。',
          text(
            'Client 2 has the lock. Client 1, near A, is about to wake up.',
            '客户端 2 拿到锁。靠近 A 的客户端 1 就要醒来。',
          ),
        ),
        beat(once('wrote', 'storageB'), 'B and C hear of client 2 first.', 'B 和 C 先收到客户端 2 的写入。'),
        beat(once('wrote', 'storageA'), 'A hears of client 1 first.', 'A 先收到客户端 1 的写入。'),
        beat(
          overwrite('client2', 'client1', 2, 'storageA'),
          'Then the other write reaches each of them and replaces the first.',
          '随后另一方的写入到达各副本，覆盖了先到的写入。',
        ),
        beat(
          once('wrote', 'storageC', 2),
          'A ends up with client 2’s write, B and C with client 1’s.',
          'A 最后留下的是客户端 2 的写入，B 和 C 留下的是客户端 1 的。',
          text('A ends up with one write, B and C with the other.', 'A 最后是一个的写入，B 和 C 是另一个的。'),
        ),
      ],
    },
    {
      id: 'c',
      title: text('One random mark each', '随机标记，各标一次'),
      text: text(
        'antirez’s rule on three replicas: one mark of the lock’s random value before the read, and a replica accepts a write only where that mark is still there. Two messages go wrong. Client 1’s mark for C is 2.6 s late, and client 2’s first request to A is lost. The late mark replaces client 2’s: C cannot tell that it is the older one.',
        '把 antirez 的做法放到三个副本上：读之前用锁的随机值标记一次，写的时候标记还在，副本才接受。有两条消息出了错：客户端 1 给 C 的标记晚了 2.6 秒，客户端 2 发给 A 的第一个请求丢了。迟到的标记盖掉了客户端 2 的：C 无法区分新的和旧的。',
      ),
      patch: markedOnce('random'),
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'diverged', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has marked A and B, a majority, and read. Its mark for C is still on its way.',
          '客户端 1 标记了 A 和 B（够多数），读了数据。给 C 的标记还在路上。',
          text('Client 1 has marked A and B. Its mark for C is under way.', '客户端 1 标记了 A、B，给 C 的还在路上。'),
        ),
        beat(
          once('wrote', undefined, 2),
          'Client 2 has marked B and C, a majority too, and written there.',
          '客户端 2 标记了 B 和 C（也够多数），在那里写了进去。',
        ),
        beat(
          once('entrySet', 'storageC', 2),
          'The late mark of client 1 arrives at C and replaces the newer one.',
          '客户端 1 迟到的标记到了 C，盖掉了更新的标记。',
        ),
        beat(
          once('finished', 'client1'),
          'A and C have client 1’s mark and accept its write: client 2’s update is gone.',
          'A 和 C 上是客户端 1 的标记，接受它的写入，客户端 2 的更新就此丢失。',
          text(
            'A and C accept client 1’s write: client 2’s update is gone.',
            'A、C 接受客户端 1 的写入，客户端 2 的更新丢了。',
          ),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('One growing mark each', '递增的标记，各标一次'),
      text: text(
        'The same two messages go wrong, and there is again one mark each, but the mark is the epoch. C has epoch 2 when the late mark of epoch 1 arrives, and rejects it. A accepts client 2’s write although it never had its mark, because 2 is more than 1. So all three reject the late write.',
        '出错的还是那两条消息，也还是各标记一次，但标记是 epoch。迟到的 epoch 1 到达时，C 上已是 epoch 2，于是拒绝。A 没收到客户端 2 的标记，但 2 大于 1，也接受它的写入。迟到的写入被三个副本拒绝。',
      ),
      patch: markedOnce('epoch'),
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('wrote', undefined, 2),
          'Client 2 has marked B and C with epoch 2. All three accept its write.',
          '客户端 2 用 epoch 2 标记了 B 和 C，三个副本都接受它的写入。',
          text(
            'Client 2 has marked B and C. All three accept its write.',
            '客户端 2 标记了 B、C，三个副本都接受它的写入。',
          ),
        ),
        beat(
          once('rejected', 'storageC'),
          'The late mark with epoch 1 arrives at C, and C rejects it.',
          '迟到的 epoch 1 到了 C，C 拒绝它。',
        ),
        beat(
          once('rejected', 'storageB'),
          'Client 1 wakes up and writes. All three reject epoch 1.',
          '客户端 1 醒来去写，三个副本都拒绝 epoch 1。',
        ),
      ],
    },
    ...moreVariants,
  ],
};
