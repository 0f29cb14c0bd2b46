/**
 * Two clients, one session. A pooler lends out the session that holds the lock, and the lock is re-entrant for every
 * client that has the session.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
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
  lock: 'overlap',
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
      lock: 'held',
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
      lock: 'stuck',
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
          'Client 1 unlocks in another, and the answer is false.',
          '客户端 1 在另一个会话里解锁，应答是 false。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('In the pool of a driver', '在驱动自带的连接池里'),
      short: text('A driver’s own pool', '驱动自带的池'),
      text: text(
        'No pooler, only the pool that node-postgres or HikariCP keeps in the application. Client 1 locks by one pool.query and unlocks by the next, on another connection: false. The connection with the lock lies idle until the pool closes it: with node-postgres after 10 s (idleTimeoutMillis), with HikariCP when it is 30 minutes old (maxLifetime). Work that lasts longer than that loses its lock the same way. What helps: lock, work and unlock on one connection, taken out of the pool until the end; pg_advisory_xact_lock; pg_advisory_unlock_all or DISCARD ALL before a connection goes back.',
        '没有独立的连接池，只有 node-postgres 或 HikariCP 放在应用里的那个池。客户端 1 用一次 pool.query 加锁，用下一次解锁，却换了连接：返回 false。握着锁的连接闲置在池里，直到池把它关掉：node-postgres 要 10 s（idleTimeoutMillis），HikariCP 要等连接满 30 分钟（maxLifetime）。工作时间若比这还长，锁也会这样丢掉。有用的办法：从池里取出一个连接，加锁、工作、解锁都在它上面，用完再还；pg_advisory_xact_lock；还连接之前执行 pg_advisory_unlock_all 或 DISCARD ALL。',
      ),
      patch: {
        lock: { settings: { pooler: 'driver', poolSize: 10, lends: 'any', waitMax: 600_000 } },
        settings: { duration: 14_000 },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['entry-left', 'starved'],
      beats: [
        beat(
          once('released', 'client1'),
          'Client 1 is done, and unlocks on another connection of the pool: false.',
          '客户端 1 做完了，却在池里的另一个连接上解锁：返回 false。',
        ),
        beat(
          once('entryGone', 'service'),
          'After 10 s the pool closes the connection, and the lock goes with it.',
          '连接闲置 10 s 后被池关掉，锁随之消失。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 has waited for nobody all that time.',
          '这段时间里，客户端 2 等的是一把没人用的锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('A client is killed behind the pooler', '连接池后面的客户端被杀'),
      short: text('Its client is killed', '客户端被杀'),
      text: text(
        'Without a pooler the database would end the session with its client, and the lock with it. The pooler takes the session back for the next client, and keeps it open: the lock stays, and the session that has it may be lent to anybody.',
        '没有连接池时，客户端一死，数据库就结束它的会话，锁也随之消失。有连接池时，会话被收回去等着借给下一个，一直开着：锁还在，而握着锁的会话可能借给任何人。',
      ),
      patch: {
        lock: { settings: { poolSize: 20, lends: 'any', waitMax: 600_000 } },
        faults: {
          killed: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 200 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['starved', 'stuck-entry'],
    },
  ],
};
