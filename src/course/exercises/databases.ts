/** The exercises on locks in a SQL database, for the chapter of the locks that are not Redis (`services.ts`). */

import { story as pooledSession } from '../../content/stories/beyond/pooledSession';
import type { Exercise } from '../../core/model/scenario/exercise';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { allFinish, workDone } from './aims';

const asksAgain = { tries: 40, retryDelay: 300 } as const;
const atWork = { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 } as const;

const oneDatabase: Scenario = {
  version: 2,
  seed: 95,
  lock: { id: 'sql-row', settings: asksAgain },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    work: 1500,
    latency: { min: 10, p50: 20, p99: 40, max: 50 },
    duration: 16_000,
    patience: 12_000,
  },
  faults: {},
};

export const exercises: readonly Exercise[] = [
  {
    id: 'a-borrowed-session',
    chapter: 'services',
    needs: ['anothers-key'],
    kind: 'predict',
    title: { en: 'A borrowed session', zh: '借来的会话' },
    task: {
      en: 'Two clients lock with pg_advisory_lock. Both connect through PgBouncer, which lends a session of PostgreSQL to each statement and takes it back. Client 1 has the lock and works; client 2 asks for it. Nothing fails. What will happen?',
      zh: '两个客户端都用 pg_advisory_lock 加锁，都通过 PgBouncer 连接：每条语句借给它一个 PostgreSQL 会话，用完收回。客户端 1 拿到锁，正在工作；客户端 2 请求加锁。什么故障都没有。会发生什么？',
    },
    scenario: pooledSession.scenario,
    options: [
      {
        id: 'waits',
        text: { en: 'Client 2 waits until client 1 unlocks.', zh: '客户端 2 等到客户端 1 解锁。' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }, { measure: 'refused', max: 0 }] },
        why: {
          en: 'PostgreSQL makes other sessions wait. Client 2 was lent the very session that has the lock, and a session may lock again what it has already locked.',
          zh: '要等的是别的会话。借给客户端 2 的正是持锁的那个会话，而同一个会话可以再次加自己的锁。',
        },
        rightWhen: { lock: { settings: { pooler: 'none' } } },
      },
      {
        id: 'told',
        text: {
          en: 'Client 2 learns that the lock is held, and asks again later.',
          zh: '客户端 2 得知锁被占着，稍后再来。',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'refused', min: 1 }] },
        why: {
          en: 'pg_try_advisory_lock says so to other sessions. Here it would say yes: this session already has the lock.',
          zh: 'pg_try_advisory_lock 会这样告诉别的会话。在这里它也会同意：会话就是持锁的那一个。',
        },
      },
      {
        id: 'both',
        text: {
          en: 'Client 2 gets the lock, too: both hold it at once.',
          zh: '客户端 2 也拿到锁：两个客户端同时持锁。',
        },
        goal: { fact: 'overlap' },
        why: {
          en: 'The lock belongs to the session and not to the client. The pooler lends the same session to both, and to PostgreSQL the second call is a second lock by the same owner.',
          zh: '锁属于会话，不属于客户端。连接池把同一个会话先后借给两者，PostgreSQL 以为是同一个主人又锁了一次。',
        },
      },
    ],
    solution: 'both',
    nearMiss: 'waits',
    hints: [
      {
        en: 'Whom does an advisory lock belong to, as PostgreSQL sees it?',
        zh: '在 PostgreSQL 看来，咨询锁归谁所有？',
      },
      {
        en: 'Which session does client 2 get from the pooler, and what does that session already have?',
        zh: '客户端 2 从连接池借到的是哪个会话？那个会话手里已经有什么？',
      },
    ],
    after: {
      en: 'A lock can only keep out clients that it can tell apart from its holder. Behind a transaction pooler only a transaction-level lock is safe (pg_advisory_xact_lock), since the session stays with one client until the transaction ends.',
      zh: '锁只挡得住它分得清的人。在事务级连接池后面，只有事务级的锁（pg_advisory_xact_lock）才安全：事务结束之前，会话一直归同一个客户端。',
    },
    notes: {
      wrong: {
        en: 'People think of the client as the owner. It is the same mistake as one fixed value for all in Redis.',
        zh: '人们以为锁归客户端所有。这和在 Redis 里大家用同一个固定值是同一种错误。',
      },
      say: {
        en: 'Ask who has a pooler between the program and the database. Most hands go up late.',
        zh: '问一句：谁的程序和数据库之间有连接池？多数人要想一会儿才举手。',
      },
    },
  },
  {
    id: 'one-database',
    chapter: 'services',
    needs: ['a-borrowed-session', 'give-it-a-number'],
    kind: 'choose',
    title: { en: 'One database for both', zh: '锁和数据在一处' },
    task: {
      en: 'You have a SQL database and nothing else. A client may crash, be paused for 3 s, or be cut off from the database for 3 s, at any moment. Pick a lock, and where the data is kept: no update may be lost, and a client that is gone must not block the others forever.',
      zh: '你只有一个 SQL 数据库。客户端随时可能崩溃、停顿 3 秒，或与数据库断开 3 秒。选一把锁，再选数据放在哪里：一次更新都不能丢，已经不在的客户端也不能永远挡住别人。',
    },
    scenario: oneDatabase,
    may: ['lock', 'storage'],
    locks: [
      { id: 'sql-row', settings: asksAgain },
      { id: 'sql-row', settings: { ...asksAgain, expiry: 2000 } },
      { id: 'sql-advisory', settings: { keepAlive: 800 } },
      { id: 'sql-advisory', settings: { keepAlive: 800, scope: 'transaction' } },
    ],
    storages: [{ id: 'no-check' }, { id: 'same-database' }],
    aims: [
      allFinish,
      {
        text: { en: 'No update is lost, whatever happens', zh: '无论发生什么，都没有更新丢失' },
        goal: { not: { data: ['torn', 'lost'] } },
        in: 'attacks',
      },
      workDone,
    ],
    attacks: [
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: { faults: { crash: { kind: 'crash', process: 'client1', when: atWork, restartAfter: 'never' } } },
      },
      {
        title: { en: 'Client 1 is paused for 3 s at work', zh: '客户端 1 工作时停顿 3 秒' },
        patch: { faults: { pause: { kind: 'pause', process: 'client1', when: atWork, for: 3000 } } },
      },
      {
        title: { en: 'Client 1 is cut off from the database for 3 s', zh: '客户端 1 与数据库断开 3 秒' },
        patch: {
          faults: {
            cut: { kind: 'cut', from: ['client1'], to: ['service'], bothWays: true, when: atWork, for: 3000 },
          },
        },
      },
    ],
    seeds: 20,
    solution: {
      lock: { id: 'sql-advisory', settings: { tries: null, retryDelay: null, keepAlive: 800, scope: 'transaction' } },
      storage: { id: 'same-database' },
    },
    nearMiss: {
      lock: { id: 'sql-advisory', settings: { tries: null, retryDelay: null, keepAlive: 800, scope: 'transaction' } },
    },
    hints: [
      {
        en: 'A row has no idea whether its owner is alive. What does?',
        zh: '一行数据不知道主人是否还活着。什么知道？',
      },
      {
        en: 'A session ends with its connection. What would have to end with it, so that no late write counts?',
        zh: '连接断了，会话就结束。还有什么得跟它一起结束，迟到的写入才不算数？',
      },
      {
        en: 'An advisory lock, and the data in a row of the same database: lock and write go over one session.',
        zh: '用咨询锁，数据就放在同一个数据库的一行里：锁和写入走同一个会话。',
      },
    ],
    after: {
      en: 'Where lock and data share a session, whatever ends the lock also ends the write. No lock outside the database can offer that. It needs no token, since nothing can be late.',
      zh: '锁和数据在同一个会话里，锁没了，写入也就不算数。放在数据之外的锁给不了这一点。这里不需要 token，因为没有东西会迟到。',
    },
    notes: {
      wrong: {
        en: 'The row with an expiry: it frees itself after a crash, but lets a paused client overwrite data, like every lease.',
        zh: '带过期时间的行：崩溃后会自动空出来，可停顿的客户端醒来照样覆盖，和所有租约一样。',
      },
      say: {
        en: 'Kleppmann’s other advice: if the data is in a database with transactions, let the database do it.',
        zh: 'Kleppmann 的另一个建议：数据若在支持事务的数据库里，就让数据库来做。',
      },
    },
  },
];
