/**
 * A lock as a row of a table, as in the tutorials. Then with an expiry, with a session, and in the work's own
 * transaction.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const slowNetwork = { min: 15, p50: 28, p99: 55, max: 70 } as const;

export const story: StoryBody = {
  lead: text(
    'A table with a unique index is a lock: whoever inserts the row holds it. But the row does not notice when its owner dies.',
    '带唯一索引的表就是一把锁：谁能插入那一行，谁就持有锁。可那一行不会知道主人已经死了。',
  ),
  beats: [
    opening(
      'Everyone has a database, and a unique index lets only one INSERT of the same name through.',
      '数据库谁家都有；同名的 INSERT，唯一索引只放行一次。',
      text('The unique index lets only one INSERT of a name through.', '同名的 INSERT，唯一索引只放行一次。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has inserted the row and is working.',
      '客户端 1 插入了这一行，开始工作。',
    ),
    beat(
      once('refused', 'client2'),
      'Client 2 gets a duplicate-key error: the lock is held.',
      '客户端 2 得到“重复键”的错误：锁被占着。',
    ),
    beat(once('crashed', 'client1'), 'Client 1 crashes. Its row stays.', '客户端 1 崩溃，它的那一行还在。'),
    beat(
      once('refused', 'client2', 3),
      'Client 2 can ask as often as it likes. Only a person can delete the row.',
      '客户端 2 再问多少次也没用，只有人工才能删掉这一行。',
      text('Client 2 asks in vain. Only a person can delete the row.', '客户端 2 再问也没用，只有人工才能删掉这一行。'),
    ),
  ],
  sources: ['python'],
  modelled: text(
    'One table, one unique index, the statements and their errors. The database keeps its data in a crash of its own.',
    '一张表、一个唯一索引、语句及其报错。数据库自己崩溃也不丢数据。',
  ),
  notModelled: text(
    'Replicas of the database, and isolation levels: each statement is atomic, and that is all that is needed here.',
    '数据库的副本和隔离级别：每条语句都是原子的，这里只需要这一点。',
  ),
  scenario: {
    version: 2,
    seed: 47,
    lock: { id: 'sql-row' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 150,
      think: 400,
      work: 500,
      latency: slowNetwork,
      duration: 5000,
      patience: 3500,
    },
    faults: {
      crash: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['stuck-entry', 'starved'],
  scene: { answers: ['fix', 'd', 'b', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A column with an expiry', '加一列过期时间'),
      short: text('An expiry in the row', '行里写过期时间'),
      text: text(
        'With a time after which anyone may take over the row, a crash costs only the rest of that time. It also turns the lock into a lease, with all the problems of one: see the next variant.',
        '加上“何时起可被接管”的一列，崩溃只耽误剩下的那点时间。但锁也就成了租约，租约的麻烦一样不少：见下一个变体。',
      ),
      patch: { lock: { settings: { expiry: 1500 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes.', '客户端 1 崩溃。'),
        beat(
          once('acquired', 'client2'),
          'By the database’s clock the time in the row has passed, and client 2 takes over the row.',
          '按数据库的时钟，行里的时间已过，客户端 2 接管了它。',
          text('The time in the row has passed, and client 2 takes it over.', '行里的时间已过，客户端 2 接管了它。'),
        ),
      ],
    },
    {
      id: 'b',
      title: text('The expiry, and a pause', '过期时间，加一次停顿'),
      short: text('An expiry, and a pause', '过期时间加停顿'),
      text: text(
        'Client 1 does not crash, it pauses. Client 2 takes over the row, and client 1 wakes up and writes: the same story as with every expiring lock.',
        '这次客户端 1 没有崩溃，只是停顿。行被接管，它醒来照写不误：和其他会过期的锁一样。',
      ),
      patch: {
        lock: { settings: { expiry: 1500 } },
        faults: {
          crash: null,
          pause: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
            for: 3000,
          },
        },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap'],
      beats: [
        beat(once('paused', 'client1'), 'Client 1 pauses before its write.', '客户端 1 在写之前停顿。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 takes over the row, reads and writes.',
          '客户端 2 接管这一行，读，写。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 wakes up and overwrites client 2’s write.',
          '客户端 1 醒来，覆盖了客户端 2 的写入。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('A lock that lives with the session', '与会话共存亡的锁'),
      short: text('A session’s lock', '会话级的锁'),
      text: text(
        'GET_LOCK or pg_advisory_lock: when the connection goes, the lock goes. A partition is enough: the server’s keep-alive gives up on client 1 and client 2 gets the lock, while client 1 keeps working and knows nothing. The storage compares versions, so the run shows only what the lock does.',
        'GET_LOCK 或 pg_advisory_lock：连接断了，锁就没了。一次网络分区就够了：服务器的 keep-alive 放弃了客户端 1，把锁给了客户端 2，而客户端 1 毫不知情，还在工作。这里的存储会比较版本，好让这次运行只显出锁的问题。',
      ),
      patch: {
        lock: { id: 'sql-advisory', settings: { keepAlive: 800 } },
        storage: { id: 'version' },
        settings: { work: 2600, duration: 7000, patience: 6000 },
        faults: {
          crash: null,
          cut: {
            kind: 'cut',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
            from: ['client1'],
            to: ['service'],
            bothWays: true,
            for: 'ever',
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1’s session has the lock.', '客户端 1 的会话拿到了锁。'),
        beat(
          once('entryGone', 'service'),
          'The database hears nothing more from its machine, ends the session and frees the lock.',
          '数据库再也听不到它那台机器的动静，结束会话，放开了锁。',
          text(
            'The database hears nothing from client 1 and frees its lock.',
            '数据库听不到客户端 1 的动静，放开了它的锁。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock while client 1 still thinks it has it.',
          '客户端 2 拿到锁，客户端 1 还以为自己持有锁。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 wrote first, so the version that client 2 read is no longer current: the rightful holder’s write is rejected.',
          '客户端 1 抢先写了，客户端 2 读到的版本已不是当前的：合法持有者反被拒绝。',
          text(
            'Client 1 wrote first, so the rightful holder’s write is rejected.',
            '客户端 1 抢先写了，合法的持有者反被拒绝。',
          ),
        ),
      ],
    },
    {
      id: 'd',
      title: text('Lock and data in one transaction', '锁与数据在同一个事务里'),
      short: text('Lock and data together', '锁与数据同一事务'),
      text: text(
        'The same partition, but the resource is a row of the same database and the write is part of the transaction that holds the lock. When the session goes, lock and write go together: nothing is half done, nothing is lost. Martin Kleppmann’s other advice: a database with transactions.',
        '同样的分区，但资源就是同一数据库里的一行，写入是持锁事务的一部分。会话没了，锁和写入一起作废：没有一半，也没有丢失。这正是 Martin Kleppmann 的另一个建议：用支持事务的数据库。',
      ),
      patch: {
        lock: { id: 'sql-advisory', settings: { keepAlive: 800, scope: 'transaction', pings: true } },
        storage: { id: 'same-database' },
        settings: { work: 2600, duration: 7000, patience: 6000, check: 'before-write', whenLost: 'at-once' },
        faults: {
          crash: null,
          cut: {
            kind: 'cut',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
            from: ['client1'],
            to: ['service'],
            bothWays: true,
            for: 'ever',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has begun a transaction and locked in it.',
          '客户端 1 开启事务，在其中加锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s transaction is over when client 2 gets the lock.',
          '客户端 2 拿到锁时，客户端 1 的事务已经结束。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('The database ends one session', '数据库结束一个会话'),
      short: text('One session is ended', '一个会话被结束'),
      text: text(
        'No partition: client 1, its machine and the link are fine. But wait_timeout, idle_session_timeout, a pool’s maximum connection lifetime or pg_terminate_backend ends its session while it works, and its lock with it.',
        '没有网络分区：客户端 1、它的机器和链路都正常。但 wait_timeout、idle_session_timeout、连接池的最长寿命或 pg_terminate_backend 在它工作时结束了它的会话，锁也随之消失。',
      ),
      patch: {
        lock: { id: 'sql-advisory' },
        storage: { id: 'version' },
        settings: { work: 2600, duration: 7000, patience: 6000 },
        faults: {
          crash: null,
          ends: {
            kind: 'session-ends',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 800 },
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1’s session has the lock.', '客户端 1 的会话拿到了锁。'),
        beat(
          once('entryGone', 'service'),
          'The database ends that session, and client 1 is not notified.',
          '数据库结束了这个会话，客户端 1 没有得到通知。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock while client 1 still thinks it has it.',
          '客户端 2 拿到锁，客户端 1 还以为自己持有锁。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 wrote first, so the rightful holder’s write is rejected.',
          '客户端 1 抢先写了，合法的持有者反被拒绝。',
        ),
      ],
    },
    {
      id: 'f',
      title: text('FOR UPDATE SKIP LOCKED, as queues take a job', '像队列那样取任务：FOR UPDATE SKIP LOCKED'),
      short: text('SKIP LOCKED', 'SKIP LOCKED'),
      text: text(
        'The row exists already, and a transaction locks it; others skip it. Client 1 dies, its connection ends, the transaction is rolled back, and the row is free: no expiry, no clock. The work has to be done inside the transaction. A queue that commits first and marks the row as taken has a lease in a column instead.',
        '行早已存在，由事务锁住，别人跳过它。客户端 1 死掉，连接断开，事务回滚，行就空出来了：不用过期时间，也不看时钟。工作必须在这个事务里做。先提交、再把行标成“已取走”的队列，其实是在列里写了一个租约。',
      ),
      patch: { lock: { id: 'sql-advisory', settings: { scope: 'row', ask: 'try' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has locked the row.', '客户端 1 锁住了这一行。'),
        beat(
          once('entryGone', 'service'),
          'Client 1 dies. Its transaction is rolled back, and the row is free.',
          '客户端 1 死了，事务回滚，行空了出来。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 takes the row.', '客户端 2 取到这一行。'),
      ],
    },
    {
      id: 'g',
      title: text('A count that two names share', '两个锁名共用一个计数'),
      short: text('A shared count', '共用一个计数'),
      text: text(
        'Nobody dies. Client 1’s library counts how often its thread has locked, with 256 counts for all names, and the thread holds a second name that has the same count. Its unlock finds two holds, takes one off, and deletes no row. Client 2 waits until the row is over, after an unlock that returned without an error: spring-integration 6.5.9, issue 11146 (24 June 2026).',
        '没有人死。客户端 1 用的库要数线程加锁几次，所有锁名共用 256 个计数，而这个线程还持有另一个锁名，恰好落在同一个计数上。解锁时看到计数是二，减一了事，不删行。解锁返回得好好的，客户端 2 却要等到这一行过期：spring-integration 6.5.9，issue 11146（2026 年 6 月 24 日）。',
      ),
      patch: {
        lock: { settings: { localCount: 'shared', expiry: 10_000 } },
        faults: { crash: null },
        settings: { duration: 9000, patience: 7000 },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('released', 'client1'), 'Client 1 unlocks, and no row is deleted.', '客户端 1 解锁了，行却没删。'),
      ],
    },
    {
      id: 'gfix',
      fix: true,
      title: text('One count for each name', '每个锁名各有一个计数'),
      short: text('A count for each name', '各有一个计数'),
      text: text(
        'As before 6.5.9 and again since the fix: the unlock finds one hold, and deletes the row.',
        '6.5.9 之前如此，修复后又是如此：解锁时计数是一，行就删掉。',
      ),
      patch: {
        lock: { settings: { expiry: 10_000 } },
        faults: { crash: null },
        settings: { duration: 9000, patience: 7000 },
      },
      lock: 'held',
      data: 'safe',
    },
  ],
};
