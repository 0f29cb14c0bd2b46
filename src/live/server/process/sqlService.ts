/**
 * The database of an SQL lock in a live run. Each client's connection has a session of its own, or borrows one of a
 * pool for each transaction. Statements are real SQL. An effect is reported when it counts: at the commit.
 */

import { ok, type Reply, type Request } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Micros } from '../../../core/model/values/time';
import { duplicateIn, sqlFailure, sqlWords } from '../../../core/sim/services/sqlWords';
import type { MessageName } from '../liveEvent';
import type { Peer } from './respServer';
import type { SqlDatabase } from './sqlConnections';
import { type Session, SqlPool } from './sqlPool';
import { type Statement, type StatementEffect, statementOf } from './sqlStatements';

interface Connected {
  readonly peer: Peer;
  /** The number of the connection that opened it. Requests on an earlier connection were sent before. */
  readonly opened: number;
  session: Session | null;
}

/** Receives the effects that count from now on. */
export interface SqlEffects {
  readonly effect: (effect: StatementEffect, by: Peer, session: Session, message: MessageName) => void;
  /**
   * The transaction of the session is over; with `all`, the session itself. The advisory locks that it took are
   * released.
   */
  readonly released: (session: Session, by: Peer | null, all: boolean) => void;
  /** The reported holder of an advisory lock. */
  readonly holderOf: (key: string) => Session | null;
  readonly waiting: (client: ProcessId) => void;
  readonly woken: (client: ProcessId) => void;
}

interface Options {
  /** 0: no pooler. */
  readonly poolSize: number;
  readonly salt: string;
  readonly now: () => Micros;
}

/** How often the server is asked whether a statement waits for a lock of another session. */
const lookEveryMs = 20;

