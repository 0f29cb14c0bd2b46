/** A lock in a Redis that is also a cache: the lock's key is evicted, or flushed, while its holder works. */
import type { Fault } from '../../../core/model/scenario/fault';
import { nodeId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** Client 1 works, and nobody has asked for the key since it was set. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1900 } as const;

/** FLUSHALL at the first nodes, all at once. */
const flushes = (count: number): Readonly<Record<string, Fault>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `flush${i + 1}`,
      { kind: 'key-vanishes', process: nodeId(i), when, how: 'flushall' },
    ]),
  );

/** A timeout that every node keeps, so that client 2 needs no luck to get its three. */
const onFive = { id: 'redlock', settings: { nodeTimeout: 250 } };

export const story: StoryBody = {
  lead: text(
    'The Redis that keeps the lock is also the company’s cache, and evicts keys when its memory is full. It fills up, and makes room. To Redis, the lock’s key is just another key that nobody has used for a while.',
    '存放锁的 Redis 也是全公司的缓存，内存满了就淘汰键。这时它满了，要腾地方。在 Redis 眼里，锁的键不过是又一个许久没人用过的键。',
  ),
  beats: [
    opening(
      'A lock with a TTL of 10 s, for work of 3 s. No client, clock or network will fail.',
      '锁的 TTL 是 10 秒，工作只要 3 秒。客户端、时钟、网络都不会出问题。',
      text('The TTL is 10 s, the work 3 s. Nothing will fail.', 'TTL 是 10 秒，工作 3 秒，什么都不会出问题。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock, reads and works.', '客户端 1 拿到锁，读取，开始工作。'),
    beat(
      once('faultStruck', 'nodeA'),
      'The cache grows beyond maxmemory. Redis evicts the lock’s key and tells nobody.',
      '缓存超过 maxmemory，Redis 淘汰了锁的键，没有通知客户端。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 finds no key. It gets the lock, reads the same value, and works at the same time as client 1.',
      '客户端 2 没看到键，于是拿到了锁，读到同一个值，与客户端 1 同时工作。',
      text(
        'Client 2 finds no key and gets the lock; client 1 still works.',
        '客户端 2 没看到键，拿到了锁，客户端 1 还在锁内。',
      ),
    ),
    beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 overwrites client 1’s write with an outdated value.',
      '客户端 2 用旧值算出的结果覆盖了客户端 1 的写入。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of Redis on key eviction. With allkeys-lru any key may go; with volatile-ttl the keys with the least time to live go first. An eviction deletes the key, and no client is notified',
    'Redis 文档中关于键淘汰的说明：allkeys-lru 下任何键都可能被淘汰，volatile-ttl 则先淘汰剩余 TTL 最短的键。淘汰就是删除这个键，不会通知任何客户端',
  ),
  modelled: text(
    'A key vanishes from a server in an instant, and the replicas see a deletion. FLUSHALL also takes counters and lists. On a real Redis, the server is sent the same DEL or FLUSHALL; an eviction becomes a DEL.',
    '某一刻，键从服务器上消失，副本收到的是一次删除。FLUSHALL 还会带走计数器和列表。在真实 Redis 上，向服务器发送的就是 DEL 或 FLUSHALL；淘汰用 DEL 代替。',
  ),
  notModelled: text(
    'Memory, and the choice of the key: Redis samples a few keys and evicts the best of them, so the lock’s key may be spared for a long time. A renewal counts as a use, and so does a SET NX that is refused: allkeys-lru spares a busy lock for longer.',
    '内存本身，以及淘汰哪个键：Redis 抽样几个键，淘汰其中最合适的，所以锁的键可能很久都没事。续期算访问，被拒绝的 SET NX 也算，所以争抢激烈的锁在 allkeys-lru 下会留得更久。',
  ),
  scenario: {
    version: 2,
    seed: 80,
    lock: { id: 'single-node', settings: { ttl: 10_000, tries: 40, retryDelay: 200, retryJitter: 50 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 2300,
      work: 3000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 9000,
      patience: 5000,
    },
    faults: { evicted: { kind: 'key-vanishes', process: 'nodeA', when } },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { answers: ['fix', 'b', 'c', 'd'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('An instance of its own, with noeviction', '单独一个实例，配 noeviction'),
      short: text('An instance with noeviction', '单独实例，不淘汰'),
      text: text(
        'The lock moves to a Redis that is no cache, with maxmemory-policy noeviction. When it is full, it refuses new keys and deletes none: a client that wants the lock may get an error, and a client that holds it keeps it.',
        '锁挪到一个不兼作缓存的 Redis，maxmemory-policy 设为 noeviction。就算它满了，也只是拒绝写入新键，不会删除已有的键：想加锁的客户端可能报错，已持锁的客户端不受影响。',
      ),
      patch: { faults: { evicted: null } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
        beat(
          once('released', 'client1'),
          'The key was there until client 1 released it.',
          '键一直都在，直到客户端 1 释放。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after client 1.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('volatile-ttl, and a check of the lease', 'volatile-ttl，写前检查租约'),
      short: text('volatile-ttl', '改用 volatile-ttl'),
      text: text(
        'With volatile-ttl, the key that expires first is evicted first. The cache’s keys last an hour and the lock 10 s: of all keys with an expiry, the lock’s is the closest to expiring. Client 1 checks its lease before it writes. But the lease goes by its own clock, and that says that more than 6 s are left.',
        'volatile-ttl 先淘汰最快到期的键。缓存的键要活一小时，锁只有 10 秒：在所有带过期时间的键里，最先到期的正是锁。客户端 1 写之前检查了租约，但租约只看自己的时钟，而时钟说还剩 6 秒多。',
      ),
      patch: { settings: { check: 'before-write' } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('faultStruck', 'nodeA'),
          'Redis needs memory, and the lock’s key is the next to expire: it is evicted.',
          'Redis 需要内存，而最快到期的是锁的键：它被淘汰了。',
          text(
            'Redis needs memory, and evicts the lock’s key: it is the next to expire.',
            'Redis 需要内存，淘汰了最快到期的键：锁。',
          ),
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到锁。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 has checked its lease and found plenty of time. It writes.',
          '客户端 1 检查了租约，时间还很充裕，于是写入。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 overwrites client 1’s write: an update is lost.',
          '客户端 2 覆盖了客户端 1 的写入：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('volatile-ttl, versions checked', 'volatile-ttl，查版本'),
      text: text(
        'The key is evicted as before, and two clients hold the lock. But the storage rejects a write that is based on an old version. A fencing token alone would not help: client 1 has the older one and writes first, so both would be accepted.',
        '键照样被淘汰，但存储拒绝依据旧版本的写入。只靠 fencing token 不行：客户端 1 的 token 较旧，却先写入，两次写入都会被接受。',
      ),
      patch: { settings: { check: 'before-write' }, storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock too, while client 1 works.',
          '客户端 2 也拿到锁，而客户端 1 还在工作。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s write is based on the version before that, and is rejected.',
          '客户端 2 的写入基于前一个版本，被拒绝。',
          text('Client 2’s write is based on an old version, and is rejected.', '客户端 2 的写入依据旧版本，被拒绝。'),
        ),
      ],
    },
    {
      id: 'c',
      title: text('FLUSHALL on one of five nodes', '五个节点中有一个被 FLUSHALL'),
      short: text('FLUSHALL on one node', '一个节点 FLUSHALL'),
      text: text(
        'Redlock on five masters. An operator wants to clear a cache and runs FLUSHALL on the wrong host: on node A, every key is gone. Client 1 still has four of five.',
        'Redlock，五个主节点。有人想清缓存，却在错误的机器上执行了 FLUSHALL：节点 A 上所有的键都没了。客户端 1 还有五个中的四个。',
      ),
      patch: { lock: onFive, faults: { evicted: null, ...flushes(1) } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
        beat(once('faultStruck', 'nodeA'), 'Node A is flushed.', '节点 A 被清空。'),
        beat(
          once('acquired', 'client2'),
          'While client 1 held the lock, client 2 got only A and gave it back: one of five is no majority. It gets the lock after client 1.',
          '客户端 1 持锁时，客户端 2 只拿到 A，又还了回去：五个中的一个不是多数。客户端 1 释放后，它才拿到锁。',
          text(
            'Client 2 got only A; it gets the lock after client 1.',
            '客户端 2 起初只拿到 A，客户端 1 释放后才拿到锁。',
          ),
        ),
      ],
    },
    {
      id: 'd',
      title: text('FLUSHALL on three nodes', '三个节点被 FLUSHALL'),
      short: text('FLUSHALL on three nodes', '三个节点 FLUSHALL'),
      text: text(
        'The operator runs it from a script, on three of the five nodes. That is a majority, and a majority is all that client 2 needs. Redlock relies on nodes failing independently; one hand on three nodes is a single failure.',
        '这次是用脚本执行，五个节点清空了三个。三个已是多数，客户端 2 要的也只是多数。Redlock 的前提是各节点独立出错，而同一个人动了三个节点，是同一次故障。',
      ),
      patch: { lock: onFive, faults: { evicted: null, ...flushes(3) } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('faultStruck', 'nodeC'), 'Nodes A, B and C are flushed.', '节点 A、B、C 被清空。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets these three, a majority, while client 1 still works.',
          '客户端 2 拿到这三个，已是多数；客户端 1 还在工作。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 overwrites client 1’s write: an update is lost.',
          '客户端 2 用旧值算出的结果覆盖了客户端 1 的写入。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('Three flushed, versions checked', '三个被清，查版本'),
      text: text(
        'Two clients hold the lock, since no lock notices a FLUSHALL. The storage rejects the second write.',
        '同样清空三个节点，但存储检查版本，拒绝了第二个写入。',
      ),
      patch: { lock: onFive, storage: { id: 'version' }, faults: { evicted: null, ...flushes(3) } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock too, while client 1 works.',
          '客户端 2 也拿到锁，而客户端 1 还在工作。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s write is based on an old version, and is rejected.',
          '客户端 2 的写入依据旧版本，被拒绝。',
        ),
      ],
    },
  ],
};
