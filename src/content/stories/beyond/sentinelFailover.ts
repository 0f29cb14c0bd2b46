/** A lock on a master that three sentinels watch. They find out by themselves that it is down, and choose who takes over. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Client 1 has the lock and has just begun to work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;

const dies = (process: 'nodeA' | 'sentinel2' | 'sentinel3'): Fault => ({
  kind: 'crash',
  process,
  when,
  restartAfter: 'never',
});

/** Sentinels that hear of a vote at once rarely all vote for themselves. Then nobody is elected, and they try again much later. */
const nearby = { latency: 1 } as const;

export const story: StoryBody = {
  lead: text(
    'Three sentinels watch a master whose replica is two seconds behind. The master dies with client 1’s key; the sentinels agree that it is down and elect a leader, which promotes the replica. All of that works, and client 2 gets the lock too.',
    '三个哨兵监视一个主节点，它的副本落后两秒。主节点带着客户端 1 的键宕机，哨兵达成一致、选出领头者，由它把副本升为主节点。每一步都正常，客户端 2 却也拿到了锁。',
  ),
  beats: [
    opening(
      'Each sentinel sends a PING to the master and to its replica once a second. The replica is two seconds behind.',
      '每个哨兵每秒向主节点和副本各发一次 PING。副本落后两秒。',
      text(
        'The sentinels ask the master every second. The replica is two seconds behind.',
        '哨兵每秒问一次主节点，副本落后两秒。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock from the master. The key is still on its way to the replica.',
      '客户端 1 从主节点拿到了锁。键还在去副本的路上。',
      text('Client 1 has the lock. The key has not reached the replica yet.', '客户端 1 拿到锁，键还在去副本的路上。'),
    ),
    beat(
      once('crashed', 'nodeA'),
      'The master dies. For down-after-milliseconds (1 s here, 30 s by default), nobody does anything about it.',
      '主节点宕机。在 down-after-milliseconds 之内（这里 1 秒，默认 30 秒），什么也不会发生。',
      text('The master dies. For a second, nobody does anything.', '主节点宕机，哨兵要等一秒才判定它下线。'),
    ),
    beat(
      once('promoted', 'replicaA1'),
      'Two sentinels find the master down: that is the quorum. The first to ask for votes is elected and promotes the replica. The key has not arrived yet, and now it never will.',
      '两个哨兵认为主节点下线，达到了 quorum。先请求投票的那个当选，把副本升为主节点。键还没有到，也再不会到了。',
      text(
        'Two sentinels agree and promote the replica. The key is lost.',
        '两个哨兵意见一致，晋升副本，键再也到不了了。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'The sentinels have told client 2 about the new master. It asks there, finds no key, and gets the lock. Client 1 is still at work.',
      '哨兵已经把新主节点告诉客户端 2。它向新主节点要锁，那里没有这个键，于是加锁成功。而客户端 1 还在工作。',
      text('Client 2 asks the new master and gets the lock.', '客户端 2 向新主节点要锁，拿到了。'),
    ),
    beat(
      once('rejected', 'storage'),
      'A storage that checks versions rejects the second write. Sentinel keeps Redis available. It does not keep a master’s promises.',
      '会检查版本的存储拒绝了第二次写入。哨兵让 Redis 保持可用，但不保证主节点承诺过的东西还在。',
      text('The storage compares versions and rejects the second write.', '存储比较版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['redisson', 'beyond'],
  modelled: text(
    'Sentinels as processes: a PING a second, +sdown, +odown with the quorum, an epoch with one vote each, a majority for the leader, the choice of the most complete replica, +switch-master to the clients, the old master as a replica when it is back.',
    '哨兵是独立的进程：每秒一次 PING；+sdown；达到 quorum 后 +odown；每个 epoch 一人一票；多数票选出领头者；选数据最全的副本；用 +switch-master 通知客户端；旧主节点回来后成为副本。',
  ),
  notModelled: text(
    'How sentinels find each other, priorities of replicas, and INFO, whose answer comes with each PONG here. down-after-milliseconds is a second; a longer one only gives client 1 more time to finish, and nobody can get the lock in the meantime.',
    '哨兵之间如何互相发现；副本的优先级；INFO（这里它的内容随每个 PONG 一起返回）。down-after-milliseconds 设为 1 秒；设得更长，不过是让客户端 1 有更多时间做完，而这期间谁也加不了锁。',
  ),
  scenario: {
    version: 2,
    seed: 90,
    lock: {
      id: 'single-node',
      settings: { ttl: 5000, tries: 40, retryDelay: 300, retryJitter: 100, nodeTimeout: 200 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      work: 2600,
      nodes: { ...defaultSettings.nodes, replicas: 1, replicaLag: 2000 },
      sentinels: { count: 3, downAfter: 1000 },
      latency: { min: 2, p50: 5, p99: 15, max: 20 },
      own: { sentinel1: nearby, sentinel2: nearby, sentinel3: nearby },
      duration: 5500,
      patience: 6000,
    },
    faults: { dies: dies('nodeA') },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  scene: { answers: ['fix', 'b', 'c', 'd'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Redlock: five masters', 'Redlock：五个主节点'),
      short: text('Redlock on five masters', '五个主节点的 Redlock'),
      text: text(
        'Five masters without replicas, so nobody has to be promoted and no sentinel is needed. A dies and its key is lost with it; the other four still refuse client 2.',
        '五个没有副本的主节点：不需要把谁升为主节点，也就不需要哨兵。A 宕机，带走了自己那份键；另外四个仍然拒绝客户端 2。',
      ),
      patch: {
        lock: { id: 'redlock' },
        settings: { nodes: { replicas: 0 }, sentinels: null, duration: 6500 },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock on all five masters.',
          '客户端 1 拿到全部五个主节点。',
        ),
        beat(once('crashed', 'nodeA'), 'A dies, and its key with it.', 'A 宕机，它上面的键也没了。'),
        beat(once('acquired', 'client2'), 'Client 2 gets its turn after client 1.', '客户端 1 之后才轮到客户端 2。'),
      ],
    },
    {
      id: 'b',
      title: text('No majority, no failover', '没有多数派，就没有故障转移'),
      short: text('A dead majority', '多数哨兵也死了'),
      text: text(
        'Two of the three sentinels run on the master’s machine and die with it. The third finds the master down, but nobody is left to agree. The replica is fine and has the key, and still no client can use it.',
        '三个哨兵中有两个与主节点在同一台机器上，一同宕机。第三个发现主节点下线，却没有谁附和。副本好好的，键也在，却没有客户端能用上它。',
      ),
      patch: {
        settings: { nodes: { replicaLag: 2 }, duration: 9000, patience: 4000 },
        faults: { second: dies('sentinel2'), third: dies('sentinel3') },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved', 'entry-left'],
      beats: [
        beat(
          once('crashed', 'sentinel2'),
          'The machine dies with the master and two sentinels. Redis advises running them on machines that fail independently.',
          '一台机器宕机，主节点和两个哨兵都在上面。Redis 建议把哨兵放在会各自独立出故障的机器上。',
          text(
            'One machine dies, and with it the master and two sentinels.',
            '一台机器宕机，主节点和两个哨兵都在上面。',
          ),
        ),
        beat(
          once('step', 'sentinel1'),
          'Sentinel 1 finds the master down. It asks the others, and none replies: one is less than the quorum of two.',
          '哨兵 1 发现主节点下线。它去问另外两个，没有应答：只有一个，不到 quorum 要求的两个。',
          text(
            'Sentinel 1 is alone, the quorum is two: no failover.',
            '哨兵 1 只剩自己，quorum 却要两个：不会故障转移。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('A quorum of one, and one bad cable', 'quorum 为一，加上一根坏网线'),
      short: text('A quorum of one', 'quorum 为一'),
      text: text(
        'The master is fine; only sentinel 1 cannot reach it. With a quorum of one, its own opinion is enough to ask for votes, and the others vote for whichever sentinel asks first: nobody asks them whether they can see the master. So a replica that is five seconds behind replaces a healthy master.',
        '主节点正常，只是哨兵 1 连不上它。quorum 为一时，它一个的判断就足以发起选举；而其他哨兵把票投给先来的，投票时并不问它们是否看得到主节点。于是一个健康的主节点，被落后五秒的副本取代了。',
      ),
      patch: {
        lock: { settings: { ttl: 8000 } },
        settings: { work: 4500, nodes: { replicaLag: 5000 }, sentinels: { quorum: 1 }, duration: 9500 },
        faults: {
          dies: null,
          cable: { kind: 'cut', when, from: ['sentinel1'], to: ['nodeA'], bothWays: true, for: 'ever' },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected', 'entry-left'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
        beat(
          once('promoted', 'replicaA1'),
          'Sentinel 1 alone finds the master down, is elected, and promotes the replica.',
          '只有哨兵 1 认为主节点下线。它当选，把副本升为主节点。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock from the new master: two holders at once.',
          '新主节点没有键，把锁也给了客户端 2：两个同时持锁。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('A quorum of two', 'quorum 为二'),
      text: text(
        'With the same bad cable and a quorum of two, sentinel 1 needs one more sentinel that finds the master down. The other two see the master, and nothing happens.',
        '同样的坏网线，quorum 改为二：哨兵 1 还需要另一个也认为主节点下线。另外两个都看得到主节点，于是什么也没有发生。',
      ),
      patch: {
        lock: { settings: { ttl: 8000 } },
        settings: { work: 4500, nodes: { replicaLag: 5000 }, duration: 10_000 },
        faults: {
          dies: null,
          cable: { kind: 'cut', when, from: ['sentinel1'], to: ['nodeA'], bothWays: true, for: 'ever' },
        },
      },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(
          once('step', 'sentinel1'),
          'Only sentinel 1 itself finds the master down (+sdown).',
          '只有哨兵 1 自己认为主节点主观下线（+sdown）。',
        ),
        beat(
          once('acquired', 'client2'),
          'The master stays. Client 2 gets the lock after client 1.',
          '主节点没有换。客户端 1 之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Paused, and replaced', '只是停顿，也被取代'),
      short: text('The master only pauses', '主节点只是停顿'),
      text: text(
        'The master is paused for four seconds (SIGSTOP, a frozen container, a slow disk). No sentinel can tell that from a crash, so it is replaced. This replica is quick and has the key, so the lock works. When the old master wakes up, it still thinks it is the master; the sentinels take another eight seconds to make it a replica.',
        '主节点停顿四秒（SIGSTOP、容器被冻结、磁盘太慢）。哨兵分不清停顿和宕机，于是把它取代了。这里的副本跟得快，已经有了键，锁没有出问题。旧主节点醒来后仍以为自己是主节点；要再过八秒，哨兵才会让它变成副本。',
      ),
      patch: {
        settings: { nodes: { replicaLag: 2 }, duration: 7000 },
        faults: { dies: null, stops: { kind: 'pause', process: 'nodeA', when, for: 4000 } },
      },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(
          once('paused', 'nodeA'),
          'The master is paused for longer than down-after-milliseconds.',
          '主节点停顿的时间超过了 down-after-milliseconds。',
        ),
        beat(
          once('promoted', 'replicaA1'),
          'The master is alive, and is replaced anyway. Its replica has the key.',
          '主节点还活着，却照样被取代。副本上有键。',
        ),
        beat(
          once('resumed', 'nodeA'),
          'The old master wakes up, and would still grant the lock to any client that has not heard of the new master.',
          '旧主节点醒来了。要是有客户端还不知道新主节点，它会照样把锁给出去。',
          text('The old master wakes up, and would still grant the lock.', '旧主节点醒来，还会把锁给来要的客户端。'),
        ),
      ],
    },
  ],
};
