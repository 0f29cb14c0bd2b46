/** A master that is cut off together with a client. The sentinels on the other side make a new one: two masters at once. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** The old master and client 1 are on one side with these sentinels, and all others on the other. */
const split = (sentinels: readonly ('sentinel1' | 'sentinel2')[], length: number | 'ever'): Fault => ({
  kind: 'cut',
  when: { kind: 'time', at: 300 },
  from: ['client1', 'nodeA', ...sentinels],
  to: [
    'client2',
    'replicaA1',
    'replicaA2',
    ...(['sentinel1', 'sentinel2', 'sentinel3'] as const).filter((id) => !sentinels.some((one) => one === id)),
  ],
  bothWays: true,
  for: length,
});

const nearby = { latency: 1 } as const;

export const story: StoryBody = {
  lead: text(
    'The network cuts off the master, client 1 and one sentinel from everything else. On the other side the two remaining sentinels promote a replica. The old master knows nothing about it and keeps granting locks.',
    '网络把主节点、客户端 1 和一个哨兵与其他进程隔开。另一侧的两个哨兵把副本升为主节点。旧主节点并不知道，还在继续发锁。',
  ),
  beats: [
    opening(
      'A master with two replicas and three sentinels. Both clients can always reach the storage.',
      '一个主节点、两个副本、三个哨兵。两个客户端始终都能访问存储。',
      text('One master, two replicas, three sentinels. All reach the storage.', '一主两副本、三个哨兵，存储始终可达。'),
    ),
    beat(
      once('faultStruck'),
      'The network splits. The master, client 1 and sentinel 1 are on one side.',
      '网络发生分区。主节点、客户端 1 和哨兵 1 在同一侧。',
    ),
    beat(
      once('promoted'),
      'Sentinels 2 and 3 are a majority. One of them is elected, and a replica becomes the master on their side.',
      '哨兵 2 和 3 构成多数派。其中一个当选，一个副本成为这一侧的主节点。',
      text('Sentinels 2 and 3 promote a replica on their side.', '另一侧的哨兵 2 和 3 晋升了一个副本。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 has heard about it, and gets the lock on the new master.',
      '客户端 2 得到通知，在新主节点上拿到了锁。',
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 asks the master it knows, which is fine and notices nothing wrong. It gets the lock too.',
      '客户端 1 向它所知道的主节点要锁。那个主节点一切正常，什么也没发觉。客户端 1 也拿到了锁。',
      text('Client 1 asks the old master and gets the lock too.', '客户端 1 向旧主节点要锁，也拿到了。'),
    ),
    beat(
      once('faultEnded'),
      'The network is whole again, and client 1 hears of the new master. Eight seconds later the sentinels make the old one a replica, and everything it granted is gone (variant d).',
      '网络恢复，客户端 1 得知了新主节点。再过八秒，哨兵会让旧主节点变成副本，它在分区期间发出的锁就全没了（见变体 d）。',
      text('The network is whole again: client 1 hears of the new master.', '网络恢复，客户端 1 得知了新主节点。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'Sentinels on both sides of a partition, clients that go to the master they know, +switch-master once the network is whole, min-replicas-to-write with min-replicas-max-lag, and an old master that becomes a replica and loses its own writes.',
    '分区两侧都有哨兵；客户端访问自己所知道的主节点；网络恢复后收到 +switch-master；min-replicas-to-write 与 min-replicas-max-lag；旧主节点变成副本，丢掉自己的写入。',
  ),
  notModelled: text(
    'A real master recounts its replicas once a second; here it does so at each write. Some clients ask every sentinel before they believe one; on the old master’s side that does not help, since the only sentinel there agrees with it.',
    '真实的主节点每秒重新统计一次副本，这里在每次写入时统计。有的客户端会多问几个哨兵；但在旧主节点这一侧，能问到的只有同侧的那个哨兵，于事无补。',
  ),
  scenario: {
    version: 2,
    seed: 91,
    lock: {
      id: 'single-node',
      settings: { ttl: 4000, tries: 40, retryDelay: 300, retryJitter: 100, nodeTimeout: 200 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      work: 2000,
      nodes: { ...defaultSettings.nodes, replicas: 2 },
      sentinels: { count: 3, downAfter: 1000 },
      latency: { min: 2, p50: 5, p99: 15, max: 20 },
      own: {
        client1: { start: 3400 },
        client2: { start: 2800 },
        sentinel1: nearby,
        sentinel2: nearby,
        sentinel3: nearby,
      },
      duration: 7000,
      patience: 6000,
    },
    faults: { split: split(['sentinel1'], 4500) },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected', 'entry-left'],
  scene: { answers: ['fix', 'b', 'd', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A master that must hear from replicas', '有副本的消息才肯写入'),
      short: text('Writes need a replica', '有副本才肯写'),
      text: text(
        'With min-replicas-to-write 1, a master that has heard from no replica for a second refuses writes. Client 1 comes after that, and is turned away until it hears of the new master. This shortens the time in which both masters grant locks. It does not remove it: see b.',
        '设置 min-replicas-to-write 1 后，主节点一秒没有收到任何副本的消息，就拒绝写入。客户端 1 来的时候这段时间已过，它一直被拒绝，直到得知新主节点。两边同时发锁的时间因此变短，但并没有消失：见 b。',
      ),
      patch: { settings: { minReplicas: { toWrite: 1, maxLag: 1 }, duration: 9500 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('promoted'), 'A replica becomes the master on the other side.', '另一侧，一个副本成为主节点。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock there: the other replica follows the new master, and one is enough.',
          '客户端 2 在那里拿到锁：另一个副本跟随了新主节点，有一个就够了。',
          text('Client 2 gets the lock: a replica follows the new master.', '客户端 2 拿到锁：有副本跟随新主节点。'),
        ),
        beat(
          once('received', 'client1'),
          'The old master answers client 1 with NOREPLICAS.',
          '旧主节点用 NOREPLICAS 拒绝客户端 1。',
        ),
        beat(
          once('acquired', 'client1'),
          'The network is whole again, and client 1 gets the lock from the new master, after client 2.',
          '网络恢复，客户端 2 之后，客户端 1 从新主节点拿到锁。',
          text(
            'The network is whole. Client 1 gets the lock after client 2.',
            '网络恢复，客户端 1 在客户端 2 之后拿到锁。',
          ),
        ),
      ],
    },
    {
      id: 'b',
      title: text('Within max-lag, both', 'max-lag 之内，两边都发锁'),
      short: text('Asked before max-lag', '还在 max-lag 之内'),
      text: text(
        'The same setting, but client 1 comes within the second. The old master still counts its replicas as present, and grants the lock. After that it refuses all writes, but the lock it granted lasts for its whole TTL, and the new master has never heard of it. min-replicas-to-write limits what can be lost. It does not make a lock safe.',
        '设置相同，但客户端 1 在这一秒之内就来了。旧主节点还认为副本有消息，于是发锁。此后它拒绝一切写入，可是已经发出的锁在整个 TTL 里都有效，而新主节点从没听说过它。min-replicas-to-write 限制了会丢多少，却不能让锁变得安全。',
      ),
      patch: {
        settings: {
          minReplicas: { toWrite: 1, maxLag: 1 },
          work: 2500,
          own: { client1: { start: 1200 }, client2: { start: 1600 } },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected', 'entry-left'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'The network split a second ago. The old master has not yet missed its replicas, and grants the lock.',
          '网络分区才一秒。旧主节点还没有发觉副本失联，把锁发给了客户端 1。',
          text(
            'The network split a second ago. The old master still grants the lock.',
            '分区才一秒，旧主节点照样把锁给了客户端 1。',
          ),
        ),
        beat(once('promoted'), 'The other side has a new master now.', '另一侧现在有了新主节点。'),
        beat(
          once('acquired', 'client2'),
          'The new master grants client 2 the lock: two holders at once.',
          '新主节点把锁也给了客户端 2：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The majority is with the master', '多数哨兵在主节点一侧'),
      short: text('The sentinels stay too', '哨兵留在主节点侧'),
      text: text(
        'Two of the three sentinels are on the master’s side. The third finds the master down but cannot be elected. So there is only one master, and no overlap; but client 2 and both replicas are on the side that has no master.',
        '三个哨兵中有两个在主节点一侧。第三个发现主节点下线，却无法当选。主节点只有一个，不会有两个持有者；但客户端 2 和两个副本所在的一侧，一个主节点也没有。',
      ),
      patch: {
        settings: { duration: 10_000, patience: 3500 },
        faults: { split: split(['sentinel1', 'sentinel2'], 'ever') },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(
          once('step', 'sentinel3'),
          'Sentinel 3 finds the master down, and no other sentinel answers.',
          '哨兵 3 发现主节点下线，另外两个哨兵都没有应答。',
        ),
        beat(
          once('acquired', 'client1'),
          'On the master’s side, client 1 works as usual; client 2 cannot.',
          '主节点一侧的客户端 1 一切照常，客户端 2 却拿不到锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('What the old master granted is gone', '旧主节点发出的锁没了'),
      short: text('Afterwards', '恢复以后'),
      text: text(
        'Client 1 works for a long time, and its lock lasts for a long time. The network is whole again after three seconds, and eight seconds later the sentinels make the old master a replica: it takes over all of the new master’s data, and client 1’s key is gone long before its TTL is over. Nobody tells client 1.',
        '客户端 1 工作很久，锁的 TTL 也很长。三秒后网络恢复，又过八秒，哨兵让旧主节点变成副本：它换上新主节点的全部数据，客户端 1 的键就没了，而 TTL 还远没有到。没有谁告诉客户端 1。',
      ),
      patch: {
        lock: { settings: { ttl: 20_000 } },
        settings: {
          work: 13_000,
          own: { client1: { start: 1200 }, client2: { start: 1600 } },
          duration: 17_500,
          patience: 17_500,
        },
        faults: { split: { for: 3000 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'The old master grants the lock to client 1.', '旧主节点把锁发给客户端 1。'),
        beat(once('acquired', 'client2'), 'The new master grants it to client 2.', '新主节点把锁发给客户端 2。'),
        beat(
          once('faultEnded'),
          'The network is whole again. There are two masters, and the sentinels know which of them counts.',
          '网络恢复。主节点有两个，而哨兵知道哪一个算数。',
          text('The network is whole. The sentinels know which master counts.', '网络恢复，哨兵知道哪个主节点算数。'),
        ),
        beat(
          once('entrySet', 'nodeA', 2),
          'The old master has become a replica. It has client 2’s key now, and client 1’s is gone.',
          '旧主节点变成了副本。它上面现在是客户端 2 的键，客户端 1 的键没了。',
          text('The old master is a replica now. Client 1’s key is gone.', '旧主节点成了副本，客户端 1 的键没了。'),
        ),
      ],
    },
  ],
};
