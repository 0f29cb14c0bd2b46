/**
 * A relational database as locks need it: a table with a unique name, transactions with row locks, advisory locks, and
 * sessions that end with their connections. A pool may be in front of it and lend a session for one transaction; a
 * driver's pool closes an idle session. It knows few statements, and does not parse SQL. The isolation level is READ
 * COMMITTED. Deadlocks are not detected. Rows are on the disk, the rest is not. Source: the documentation of
 * PostgreSQL, chapters 13, 20.2 (TCP settings) and of PgBouncer, pool_mode = transaction.
 */
import { ok, type Reply, type Request } from '../../model/effects/request';
import { cellFirst } from '../../model/trace/recordServer';
import { type GoneCause, withoutExpiry } from '../../model/trace/trace';
import type { Micros } from '../../model/values/time';
import { FreeSessions } from './freeSessions';
import { type DatabaseWorld, keyOf, type Peer, type Service, type ServiceCall } from './service';
import { AdvisoryLocks } from './sqlAdvisory';
import { CacheLocks } from './sqlCacheLocks';
import { changeLockRow, type LockRow } from './sqlLockRows';
import { optionsOf, type SqlOptions } from './sqlOptions';
import { SqlRows } from './sqlRows';
import { type Blocked, type Connection, lend, type Session, type SqlTransaction } from './sqlSession';
import { changeShedlock, ownerOfRow, type ShedlockRow, type ShedlockStatement, shedlockStatement } from './sqlShedlock';
import { isEnd, ofFailed, sqlFailure, sqlWords } from './sqlWords';

interface ResourceRow {
  readonly value: number;
  readonly version: number;
}

/** Returned by a statement that cannot continue before something else has ended. */
const waits = 'waits';

const resourceRow = 'row';
const resourceFirst: ResourceRow = { value: cellFirst.value, version: cellFirst.version };

export const makeSql = (world: DatabaseWorld, settings: Readonly<Record<string, unknown>>): Service =>
  new Sql(world, optionsOf(settings));

class Sql implements Service {
  private readonly locks = new SqlRows<LockRow>();
  private readonly shedlock = new SqlRows<ShedlockRow>();
  private readonly cacheLocks = new CacheLocks();
  private readonly resource = new SqlRows<ResourceRow>({ [resourceRow]: resourceFirst });
  private readonly advisory: AdvisoryLocks<Peer, Session>;
  private readonly connections = new Map<string, Connection>();
  private pool: FreeSessions<Session>;
  private blocked: Blocked[] = [];
  /** The jobs whose entries are in the trace. A job that is locked for no time at all never has one. */
  private readonly jobs = new Set<string>();
  private sessionCount = 0;
  private transactionCount = 0;

  constructor(
    private readonly world: DatabaseWorld,
    private readonly options: SqlOptions,
  ) {
    const isPooled = options.poolSize > 0;
    this.advisory = new AdvisoryLocks({ record: world, isPooled, clientOf: ({ index }) => index });
    this.pool = this.openPool();
  }

  serve(call: ServiceCall): void {
    const { peer, request } = call;
    if (request.command === 'CONNECT') return call.answer(this.connect(peer));
    const connection = this.connections.get(keyOf(peer));
    if (!connection || connection.opened > this.world.message()) return call.answer(sqlFailure(sqlWords.closed));
    this.reached(connection);
    if (request.command === 'TERMINATE') {
      this.close(connection, peer);
      return call.answer(ok('OK'));
    }
    const statement = { connection, call, message: this.world.message() };
    if (!this.execute(statement, { isBlocked: false })) {
      this.blocked.push(statement);
      this.world.waiting(peer);
    } else this.wake();
  }

  disconnected(peer: Peer): void {
    const connection = this.connections.get(keyOf(peer));
    if (connection) this.close(connection, null);
  }

  hasSession(client: number): boolean {
    return this.sessionOf(client) !== null;
  }

  endSession(client: number): void {
    const session = this.sessionOf(client);
    if (session !== null) this.terminate(session);
  }

