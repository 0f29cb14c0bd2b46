/**
 * The settings and texts of the advisory lock in a database. The lock is in `lock.ts`. Sources of the pools: the
 * documentation of PgBouncer, pool_mode; of node-postgres, "pg.Pool" (idleTimeoutMillis, and that pool.query uses the
 * first idle client); of HikariCP, README (maxLifetime, idleTimeout).
 */
import { choice, count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';
import { nodeTimeoutField } from '../shared/fields';

export const sqlAdvisoryTexts = {
  about: {
    en: 'A lock tied to a database session, or to its transaction, without a TTL: a pause costs nothing, a lost connection costs the lock, and clients that share the session share the lock.',
    zh: '与数据库会话（或其事务）共存亡的锁，没有 TTL：停顿不要紧，但连接断了锁就没了，共用会话的客户端也共用这把锁。',
  },
  lossReport: {
    by: 'connection',
    when: {
      en: 'When a ping on its connection is not answered, if it pings while it works. Without pings, its next statement is the first to fail.',
      zh: '若工作时发 ping：连接上的 ping 没有应答时。不发 ping，则下一条语句失败时才知道。',
    },
    usually: {
      en: 'Stops before its next step if a ping has failed. A driver that does not ping reports the closed connection only at the next statement.',
      zh: 'ping 失败后在下一步之前停下。不发 ping 的驱动要到下一条语句才报告连接已断。',
    },
  },
} as const;

export const sqlAdvisoryFields = {
  scope: choice({
    label: { en: 'Tied to', zh: '与谁共存亡' },
    help: {
      en: 'pg_advisory_lock stays with the session until it is unlocked; pg_advisory_xact_lock ends with the transaction, so the work must be done inside it. So does the lock on a row (SELECT … FOR UPDATE), with which queues in a database take a job.',
      zh: 'pg_advisory_lock 属于会话，直到解锁；pg_advisory_xact_lock 随事务结束，工作必须在这个事务里做。行锁（SELECT … FOR UPDATE）也一样，数据库里的队列就用它取任务。',
    },
    options: [
      { id: 'session', label: { en: 'the session', zh: '会话' } },
      { id: 'transaction', label: { en: 'the transaction', zh: '事务' } },
      { id: 'row', label: { en: 'the transaction, by a row', zh: '事务（锁住一行）' } },
    ],
    default: 'session',
  }),
  ask: choice({
    label: { en: 'Asks by', zh: '请求方式' },
    help: {
      en: 'Waiting for the lock in the database, or learning at once that another client has it (pg_try_advisory_lock, SKIP LOCKED).',
      zh: '在数据库里一直等到拿到锁，或者立刻被告知别人持有（pg_try_advisory_lock、SKIP LOCKED）。',
    },
    options: [
      { id: 'wait', label: { en: 'waiting', zh: '等待' } },
      { id: 'try', label: { en: 'trying', zh: '尝试' } },
    ],
    default: 'wait',
  }),
  waitMax: milliseconds({
    label: { en: 'Waits for the lock', zh: '等锁多久' },
    help: {
      en: 'How long a client waits before it disconnects, which withdraws its request, and asks again. PostgreSQL itself has no limit; ten minutes or more count as none.',
      zh: '客户端等多久后断开连接（请求随之撤回），再重新请求。PostgreSQL 本身没有上限；十分钟以上就当作没有上限。',
    },
    min: 1,
    max: leaseMax,
    default: 5000,
  }),
  pooler: choice({
    isOfService: true,
    label: { en: 'Pool', zh: '连接池' },
    help: {
      en: 'A transaction pooler (PgBouncer) lends a server session for one transaction at a time. A session’s locks stay with it: the next client that gets it can lock them again. The pool of a driver (node-postgres, HikariCP) does the same where each query asks the pool for a connection; the clients are then requests of one application. It gives a connection back without pg_advisory_unlock_all or DISCARD ALL.',
      zh: '事务级连接池（PgBouncer）每次把一个服务器会话借给一个事务。会话级的锁留在会话里，下一个借到它的客户端可以重入。如果每条查询都向驱动的连接池（node-postgres、HikariCP）要连接，结果一样；这时客户端就是同一个应用里的各个请求。连接归还时，池不会执行 pg_advisory_unlock_all 或 DISCARD ALL。',
    },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'transaction', label: { en: 'a pooler, per transaction', zh: '独立的连接池，按事务' } },
      { id: 'driver', label: { en: 'the driver’s, per query', zh: '驱动自带，按查询' } },
    ],
    default: 'none',
  }),
  poolSize: count({
    isOfService: true,
    label: { en: 'Sessions in the pool', zh: '池中会话数' },
    help: {
      en: 'When all of them are in use, the next client waits. PgBouncer: 20. node-postgres and HikariCP: 10.',
      zh: '都借出去时，后来者等待。PgBouncer 默认 20，node-postgres 和 HikariCP 默认 10。',
    },
    min: 1,
    max: 100,
    default: 20,
  }),
  lends: choice({
    isOfService: true,
    label: { en: 'The pool lends', zh: '池借出' },
    help: {
      en: 'Which of its free sessions. PgBouncer and most pools lend the one that was used last. On any other session than the one that locked, an unlock returns false, and the lock stays.',
      zh: '借出哪个空闲会话。PgBouncer 和多数连接池借出最近用过的那个。若借到的不是加锁的会话，解锁返回 false，锁仍留着。',
    },
    options: [
      { id: 'first', label: { en: 'the first', zh: '第一个' } },
      { id: 'last', label: { en: 'the last used', zh: '最近用过的' } },
      { id: 'any', label: { en: 'any, by the seed', zh: '任意一个（由种子决定）' } },
    ],
    default: 'first',
    searched: ({ pooler, poolSize }) => pooler !== 'none' && Number(poolSize) > 1,
  }),
  idleTimeout: milliseconds({
    isOfService: true,
    label: { en: 'A driver closes an idle connection after', zh: '驱动关闭空闲连接前等待' },
    help: {
      en: 'Only the pool of a driver. With the connection ends its session, and with that a lock that nobody unlocked. node-postgres: 10 s (idleTimeoutMillis). HikariCP keeps its pool full, and closes a connection when it is 30 minutes old (maxLifetime) and nobody uses it.',
      zh: '只对驱动的连接池有效。连接一关，会话就结束，没人解开的锁也随之消失。node-postgres 默认 10 s（idleTimeoutMillis）。HikariCP 让池保持满员，连接满 30 分钟（maxLifetime）且没人使用时才关。',
    },
    min: 1,
    max: leaseMax,
    default: 10_000,
  }),
  keepAlive: milliseconds({
    isOfService: true,
    label: { en: 'The server’s keep-alive', zh: '服务器的 keep-alive' },
    help: {
      en: 'When nothing has been heard from a client’s machine for this long, the server ends its session. Linux probes an idle connection only after 2 hours.',
      zh: '客户端机器这么久没有音讯，服务器就结束它的会话。Linux 对空闲连接 2 小时后才开始探测。',
    },
    min: 40,
    max: 7_200_000,
    default: 7_200_000,
  }),
  pings: flag({
    label: { en: 'Pings while it works', zh: '工作时发 ping' },
    help: {
      en: 'The holder sends SELECT 1 four times in this time. If one is not answered, it considers its lock lost. Usually no other client has the lock by then; after a server restart, a client pause or slow replies, one may.',
      zh: '持有者在这段时间内发四次 SELECT 1，有一次得不到应答，就认为锁已失去。这时服务器通常还没有把锁给别的客户端；但若服务器重启过、客户端停顿过或应答很慢，就可能已经给了。',
    },
    default: false,
  }),
  nodeTimeout: nodeTimeoutField,
} as const;

export type SqlAdvisorySettings = ValuesOf<typeof sqlAdvisoryFields>;
