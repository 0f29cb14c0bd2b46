/** The lock is perfect, and the update is lost all the same: client 2 read where the write had not arrived yet. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 2 gets the lock only after client 1 has released it. But it reads from a replica that lags behind, so it sees the value from before client 1’s write, and overwrites it.',
    '客户端 1 释放之后，客户端 2 才拿到锁。但它读的是一个落后的只读副本，看到的还是客户端 1 写之前的值，于是覆盖了客户端 1 的写入。',
  ),
  beats: [
    opening(
      'Writes go to the primary, reads to a replica, storage A, which gets the writes a little later. Many applications are set up like this without anyone giving it a thought.',
      '写到主库，从副本（存储 A）读，而副本要晚一点才收到。许多应用就是这么配的，谁也没多想。',
      text('Writes go to the primary, reads to a replica that is behind.', '写到主库，从副本读，而副本总慢一步。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
    beat(
      once('wrote', 'storage'),
      'Client 1 has read 42, and the primary accepts its 43. The replica does not have it yet.',
      '客户端 1 读到 42，主库接受了它的 43。副本还没收到。',
      text('Client 1 writes 43. The replica does not have it yet.', '客户端 1 写了 43，副本还没收到。'),
    ),
    beat(
      once('released', 'client1'),
      'Client 1 releases the lock, properly and in time.',
      '客户端 1 按规矩、按时释放了锁。',
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets it, as its only holder.', '客户端 2 拿到锁，只有它持有。'),
    beat(once('read', 'storageA', 2), 'Client 2 reads from the replica: still 42.', '客户端 2 从副本读到的仍是 42。'),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes 52 over 43. One of the two changes is gone, and no lock in the world could have prevented that.',
      '客户端 2 用 52 盖掉了 43。两次修改丢了一次，世上没有哪把锁能防住这个。',
      text(
        'Client 2 writes 52 over 43: one change is lost, despite the lock.',
        '客户端 2 用 52 覆盖 43：有锁也丢了一次修改。',
      ),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'A primary and a read replica that receives each write after a delay.',
    '一个主库，一个只读副本；每次写都延迟一段时间才发往副本。',
  ),
  notModelled: text(
    'A database that waits for its replicas before it replies, or a client that asks for at least the version it knows.',
    '等副本收到才应答的数据库，或者要求“至少要这个版本”的读请求。',
  ),
  scenario: {
    version: 2,
    seed: 51,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 400, tries: 8, retryDelay: 180, token: 'counter' } },
    storage: { id: 'lagging-replica', settings: { lag: 1300 } },
    settings: {
      ...defaultSettings,
      stagger: 320,
      think: 300,
      work: 300,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 4000,
      patience: 3500,
    },
    faults: {},
  },
  lock: 'held',
  data: 'lost',
  facts: ['lost-update'],
  scene: { answers: ['fix', 'fix2', 'b'] },
  variants: [
    {
      id: 'b',
      title: text('Tokens do not help', 'token 帮不上忙'),
      short: text('Tokens', '用 token'),
      text: text(
        'The primary checks fencing tokens. Client 2 has the newer one and is the rightful holder in every way: it is not late, it has only read an old value. A token says who is writing, not what the writer has read.',
        '主库检查 fencing token。客户端 2 的 token 更大，怎么看都是名正言顺的：它没有迟到，只是读了旧内容。token 说明是谁在写，说不出他读过什么。',
      ),
      patch: { storage: { settings: { check: 'token' } } },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 writes with token 1.', '客户端 1 带着 token 1 写入。'),
        beat(once('read', 'storageA', 2), 'Client 2 reads the old 42.', '客户端 2 读到旧的 42。'),
        beat(
          overwrite('client2', 'client1'),
          'Token 2 is newer: client 2’s write is accepted, client 1’s is lost.',
          'token 2 比 1 新，客户端 2 的 52 被接受：43 丢了。',
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('Read from the primary', '从主库读'),
      text: text(
        'What is read under the lock is read from where it is written. The replica can serve clients that only read.',
        '持锁时读数据，就从主库读。副本留给只读不写的客户端。',
      ),
      patch: { storage: { settings: { reads: 'primary' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 writes 43.', '客户端 1 写下 43。'),
        beat(once('read', 'storage', 2), 'Client 2 reads 43 from the primary.', '客户端 2 从主库读到 43。'),
        beat(
          once('wrote', 'storage', 2),
          'Client 2 writes 53: both changes are kept.',
          '客户端 2 写下 53：两次修改都在。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('With a version check', '使用版本检查'),
      short: text('A version check', '版本检查'),
      text: text(
        'The primary compares the version on which a write is based. The stale read is noticed when it matters; client 2 has to read again.',
        '主库比较写入所依据的版本。读到旧值这件事，在写入时被发现；客户端 2 得重新读。',
      ),
      patch: { storage: { settings: { check: 'version' } } },
      lock: 'held',
      data: 'refused',
      facts: ['rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('read', 'storageA', 2),
          'Client 2 reads the old 42, and its version.',
          '客户端 2 读到旧的 42 和它的版本。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 2’s version is no longer current: rejected, and nothing is lost.',
          '客户端 2 的版本已不是当前的：被拒绝，什么也没丢。',
        ),
      ],
    },
  ],
};
