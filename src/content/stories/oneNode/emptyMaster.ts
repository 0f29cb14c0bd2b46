/**
 * A master without a file that restarts before Sentinel has noticed. Its replicas had the key, follow it, and copy an empty
 * master. Source: redis.io, “Redis replication”, on the safety of replication when the master has persistence turned off.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const atWork = (plus: number) => ({ kind: 'step', process: 'client1', step: 'work', nth: 1, plus }) as const;

const back = (restartAfter: number | 'never'): Fault => ({
  kind: 'crash',
  process: 'nodeA',
  when: atWork(50),
  restartAfter,
});

/** Longer work, and a failover when the replicas have long copied what the master has. */
const later = {
  lock: { settings: { ttl: 7000 } },
  settings: { work: 4500, own: { client2: { start: 3400 } }, duration: 10_000, patience: 8000 },
  faults: { failover: { kind: 'failover', process: 'nodeA', when: atWork(3000) } },
} as const;

/** Sentinel has noticed that the master is down, and acts. */
const noticed = { kind: 'failover', process: 'nodeA', when: atWork(350) } as const;

export const story: StoryBody = {
  lead: text(
    'A master and two replicas keep nothing on disk. The replicas get the key of client 1, and WAIT confirms it. Then the master is killed, and a supervisor starts it again at once. It comes back empty, its replicas copy that, and client 2 gets the lock.',
    '一主两副本，都不写盘。客户端 1 的键会到副本，WAIT 也会确认。然后主节点被杀，守护进程马上把它拉起来。它恢复时是空的，副本照样复制过去，客户端 2 拿到了锁。',
  ),
  beats: [
    opening(
      'The client waits for a replica (WAIT 1) before it counts the lock as its own, so a failover to that replica does not lose the key. But there is no failover.',
      '客户端等副本确认（WAIT 1）才算拿到锁，所以故障转移到这个副本，键不会丢。可这里没有发生故障转移。',
      text('Client 1 waits until a replica has the key (WAIT 1).', '客户端等副本确认（WAIT 1），才算拿到锁。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock: the key is at the master and at its replicas.',
      '客户端 1 拿到锁：主节点和副本上都有键。',
      text('Client 1 has the lock: master and replicas have the key.', '客户端 1 拿到锁：主节点和副本上都有键。'),
    ),
    beat(once('crashed', 'nodeA'), 'The master is killed.', '主节点被杀。'),
    beat(
      once('started', 'nodeA'),
      'A supervisor starts it again after a tenth of a second, before Sentinel considers it down. It is still the master, but empty.',
      '十分之一秒后，守护进程把它拉了起来，Sentinel 还没判定它下线。它仍是主节点，里面是空的。',
      text('The master is back in a tenth of a second, empty.', '十分之一秒后主节点回来，里面是空的。'),
    ),
    beat(
      once('replicated', 'replicaA1', 2),
      'The replicas follow their master, as replicas do: they drop the key.',
      '副本与主节点同步，也丢掉了键。',
    ),
    beat(
      once('acquired', 'client2'),
      'WAIT confirms client 2’s lock, too: two holders at once.',
      'WAIT 也确认了客户端 2：两个客户端同时持锁。',
    ),
  ],
  sources: ['redis.io', 'beyond'],
  argument: text(
    'The documentation of Redis warns of this: a replica wants to be an exact copy of its master, and a master that restarts without its data is empty. Sentinel does not help, since a master that is back fast enough was never down. So the shorter outage is the more dangerous one. WAIT does not help either: it says that a replica had the write, not that it will keep it.',
    'Redis 的文档警告过这一点：副本要与主节点完全一致，而没有持久化的主节点重启后是空的。Sentinel 帮不上忙：主节点回来得够快，在它看来就没有下线过。所以停得越短，反而越危险。WAIT 也帮不上忙：它说的是副本收到过写入，不是副本会留着它。',
  ),
  modelled: text(
    'A process that is killed and started again a tenth of a second later, replicas that copy everything their master has, and WAIT. The storage checks versions, so that the run shows the lock alone.',
    '进程被杀，十分之一秒后重启；副本照搬主节点的全部数据；以及 WAIT。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'Sentinel’s down-after-milliseconds, and the seconds that real replicas take to connect again and to copy everything, which they do because a master without its data has a new replication ID.',
    'Sentinel 的 down-after-milliseconds，以及真实的副本重连和全量同步要花的几秒。丢了数据的主节点会换一个 replication ID，所以副本要全量同步。',
  ),
  scenario: {
    version: 2,
    seed: 75,
    lock: {
      id: 'single-node',
      settings: {
        ttl: 2500,
        nodeTimeout: 300,
        tries: 20,
        retryDelay: 250,
        retryJitter: 60,
        wait: 'checked',
      },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 600,
      work: 1300,
      nodes: { ...defaultSettings.nodes, replicas: 2, replicaLag: 10 },
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 4500,
      patience: 4000,
    },
    faults: { restart: back(100) },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  scene: { answers: ['fix', 'fix2', 'fix3', 'b'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The master writes an AOF', '主节点开启 AOF'),
      short: text('An AOF on the master', '主节点开启 AOF'),
      text: text(
        'With AOF the master comes back with the key and the rest of its TTL, and its replicas copy that. For a process that was killed, “everysec” is enough. redis.io strongly advises persistence on the master and on the replicas.',
        '主节点开启了 AOF，副本照样跟随它。只是进程被杀的话，everysec 就够了。redis.io 强烈建议主节点和副本都开启持久化。',
      ),
      patch: { settings: { nodes: { persistence: 'everysec' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('started', 'nodeA'), 'The master reads its file and has the key.', '主节点读取文件，键还在。'),
        beat(
          once('acquired', 'client2'),
          'The master kept the key: client 2 gets the lock after client 1.',
          '主节点的键还在，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('No automatic restart', '不自动重启'),
      text: text(
        'Nothing starts the master again, so Sentinel notices that it is down and promotes a replica, which has the key. The lock is unavailable for a moment longer, but it is correct. That is the other advice of redis.io: without persistence, no automatic restart.',
        '主节点宕机后不自动重启，由 Sentinel 处理。锁服务多停了一会儿，但没有出错。这是 redis.io 的另一条建议：不开持久化，就不要自动重启。',
      ),
      patch: { faults: { restart: back('never'), failover: noticed } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeA'), 'The master is down, and stays down.', '主节点宕机，没有再起来。'),
        beat(
          once('promoted', 'replicaA1'),
          'Sentinel promotes a replica, and the key is there.',
          'Sentinel 提升了一个副本，键还在。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 has to wait for client 1.', '客户端 2 只能等客户端 1。'),
      ],
    },
    {
      id: 'fix3',
      fix: true,
      title: text('Back later than Sentinel', '比 Sentinel 晚回来'),
      short: text('A slower restart', '晚一些重启'),
      text: text(
        'The supervisor waits before it restarts the master, for longer than Sentinel needs. When the old master comes back it finds a new one, follows it, and copies the key. What matters is which of the two comes first.',
        '守护进程等一会儿再重启主节点，等得比 Sentinel 切换所需的时间长。旧主节点回来时已有新的主节点，于是跟随它，把键复制过来。要紧的是这两件事的先后。',
      ),
      patch: { faults: { restart: back(900), failover: noticed } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('promoted', 'replicaA1'), 'A replica has taken over, with the key.', '一个副本已经接替，键也在。'),
        beat(
          once('started', 'nodeA'),
          'The old master comes back empty, and follows the new one.',
          '旧主节点恢复时是空的，转而跟随新主节点。',
        ),
        beat(
          once('acquired', 'client2'),
          'The new master had the key: client 2 gets the lock after client 1.',
          '新主节点有键，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('And then the failover', '然后才故障转移'),
      short: text('A failover after it', '之后再故障转移'),
      text: text(
        'The master comes back, and crashes again seconds later, before client 2 has asked. This time Sentinel promotes a replica. It is too late: the replicas have copied an empty master, and have nothing to give. A restart of a tenth of a second has emptied all three.',
        '主节点恢复之后过了几秒，客户端 2 还没来问，它又崩溃了。这次 Sentinel 提升了一个副本。但太晚了：副本已经复制过一个空的主节点，什么也拿不出来。一次只有十分之一秒的重启，清空了三个节点。',
      ),
      patch: later,
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock, and the replicas have its key.',
          '客户端 1 拿到锁，副本上也有它的键。',
        ),
        beat(once('started', 'nodeA'), 'The master is back, empty.', '主节点重启，里面是空的。'),
        beat(
          once('promoted', 'replicaA1'),
          'Now Sentinel acts. The replica that takes over is empty as well.',
          '这时 Sentinel 才动手。接替的副本也是空的。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock from the new master: two holders at once.',
          '新主节点把锁也给了客户端 2：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('With AOF, then the failover', '开启 AOF，再故障转移'),
      short: text('AOF, then the failover', 'AOF 加故障转移'),
      text: text(
        'Both happen again, but the master has come back with its key, so the replica has it as well when it takes over.',
        '同样的重启和故障转移，但主节点开启了 AOF。',
      ),
      patch: { ...later, settings: { ...later.settings, nodes: { persistence: 'everysec' } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(once('promoted', 'replicaA1'), 'A replica takes over, with the key.', '一个副本接替，键也在。'),
        beat(
          once('acquired', 'client2'),
          'The new master had the key: client 2 gets the lock after client 1.',
          '新主节点有键，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