export class SqlService {
  private readonly connected = new Map<string, Connected>();
  private readonly pool: SqlPool | null;
  private sessions = 0;
  /**
   * The latest statement outside of any transaction begun by a client. Each is its own transaction, and they run one
   * after the other, so their answers come in the order of their commits.
   */
  private latest: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: SqlDatabase,
    private readonly effects: SqlEffects,
    private readonly options: Options,
  ) {
    const { poolSize } = options;
    this.pool = poolSize === 0 ? null : new SqlPool(poolSize, () => this.newSession());
  }

  async serve(request: Request, peer: Peer, message: MessageName): Promise<Reply> {
    const number = connectionOf(message);
    if (request.command === 'CONNECT') return this.connect(peer, number);
    const connected = this.connected.get(peer.incarnation);
    if (!connected || connected.opened > number) return sqlFailure(sqlWords.closed);
    if (request.command === 'TERMINATE') {
      await this.close(connected, peer);
      return ok('OK');
    }
    return this.execute(connected, request, message);
  }

  /** The client's process and its connections are gone. */
  left(peer: Peer): void {
    const connected = this.connected.get(peer.incarnation);
    if (connected) void this.close(connected, null);
  }

  /** A connect request that was given up and comes late ends no newer session: nobody would use its own. */
  private async connect(peer: Peer, opened: number): Promise<Reply> {
    const otherConnection = this.connected.get(peer.incarnation);
    if (otherConnection && otherConnection.opened > opened) return ok('OK');
    const connected: Connected = { peer, opened, session: null };
    this.connected.set(peer.incarnation, connected);
    if (otherConnection) await this.close(otherConnection, peer);
    if (this.pool !== null) return ok('OK');
    const session = await this.newSession();
    if (this.connected.get(peer.incarnation) === connected) connected.session = session;
    else await session.connection.end();
    return ok('OK');
  }

  private async newSession(): Promise<Session> {
    const id = ++this.sessions;
    return {
      id,
      connection: await this.database.open(),
      isExplicit: false,
      isBusy: false,
      lettingGo: Promise.resolve(),
      undone: [],
    };
  }

  /** A session ends with its connection. A pooled session goes back to the pool, with the locks bound to it. */
  private async close(connected: Connected, by: Peer | null): Promise<void> {
    const { session, peer } = connected;
    if (this.connected.get(peer.incarnation) === connected) this.connected.delete(peer.incarnation);
    connected.session = null;
    if (!session) return;
    // A pooler discards a session whose client left in the middle of a statement.
    if (this.pool === null || session.isBusy) {
      await lettingGo(session, async () => {
        await session.connection.end();
        this.effects.released(session, by, true);
      });
      this.pool?.lose();
      return;
    }
    if (session.isExplicit) await this.end(session, 'ROLLBACK', peer, '').catch(() => {});
    this.pool.giveBack(session);
  }

  private async execute(connected: Connected, request: Request, message: MessageName): Promise<Reply> {
    const { peer } = connected;
    const session = connected.session ?? (await this.borrow(peer.client));
    if (session === null) return sqlFailure('there is no session');
    if (this.connected.get(peer.incarnation) !== connected) {
      this.pool?.giveBack(session);
      return sqlFailure(sqlWords.closed);
    }
    connected.session = session;
    session.isBusy = true;
    try {
      return await this.perform(session, peer, request, message);
    } catch (error) {
      return sqlFailure(wordsOf(error));
    } finally {
      session.isBusy = false;
      if (this.pool !== null && !session.isExplicit && connected.session === session) {
        connected.session = null;
        this.pool.giveBack(session);
      }
    }
  }

  private async borrow(client: ProcessId): Promise<Session | null> {
    if (this.pool === null) return null;
    if (!this.pool.isAllLent) return this.pool.borrow();
    this.effects.waiting(client);
    const session = await this.pool.borrow();
    this.effects.woken(client);
    return session;
  }

  private async perform(session: Session, peer: Peer, request: Request, message: MessageName): Promise<Reply> {
    switch (request.command) {
      case 'BEGIN':
        if (!this.database.hasSessions) return sqlFailure('transactions of several statements need Postgres');
        await session.connection.run('BEGIN');
        session.isExplicit = true;
        return ok('BEGIN');
      case 'COMMIT':
      case 'ROLLBACK':
        return ok(await this.end(session, request.command, peer, message));
      default: {
        const { now, salt } = this.options;
        const statement = statementOf(request, now(), message, salt);
        if (statement === null || (!this.database.hasSessions && statement.sql.includes('advisory')))
          return sqlFailure(`there is no ${request.command} here`);
        return this.run(session, peer, statement, message);
      }
    }
  }

  /** Runs a statement. Without an open transaction, it is a transaction of its own. */
  private async run(session: Session, peer: Peer, statement: Statement, message: MessageName): Promise<Reply> {
    const { sql, values, read } = statement;
    const perform = async (): Promise<Reply> => {
      const isOver = this.watch(peer.client, session);
      try {
        const { reply, effect } = read(await session.connection.run(sql, values));
        if (effect === null) return reply;
        if (effect.kind === 'took') await this.untilFree(effect.key, session);
        // A read has happened and a lock is held, whatever becomes of the transaction.
        if (session.isExplicit && effect.kind !== 'read' && effect.kind !== 'took') session.undone.push(effect);
        else this.effects.effect(effect, peer, session, message);
        return reply;
      } finally {
        isOver();
      }
    };
    if (sql.includes('pg_advisory_unlock')) return lettingGo(session, perform);
    if (session.isExplicit || sql.includes('advisory')) return perform();
    const mine = this.latest.then(perform);
    this.latest = mine.catch(() => {});
    return mine;
  }

  /** Answers of two sessions come in any order. The last holder's effects must be reported before the next one's. */
  private async untilFree(key: string, session: Session): Promise<void> {
    const holder = this.effects.holderOf(key);
    if (holder !== null && holder !== session) await holder.lettingGo;
  }

  /** @returns how the transaction really ended: a failed one is rolled back even when its client asks for COMMIT. */
  private end(session: Session, how: 'COMMIT' | 'ROLLBACK', peer: Peer, message: MessageName): Promise<string> {
    return lettingGo(session, async () => {
      const { did } = await session.connection.run(how);
      session.isExplicit = false;
      const undone = session.undone.splice(0);
      if (did === 'COMMIT') for (const effect of undone) this.effects.effect(effect, peer, session, message);
      this.effects.released(session, peer, false);
      return did;
    });
  }

  /**
   * Reports that a client has to wait, once the server says so.
   * @returns a function that reports the end of the statement.
   */
  private watch(client: ProcessId, { connection }: Session): () => void {
    let isOver = false;
    let isWaiting = false;
    const look = async (): Promise<void> => {
      const isBlocked = await connection.isBlocked();
      if (isOver) return;
      isWaiting = isBlocked;
      if (isBlocked) this.effects.waiting(client);
      else timer = setTimeout(look, lookEveryMs);
    };
    let timer = setTimeout(look, lookEveryMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (isWaiting) this.effects.woken(client);
    };
  }
}

/** The 7 of `client1/0.7/3`. A client opens a session on a connection that is newer than all earlier ones. */
const connectionOf = (message: MessageName): number =>
  Number(message.slice(message.lastIndexOf('.') + 1, message.lastIndexOf('/')));

/** Runs an action that releases a lock and reports the release. */
function lettingGo<R>(session: Session, act: () => Promise<R>): Promise<R> {
  const result = act();
  session.lettingGo = Promise.allSettled([session.lettingGo, result]);
  return result;
}

/**
 * The message of the database. SQLite's message for a second row of the same name becomes Postgres' message, which the
 * locks look for. The package pg has a message of its own for a session that ended between two statements.
 */
function wordsOf(error: unknown): string {
  const { message, code } = error as { readonly message: string; readonly code?: string };
  if (code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return duplicateIn(/failed: (\w+)\./.exec(message)?.[1] ?? 'locks');
  return /terminat|not queryable/.test(message) ? sqlWords.closed : message;
}