  /**
   * As a DELETE of the row does, an UPDATE of a row that stays, or pg_terminate_backend. A person waits for no
   * transaction: a row that a transaction is about to change counts as a lock that no client has.
   */
  freeByHand(key: string): (() => void) | null {
    const session = this.advisory.ownerOf(key);
    if (session !== null) return () => this.terminate(session, 'lost');
    const [job, now] = [this.shedlock.settled(key), this.world.wall()];
    const isLocked = job !== null && job.lockUntil > now && this.jobs.has(key);
    if (!isLocked && this.locks.settled(key) === null && !this.cacheLocks.has(key)) return null;
    return () => {
      if (isLocked) this.shedlock.overwrite(key, { ...job, lockUntil: now, left: 0 });
      this.jobs.delete(key);
      this.locks.overwrite(key, null);
      this.cacheLocks.delete(key);
      this.world.entryGone(null, key, 'lost');
    };
  }

  private terminate(session: Session, cause?: GoneCause): void {
    const { user } = session;
    this.rollBack(session, null, cause);
    this.advisory.release(session, { all: true, by: null, ...(cause && { cause }) });
    if (user !== null) this.hangUpOn(user);
    else this.pool.remove(session);
    if (this.options.poolSize > 0) this.pool.add(this.newSession());
    this.wake();
  }

  dueAt(): Micros {
    let due = Number.POSITIVE_INFINITY;
    for (const { probeAt } of this.connections.values()) due = Math.min(due, probeAt);
    for (const { idleSince } of this.idleOwners()) due = Math.min(due, idleSince + this.options.idleTimeout);
    return due;
  }

  /** Gives up clients whose machine does not answer. The kernels answer, so a paused process makes no difference. */
  elapse(): void {
    const now = this.world.now();
    for (const connection of [...this.connections.values()]) {
      if (connection.probeAt > now) continue;
      if (this.world.isReachable(connection.peer)) this.reached(connection);
      else if (now - connection.reachedAt >= this.options.keepAlive) this.close(connection, null);
      else connection.probeAt = Math.min(now + this.probeEvery, connection.reachedAt + this.options.keepAlive);
    }
    for (const session of this.idleOwners())
      if (session.idleSince + this.options.idleTimeout <= now) this.terminate(session);
  }

  /** Sessions, their transactions and advisory locks were in memory and are gone. */
  restarted(): number {
    for (const key of this.advisory.keys()) this.world.entryGone(null, key, 'lost');
    this.advisory.clear();
    for (const { session } of this.connections.values()) if (session) this.rollBack(session, null);
    this.connections.clear();
    this.blocked = [];
    this.pool = this.openPool();
    return this.locks.count + this.shedlock.count + this.cacheLocks.count;
  }

  private get probeEvery(): Micros {
    return Math.max(1, Math.floor(this.options.keepAlive / 4));
  }

  private openPool(): FreeSessions<Session> {
    const pool = new FreeSessions<Session>({ lends: this.options.lends, draw: this.world.draw });
    // The first session that is lent gets the first number, whichever session that is.
    const all = Array.from({ length: this.options.poolSize }, () => this.newSession());
    for (const session of all.reverse()) pool.add(session);
    return pool;
  }

  private newSession(): Session {
    return { id: ++this.sessionCount, user: null, idleSince: 0, transaction: null };
  }

  /** A late request that its client gave up gets its own session, which is never used. It ends no other session. */
  private connect(peer: Peer): Reply {
    const connection: Connection = { peer, opened: this.world.message(), session: null, reachedAt: 0, probeAt: 0 };
    const otherConnection = this.connections.get(keyOf(peer));
    if (otherConnection && otherConnection.opened > connection.opened) return ok('OK');
    if (otherConnection) this.close(otherConnection, peer);
    this.connections.set(keyOf(peer), connection);
    this.reached(connection);
    if (this.options.poolSize === 0) lend(this.newSession(), connection);
    return ok('OK');
  }

  private reached(connection: Connection): void {
    connection.reachedAt = this.world.now();
    connection.probeAt = connection.reachedAt + this.probeEvery;
  }

  /** Ends the session with its connection. A session of the pool returns there, with the locks that are bound to it. */
  private close(connection: Connection, by: Peer | null): void {
    const { session, peer } = connection;
    this.connections.delete(keyOf(peer));
    this.blocked = this.blocked.filter((statement) => statement.connection !== connection);
    if (session) {
      this.rollBack(session, by);
      this.advisory.release(session, { all: this.options.poolSize === 0, by });
      this.giveBack(connection);
    }
    this.wake();
  }

