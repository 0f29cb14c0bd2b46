/** A lock on a master with an asynchronous replica. The replica may never have heard of what the master promised. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, briefly, once, opening, text } from '../beats';
import { redisCluster } from './failoverCluster';

/** Client 1 has the lock and has just begun to work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;

/** When the replaced master is back, it becomes a replica of the new one. */
const comesBack: Fault = { kind: 'restart', process: 'nodeA', when: { ...when, plus: 600 } };

export const story: StoryBody = {
  next: 'nodes-down',
  lead: text(
    'One Redis node keeps the lock, and a replica stands by. Client 1 takes the lock on the master. The master dies before its replica has the key, the replica is promoted, and client 2 takes the lock there, too.',
    '锁在一个 Redis 节点上，旁边有一个副本待命。客户端 1 在主节点上加了锁。主节点在键同步到副本之前宕机，副本升为主节点，客户端 2 又在它上面加了锁。',
  ),
  beats: [
    opening(
      'One Redis node is a single point of failure, so it has a replica. But replication is asynchronous: the master answers first, and tells its replica later.',
      '单个 Redis 节点是单点，所以给它配一个副本。但主从复制是异步的：主节点先应答客户端，之后才告诉副本。',
      text('The master has a replica, and answers before the replica knows.', '主节点有副本，却先应答，再告诉副本。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock, from the master. The key is still on its way to the replica.',
      '客户端 1 从主节点拿到了锁。键还在去副本的路上。',
      text('Client 1 has the lock. Its key is on its way to the replica.', '客户端 1 拿到锁，键还在去副本的路上。'),
    ),
    briefly(beat(once('crashed', 'nodeA'), 'The master dies, and the key with it.', '主节点宕机，键也没了。')),
    beat(
      once('promoted', 'replicaA1'),
      'Sentinel promotes the replica. It has never heard of the lock.',
      '哨兵把副本升为主节点，那里没有这把锁的键。',
    ),
    briefly(
      beat(
        once('acquired', 'client2'),
        'Client 2 asks the new master, finds no key, and gets the lock. Client 1 is still at work.',
        '客户端 2 向新主节点要锁，那里没有这个键，于是加锁成功。而客户端 1 还在工作。',
        text('Client 2 finds no key, and gets the lock.', '客户端 2 没见到键，拿到锁。'),
      ),
    ),
    beat(
      once('released', 'client1'),
      'Client 1 releases the lock at the new master, and learns that its key is not there. Too late.',
      '客户端 1 向新主节点释放锁，才得知自己的键并不在那里。太迟了。',
      text('Client 1 releases at the new master: its key is not there.', '客户端 1 向新主节点释放锁，那里没有它的键。'),
    ),
    beat(
      once('rejected', 'storage'),
      'A storage that checks versions rejects the second write. With any other storage, an update would be lost. No setting of this lock fixes that for good: that is why Redlock was made.',
      '会检查版本的存储拒绝了第二次写入；换作别的存储，就丢了一次更新。这种锁怎么设置都无法根治，Redlock 正是为此而生。',
      text('The storage compares versions, and rejects the second write.', '存储比较版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['debate', 'redisson', 'design', 'beyond'],
  modelled: text(
    'A master whose log travels to its replicas with a lag, WAIT, the promotion of a replica, and clients that go to it at once.',
    '主节点的日志带着延迟传到副本；WAIT；副本的晋升；客户端立即被引到新主节点。',
  ),
  notModelled: text(
    'How Sentinel finds out and agrees, which takes seconds: here the promotion follows at once. A longer gap only gives client 1 more time.',
    '哨兵如何发现并达成一致，那需要好几秒；这里立即晋升。间隔更长，客户端 1 只是多些时间。',
  ),
  scenario: {
    version: 2,
    seed: 9,
    lock: {
      id: 'single-node',
      settings: { ttl: 2500, tries: 20, retryDelay: 300, retryJitter: 100, nodeTimeout: 200 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      work: 1200,
      nodes: { ...defaultSettings.nodes, replicas: 1, replicaLag: 450 },
      latency: { min: 15, p50: 30, p99: 60, max: 70 },
      duration: 2600,
      patience: 4000,
    },
    faults: { failover: { kind: 'failover', process: 'nodeA', when } },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  scene: {
    opening: text('One Redis node, and its replica.', '一个主节点，一个副本。'),
    answers: ['fix', 'c', 'c2', 'e'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Redlock: five masters', 'Redlock：五个主节点'),
      short: text('Redlock on five masters', '五个主节点的 Redlock'),
      text: text(
        'No replicas, but five masters that know nothing of each other, and a client with a majority of them has the lock. A dies and takes its key with it; the other four still refuse client 2. What Redlock does not survive is a node that comes back and has forgotten: see “One forgetful node lets two clients in”.',
        '不用副本，而用五个互不相识的主节点，锁归拿到多数的一方。A 宕机，带走了自己那份键；另外四个仍然拒绝客户端 2。Redlock 承受不了的是节点恢复之后失忆：见“一个节点失忆，放进两个客户端”。',
      ),
      patch: {
        lock: { id: 'redlock' },
        settings: { nodes: { replicas: 0 }, duration: 3600 },
        faults: { failover: null, crash: { kind: 'crash', process: 'nodeA', when, restartAfter: 'never' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has all five masters.', '客户端 1 拿到全部五个主节点。'),
        beat(once('crashed', 'nodeA'), 'A dies, and its key with it.', 'A 宕机，它上面的键也没了。'),
        beat(
          once('step', 'client2', 5),
          'Client 2 is refused by the four others: it gets none of them, and tries again later.',
          '客户端 2 被其余四个节点拒绝，一个也没拿到。它稍后再试。',
          text(
            'The four other nodes refuse client 2, which tries again later.',
            '其余四个节点都拒绝了客户端 2，它稍后再试。',
          ),
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock after client 1.', '客户端 1 之后，轮到客户端 2。'),
      ],
    },
    {
      id: 'b',
      title: text('The key had been replicated', '键已经同步'),
      short: text('A faster replica', '更快的副本'),
      text: text(
        'The same failover, but the replica is quick and has the key already. The new master keeps client 2 out. It works most of the time, and that is the trouble: nobody notices until it does not.',
        '同样的故障转移，但副本跟得快，已经有了这个键。新主节点把客户端 2 挡在外面。大多数时候都是这样，而这正是麻烦所在：出事之前谁也察觉不到。',
      ),
      patch: { settings: { nodes: { replicaLag: 2 }, duration: 3300 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('replicated', 'replicaA1'), 'The key has reached the replica.', '键已经到了副本。'),
        beat(
          once('promoted', 'replicaA1'),
          'The master dies, the replica is promoted, and it knows the lock.',
          '主节点宕机，副本升为主节点，而它知道这把锁。',
        ),
        beat(
          once('received', 'client2'),
          'Client 2 is refused by the new master, as it would have been by the old one.',
          '客户端 2 被新主节点拒绝，和旧主节点在时一样。',
          text(
            'The new master refuses client 2, as the old one would have.',
            '新主节点拒绝了客户端 2，和旧主节点一样。',
          ),
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock after client 1.', '客户端 1 之后，轮到客户端 2。'),
      ],
    },
    {
      id: 'c',
      title: text('WAIT, and check the answer', '用 WAIT，并检查返回值'),
      short: text('WAIT for the replica', '用 WAIT 等副本'),
      text: text(
        'After its SET the client sends WAIT 1 and counts the lock as its own only when the replica has the key. With one replica that is enough, unless the replica restarts empty before it takes over: WAIT asks whether the replica has the write in memory, WAITAOF (Redis 7.2) whether it is in the replica’s AOF on disk. It costs a trip to the replica and back for each lock, and without any replica nobody gets the lock.',
        'SET 之后客户端发送 WAIT 1，只有副本收到了键才算拿到锁。只有一个副本时这就够了，除非副本在接替之前重启，变成空的：WAIT 只问副本的内存里有没有这次写入，WAITAOF（Redis 7.2）才问它是否已写进副本磁盘上的 AOF。代价是每次加锁都要多等副本一个来回；而没有副本时，谁也拿不到锁。',
      ),
      patch: {
        lock: { settings: { wait: 'checked', waitTimeout: 1000 } },
        settings: { nodes: { replicaLag: 150 }, duration: 4200 },
        faults: { comesBack },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('replicated', 'replicaA1'),
          'The key has reached the replica. Client 1 is still waiting to hear of it.',
          '键到了副本。客户端 1 还在等确认。',
          text('The key is on the replica. Client 1 still waits to hear of it.', '键到了副本，客户端 1 还在等确认。'),
        ),
        beat(
          once('acquired', 'client1'),
          'WAIT says 1. Only now does client 1 consider the lock its own.',
          'WAIT 返回 1。到这时客户端 1 才认为自己拿到了锁。',
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The master dies, and its only replica still knows the lock. Had it restarted empty after its answer, it would have forgotten: only WAITAOF and a log on its disk guard against that.',
          '主节点宕机，它唯一的副本仍知道这把锁。假如副本应答之后重启、变成空的，就不知道了：要防住这一点，得用 WAITAOF，并让副本把日志写到磁盘。',
          text('The master dies, and its replica knows the lock.', '主节点宕机，它的副本知道这把锁。'),
        ),
        beat(
          once('started', 'nodeA'),
          'The old master comes back and becomes the replica. Without it, WAIT would count no replica, and nobody would get the lock.',
          '旧主节点恢复，成为副本。没有它，WAIT 只会返回 0，谁也拿不到锁。',
          text(
            'The old master is back as a replica, so WAIT can count one.',
            '旧主节点恢复为副本，WAIT 又有副本可等。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1, once the replica has its key.',
          '客户端 1 释放之后，新副本也收到键，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'c2',
      title: text('WAIT 1, and the other replica is promoted', 'WAIT 1，但晋升的是另一个副本'),
      short: text('WAIT with two replicas', '两个副本加 WAIT'),
      text: text(
        'Two replicas, and WAIT asks for one. The other one lags behind, and Sentinel picks that one. WAIT counts replicas; it does not decide which of them takes over.',
        '两个副本，WAIT 只等一个。另一个落后了，哨兵偏偏选中它。WAIT 只数副本的个数，并不决定由谁接替。',
      ),
      patch: {
        lock: { settings: { wait: 'checked', waitTimeout: 1000 } },
        settings: { nodes: { replicas: 2, replicaLag: 150 }, duration: 3200 },
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
          failover: { promote: 'replicaA2' },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        opening('The second replica lags two seconds behind.', '第二个副本落后两秒。'),
        beat(
          once('acquired', 'client1'),
          'WAIT says 1: the first replica has the key. Client 1 is content.',
          'WAIT 返回 1：第一个副本有了键。客户端 1 放心了。',
        ),
        beat(
          once('promoted', 'replicaA2'),
          'The master dies, and the second replica takes over, without the key.',
          '主节点宕机，接替它的是第二个副本，那里没有键。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock, and its WAIT says 1 as well: the first replica now follows the second, and has forgotten what it knew.',
          '客户端 2 拿到锁，它的 WAIT 也返回 1：第一个副本现在跟随第二个，原来知道的已经丢掉了。',
          text('Client 2’s WAIT says 1, too: two holders at once.', '客户端 2 的 WAIT 也返回 1：两个客户端同时持锁。'),
        ),
      ],
    },
    {
      id: 'c3',
      title: text('WAIT, and nobody checks', '用了 WAIT，却没看返回值'),
      short: text('WAIT, its answer unread', 'WAIT 的返回值没看'),
      text: text(
        'WAIT gives up after 100 ms and answers 0. It does not fail, and the key stays set: a client that does not check the number has waited for nothing.',
        'WAIT 等了 100 毫秒后放弃，返回 0。它并不报错，键也照样在：客户端若不看这个数，就白等了。',
      ),
      patch: { lock: { settings: { wait: 'ignored', waitTimeout: 100 } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'WAIT has answered 0: no replica has the key yet. Client 1 goes on anyway.',
          'WAIT 返回了 0：还没有副本收到键。客户端 1 却照样往下走。',
          text(
            'WAIT answered 0: no replica has the key. Client 1 goes on anyway.',
            'WAIT 返回 0：没有副本有键，客户端 1 照样继续。',
          ),
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The master dies, and the replica knows nothing of the lock.',
          '主节点宕机，副本对这把锁一无所知。',
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
      title: text('No replica: the node restarts empty', '没有副本：节点重启后是空的'),
      short: text('A restart instead', '不转移，只重启'),
      text: text(
        'A single node without persistence is no better off: it crashes, comes back within the TTL with nothing in it, and grants the lock again.',
        '只有一个节点，没有副本，也没有持久化：它宕机，又在 TTL 之内重启。',
      ),
      patch: {
        settings: { nodes: { replicas: 0 } },
        faults: { failover: null, crash: { kind: 'crash', process: 'nodeA', when, restartAfter: 200 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
        beat(
          once('crashed', 'nodeA'),
          'The only node crashes. Its log on disk (AOF) is off, as it is by default.',
          '唯一的节点宕机。它没有开启 AOF（默认如此），这个键没有写进磁盘。',
          text('The only node crashes. Its log on disk (AOF) is off.', '唯一的节点宕机，它没有开 AOF。'),
        ),
        beat(once('started', 'nodeA'), 'The node is back a moment later, empty.', '节点很快恢复，里面是空的。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock while client 1 works: two holders at once.',
          '客户端 1 还在工作，客户端 2 也拿到锁：两个同时持锁。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('The old master is not dead', '旧主节点没有死'),
      short: text('A split network', '网络分区'),
      text: text(
        'The network cuts the master off from its replica and from client 2. Sentinel, on their side, promotes the replica. But client 1 is on the side of the old master, which goes on granting locks. The replica was never behind: replicating faster does not help.',
        '网络分区把主节点与副本、客户端 2 隔开了。哨兵在另一侧，把副本升为主节点。可是客户端 1 与旧主节点在同一侧，旧主节点还在继续发锁。副本从未落后：复制得再快也没用。',
      ),
      patch: {
        settings: { nodes: { replicaLag: 2 } },
        faults: {
          failover: {
            when: { kind: 'step', process: 'client1', step: 'acquire', nth: 1 },
            cutOff: ['client1'],
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('promoted', 'replicaA1'),
          'The network has split. On one side the replica becomes master; on the other side the old master does not know of it.',
          '网络发生分区。一侧，副本成了主节点；另一侧，旧主节点还蒙在鼓里。',
          text(
            'The network splits: a new master here, and the old one there.',
            '网络分区：这边有新主节点，那边旧的还在。',
          ),
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 asks the master that it knows, and gets the lock.',
          '客户端 1 向它所知道的主节点要锁，拿到了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 is directed to the new master, and gets the lock too. Two masters, two holders.',
          '客户端 2 被引到新主节点，也拿到了锁。两个主节点，两个持有者。',
          text(
            'The new master gives client 2 the lock too: two masters, two holders.',
            '新主节点也把锁给了客户端 2：两个主节点，两个持有者。',
          ),
        ),
      ],
    },
    {
      id: 'f',
      title: text('No replica: the node is down', '没有副本：节点宕机'),
      short: text('No replica at all', '没有副本'),
      text: text(
        'This is why people want a replica: a single node grants no lock while it is down. Nothing breaks, but nobody gets anything done.',
        '锁只在一个 Redis 节点上，没有副本。什么都没有损坏，但什么也做不成。',
      ),
      patch: {
        lock: { settings: { tries: 40 } },
        settings: { nodes: { replicas: 0 }, duration: 4600, patience: 3000 },
        faults: {
          failover: null,
          crash: {
            kind: 'crash',
            process: 'nodeA',
            when: { kind: 'step', process: 'client1', step: 'acquire', nth: 1 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(
          once('crashed', 'nodeA'),
          'The only node crashes before anybody has the lock.',
          '还没有人加锁，唯一的节点就宕机了。',
        ),
        beat(once('acquiring', 'client2'), 'No node is left for client 2 to ask.', '客户端 2 也没有节点可问。'),
      ],
    },
    redisCluster,
  ],
};
