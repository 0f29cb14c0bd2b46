/** The story of the forgotten key in a Redis Cluster: no sentinels, but the other masters, which vote after a timeout. */
import type { Fault } from '../../../core/model/scenario/fault';
import type { Variant } from '../../../core/model/scenario/story';
import { beat, once, text } from '../beats';

/** Client 1 has the lock and has just begun to work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;

/** From then on no process hears of the master. When it dies, at the failover at the latest, no process notices. */
const cutOff: Fault = { kind: 'cut', when, from: ['nodeA'], to: ['client1', 'client2'], bothWays: true, for: 'ever' };

/** The replica loses its master a moment before client 1 takes the lock, and does not get the key within 15 s. */
const linkBreaks: Fault = {
  kind: 'cut',
  when: { kind: 'time', at: 50 },
  from: ['nodeA'],
  to: ['replicaA1'],
  bothWays: true,
  for: 'ever',
};

export const redisCluster: Variant = {
  id: 'g',
  title: text('Redis Cluster, with its default timeout', 'Redis Cluster，默认的超时'),
  short: text('Redis Cluster', 'Redis Cluster'),
  text: text(
    'The master of the key’s slot in a Redis Cluster, with its replica, and a lock of 30 s. The master drops out of the network, its replica first. After cluster-node-timeout, 15 s by default, a majority of the masters agree that it has failed; half a second to a second later its replica asks for their votes and takes over. Replication is asynchronous here, too, so the key is missing. The other masters and their votes are not simulated, only the time that they take.',
    'Redis Cluster 中，这个键所在槽的主节点和它的副本，锁的过期时间为 30 秒。主节点断网，先是与副本，然后与所有人。过了 cluster-node-timeout（默认 15 秒），多数主节点认定它已下线；再过半秒到一秒，它的副本请求它们投票，接替主节点。这里的复制也是异步的，所以键没了。其他主节点和它们的投票没有模拟，只模拟了所花的时间。',
  ),
  patch: {
    lock: { settings: { ttl: 30_000, retryDelay: 1000 } },
    settings: { work: 20_000, duration: 40_000, patience: 40_000 },
    faults: { failover: { when: { ...when, plus: 15_750 } }, cutOff, linkBreaks },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  beats: [
    beat(once('acquired', 'client1'), 'Client 1 has the lock for 30 s.', '客户端 1 拿到锁，30 秒过期。'),
    beat(
      once('faultStruck', undefined, 2),
      'The master is cut off, and its replica lacks the key.',
      '主节点断网了，键没能同步到副本。',
    ),
    beat(
      once('promoted', 'replicaA1'),
      'The other masters have voted, and the replica takes over without the key.',
      '其他主节点投了票，副本接替主节点，那里没有这个键。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets the lock. Client 1 is still at work.',
      '客户端 2 拿到锁，而客户端 1 还在工作。',
    ),
    beat(once('rejected', 'storage'), 'The storage rejects the second write.', '存储拒绝了第二次写入。'),
  ],
};
