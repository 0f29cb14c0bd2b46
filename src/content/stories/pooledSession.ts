/**
 * Two clients, one session. A pooler lends out the session that holds the lock, and the lock is re-entrant for every
 * client that has the session.
 */
import { defaultSettings } from '../../core/model/scenario';
import type { StoryBody } from '../../core/model/story';
import { beat, once, opening, text } from './beats';

export const story: StoryBody = {
  formerly: [text('Two clients, one session', '两个客户端，一个会话')],
  lead: text(
    'An advisory lock belongs to a session of the database, and a pool lends the sessions. A transaction pooler lends the same session to the next client, which finds the lock already its own: two holders at once, and nothing has failed.',
    '咨询锁属于数据库的一个会话，而会话由连接池出借。事务级连接池把同一个会话借给下一个客户端，对它来说锁就是自己的：两个客户端同时持锁，却没有任何故障。',
  ),
  beats: [
    opening(
      'A pooler sits between the clients and the database. It lends a server session for one transaction at a time.',
      '客户端和数据库之间隔着一个连接池，每次把一个服务器会话借给一个事务。',
      text('A pool lends each transaction a session of the database.', '连接池每次把一个会话借给一个事务。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 takes the lock in the session it was lent, and gives the session back: the transaction is over.',
      '客户端 1 在借来的会话上加了锁；事务结束，会话还了回去。',
      text(
        'Client 1 locks in a borrowed session and gives the session back.',
        '客户端 1 在借来的会话上加锁，然后还了会话。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 is lent the same session, which already has the lock. The lock is re-entrant: granted.',
      '客户端 2 借到同一个会话，锁本来就在它手上。锁可重入：放行。',
      text('Client 2 is lent the same session, and its lock too.', '客户端 2 借到同一个会话，锁也一并到手。'),
    ),
    beat(
      once('wrote', 'storage'),
      'Both work. No clock, no pause, no lost message.',
      '两个客户端同时在工作，而时钟、网络都正常。',
    ),
    beat(
      once('rejected', 'storage'),
      'Client 1 was the first to write. Client 2’s write is rejected only because this storage compares versions.',
      '客户端 1 先写了。只因为这里的存储会比较版本，客户端 2 的写入才被拒绝。',
      text(
        'Client 1 wrote first. The version check rejects client 2’s write.',
        '客户端 1 先写了，版本检查拒绝了客户端 2 的写入。',
      ),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'A pooler with one server session, and advisory locks as PostgreSQL has them. The storage compares versions, so the run shows only what the lock does.',
    '只有一个服务器会话的连接池，以及 PostgreSQL 那样的咨询锁。存储会比较版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'Larger pools, where it happens now and then rather than always, which makes it harder to find.',
    '更大的连接池：那时不是每次都出错，而是偶尔出错，排查起来更糟。',
  ),
  scenario: {
    version: 2,
    seed: 52,
    lock: { id: 'sql-advisory', settings: { pooler: 'transaction', poolSize: 1 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 300,
      think: 200,
      work: 1200,
      latency: { min: 15, p50: 28, p99: 55, max: 70 },
      duration: 5000,
      patience: 4500,
    },
    faults: {},
  },
  outcome: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A lock of the transaction', '事务级的锁'),
      short: text('A transaction’s lock', '事务级的锁'),
      text: text(
        'pg_advisory_xact_lock ends with the transaction, and the session is not lent to anyone else until the transaction is over. The work must then be done inside it.',
        'pg_advisory_xact_lock 随事务结束，而事务没结束之前，会话不会借给别人。工作就必须在这个事务里做完。',
      ),
      patch: { lock: { settings: { scope: 'transaction' } } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 locks in a transaction that stays open.',
          '客户端 1 在一个一直开着的事务里加锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets a session only after client 1’s transaction has ended.',
          '客户端 1 的事务结束，客户端 2 才借得到会话。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Unlocked in another session', '在另一个会话里解锁'),
      short: text('Another session at the end', '最后借到别的会话'),
      text: text(
        'A pool of twenty sessions, and client 1 is lent another one when it unlocks. pg_advisory_unlock answers false and warns, nobody reads that, and the lock stays with the session that has it, until the pooler closes that session: with PgBouncer’s server_lifetime after an hour.',
        '池里有二十个会话，客户端 1 解锁时借到的是另一个。pg_advisory_unlock 返回 false 并给出警告，却没有人看；锁留在原来的会话里，直到连接池关掉它：按 PgBouncer 的 server_lifetime，要一个小时。',
      ),
      patch: { lock: { settings: { poolSize: 20, lends: 'any', waitMax: 600_000 } } },
      outcome: 'stuck',
      data: 'safe',
      facts: ['entry-left', 'starved', 'stuck-entry'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 locks in one session of twenty.',
          '客户端 1 在二十个会话之一里加锁。',
        ),
        beat(
          once('released', 'client1'),
          'It unlocks in another, and the answer is false.',
          '它在另一个会话里解锁，应答是 false。',
        ),
      ],
    },
  ],
};