  /** The session that the client uses. In a pool, otherwise the session that has a lock taken by the client. */
  private sessionOf(client: number): Session | null {
    const lives = [...this.connections.values()].filter(({ peer }) => peer.index === client);
    return lives.at(-1)?.session ?? this.advisory.ownerFor(client);
  }

  /** The server, or a pooler whose server session is gone, closes the connection. */
  private hangUpOn(connection: Connection): void {
    this.connections.delete(keyOf(connection.peer));
    const cut = this.blocked.filter((statement) => statement.connection === connection);
    this.blocked = this.blocked.filter((statement) => statement.connection !== connection);
    for (const { call } of cut) {
      this.world.woken(connection.peer);
      call.answer(sqlFailure(sqlWords.closed));
    }
  }

  /** Tries all waiting statements in the order in which they came, until no statement gets any further. */
  private wake(): void {
    for (let next = this.wakeNext(); next !== undefined; next = this.wakeNext()) {
      this.blocked = this.blocked.filter((statement) => statement !== next);
    }
  }

  private wakeNext(): Blocked | undefined {
    return this.blocked.find((statement) => this.execute(statement, { isBlocked: true }));
  }

  /** Runs a statement in its session, in its own transaction if none is open. Returns false if it must wait. */
  private execute({ connection, call, message }: Blocked, { isBlocked }: { readonly isBlocked: boolean }): boolean {
    const session = connection.session ?? this.borrow(connection);
    if (!session) return false;
    session.transaction ??= this.begin(connection.peer, false);
    const { transaction } = session;
    const answer = transaction.failed ? ofFailed(call.request) : this.perform(session, call, message);
    if (answer === waits) return false;
    if (answer.kind === 'error') transaction.failed = true;
    if (session.transaction === transaction && !transaction.isExplicit) this.end(session, transaction);
    if (transaction.failed && isEnd(call.request)) this.rollBack(session, connection.peer);
    if (session.transaction === null) this.giveBack(connection);
    if (isBlocked) this.world.woken(connection.peer);
    call.answer(answer);
    return true;
  }

  private end(session: Session, transaction: SqlTransaction): void {
    if (transaction.failed) this.rollBack(session, transaction.peer);
    else this.commit(session);
  }

  private perform(session: Session, { peer, request }: ServiceCall, message: number): Reply | typeof waits {
    const { command: name, args } = request;
    const transaction = session.transaction as SqlTransaction;
    const key = String(args[0]);
    switch (name) {
      case 'BEGIN':
        if (!transaction.isExplicit) session.transaction = this.begin(peer, true);
        return ok('BEGIN');
      case 'COMMIT':
        this.commit(session);
        return ok('COMMIT');
      case 'ROLLBACK':
        this.rollBack(session, peer);
        return ok('ROLLBACK');
      case 'SELECT 1':
        return ok(1);
      case 'INSERT INTO locks':
      case 'UPDATE locks IF EXPIRED':
      case 'DELETE FROM locks':
        return this.locks.isLocked(key, transaction) ? waits : this.changeLocks(key, transaction, request);
      case 'SELECT FROM stock':
        return this.readResource(transaction, message);
      case 'UPDATE stock':
        return this.writeResource(transaction, Number(args[0]), { message, base: Number(args[1]) });
      default: {
        const statement = shedlockStatement(request, this.world.wall());
        if (statement !== null) return this.changeShedlock(transaction, statement);
        const answer = this.cacheLocks.perform(request, transaction, this.world.wall());
        return answer ?? this.callFunction(session, peer, request);
      }
    }
  }

  private changeLocks(key: string, transaction: SqlTransaction, request: Request): Reply {
    const { reply, next } = changeLockRow(this.locks.read(key, transaction), request, this.world.wall());
    if (next !== undefined) this.locks.change(key, transaction, next);
    return reply;
  }

  private changeShedlock(transaction: SqlTransaction, statement: ShedlockStatement): Reply | typeof waits {
    const { key } = statement;
    if (this.shedlock.isLocked(key, transaction)) return waits;
    const { reply, next } = changeShedlock(this.shedlock.read(key, transaction), statement);
    if (next !== null) this.shedlock.change(key, transaction, next);
    return reply;
  }

  private callFunction(session: Session, peer: Peer, { command: name, args }: Request): Reply | typeof waits {
    const key = String(args[0]);
    const take = (scope: 'session' | 'transaction') => this.advisory.take(key, { owner: session, peer, scope });
    switch (name) {
      case 'SELECT pg_advisory_lock':
        return take('session') ? ok('OK') : waits;
      // As far as a lock needs it, a row lock is that of the transaction.
      case 'SELECT FOR UPDATE':
      case 'SELECT pg_advisory_xact_lock':
        return take('transaction') ? ok('OK') : waits;
      case 'SELECT pg_try_advisory_lock':
        return ok(take('session') ? 1 : 0);
      case 'SELECT FOR UPDATE SKIP LOCKED':
      case 'SELECT pg_try_advisory_xact_lock':
        return ok(take('transaction') ? 1 : 0);
      case 'SELECT pg_advisory_unlock':
        return ok(this.advisory.unlock(key, session, peer) ? 1 : 0);
      default:
        throw new Error(`The database knows no ${name}.`);
    }
  }

  private readResource(transaction: SqlTransaction, message: number): Reply {
    const { value, version } = this.resource.read(resourceRow, transaction) as ResourceRow;
    this.world.read(transaction.peer, { message, value, version });
    return ok([value, version]);
  }

  private writeResource(
    transaction: SqlTransaction,
    value: number,
    write: NonNullable<SqlTransaction['write']>,
  ): Reply | typeof waits {
    if (this.resource.isLocked(resourceRow, transaction)) return waits;
    const version = (this.resource.read(resourceRow, transaction)?.version ?? 0) + 1;
    this.resource.change(resourceRow, transaction, { value, version });
    transaction.write = write;
    return ok(version);
  }

  private begin(peer: Peer, isExplicit: boolean): SqlTransaction {
    return { number: ++this.transactionCount, peer, isExplicit, failed: false, write: null };
  }

  /** Makes the transaction's changes count from now on, and the loss of its locks with them. */
  private commit(session: Session): void {
    const { transaction } = session;
    if (!transaction) return;
    session.transaction = null;
    const { peer, write } = transaction;
    for (const { after } of this.resource.commit(transaction))
      if (after && write) this.world.wrote(peer, { ...after, ...write });
    for (const { key, after } of this.locks.commit(transaction)) this.recordRow(peer, key, after);
    for (const { key, after } of this.shedlock.commit(transaction)) if (after) this.recordJob(peer, key, after);
    for (const { key, owner } of this.cacheLocks.commit(transaction))
      this.recordRow(peer, key, owner === null ? null : { owner, expiresAt: null });
    this.advisory.release(session, { all: false, by: peer });
  }

  /** @param by the client that asked for it. Null: no client asked, because the client is gone. */
  private rollBack(session: Session, by: Peer | null, cause?: GoneCause): void {
    const { transaction } = session;
    if (!transaction) return;
    session.transaction = null;
    this.resource.rollBack(transaction);
    this.locks.rollBack(transaction);
    this.shedlock.rollBack(transaction);
    this.cacheLocks.rollBack(transaction);
    this.advisory.release(session, { all: false, by, ...(cause && { cause }) });
  }

  private borrow(connection: Connection): Session | null {
    const free = this.pool.take();
    return free ? lend(free, connection) : null;
  }

  /** With a pool, a client has a session for one transaction only. */
  private giveBack(connection: Connection): void {
    const { session } = connection;
    if (this.options.poolSize === 0 || !session) return;
    this.pool.add(session);
    session.user = null;
    session.idleSince = this.world.now();
    connection.session = null;
  }

  /** The sessions in the pool that have a lock. Closing any other session has no visible effect. */
  private idleOwners(): readonly Session[] {
    return this.advisory.owners().filter(({ user }) => user === null);
  }

  private recordRow(peer: Peer, key: string, row: LockRow | null): void {
    if (!row) return this.world.entryGone(peer, key, 'deleted');
    const lasts = row.expiresAt === null ? withoutExpiry : row.expiresAt - this.world.wall();
    this.world.entrySet(peer, key, row.owner, lasts);
  }

  /** The row of a job stays. It is free when its time is over. */
  private recordJob(peer: Peer, key: string, row: ShedlockRow): void {
    if (row.left > 0) {
      this.jobs.add(key);
      this.world.entrySet(peer, key, ownerOfRow(row), row.left);
    } else if (this.jobs.delete(key)) this.world.entryGone(peer, key, 'deleted');
  }
}
