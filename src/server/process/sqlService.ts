/**
 * The database of an SQL lock in a live run: a session for each client's connection, or a pool of them that are lent for one
 * transaction at a time; statements are real SQL. What has happened is told when it counts: at the commit.
 */
import { ok, type Reply, type Request } from '../../model/request';
import type { ProcessId } from '../../model/scenario';
import type { Micros } from '../../model/time';
import { sqlFailure, sqlWords } from '../../sim/services/sqlWords';
import type { MessageName } from '../liveEvent';
import type { Peer } from './respServer';
import type { SqlDatabase } from './sqlConnections';
import { type Session, SqlPool } from './sqlPool';
import { type Deed, type Statement, statementOf } from './sqlStatements';

interface Connected {
  readonly peer: Peer;
  session: Session | null;
}

/** Told what counts from now on. */
export interface SqlTold {
  readonly deed: (deed: Deed, by: Peer, session: Session, message: MessageName) => void;
  /** The session's transaction is over, or with `all` the session: what it had taken of advisory locks goes. */
  readonly released: (session: Session, by: Peer | null, all: boolean) => void;
  /** Of an advisory lock, as far as it is told. */
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

/** How often the server is asked whether a statement waits for another's lock. */
const lookEveryMs = 20;

export class SqlService {
  private readonly connected = new Map<string, Connected>();
  private readonly pool: SqlPool | null;
  private sessions = 0;
  /** Statements that are transactions of their own, one after the other: their answers come in the order of their commits. */
  private latest: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: SqlDatabase,
    private readonly told: SqlTold,
    private readonly options: Options,
  ) {
    const { poolSize } = options;
    this.pool = poolSize === 0 ? null : new SqlPool(poolSize, () => this.newSession());
  }

  async serve(request: Request, peer: Peer, message: MessageName): Promise<Reply> {
    if (request.command === 'CONNECT') return this.connect(peer);
    const connected = this.connected.get(peer.life);
    if (!connected) return sqlFailure(sqlWords.closed);
    if (request.command === 'TERMINATE') {
      await this.close(connected, peer);
      return ok('OK');
    }
    return this.execute(connected, request, message);
  }

  /** The process of a client is gone, and its connections with it. */
  left(peer: Peer): void {
    const connected = this.connected.get(peer.life);
    if (connected) void this.close(connected, null);
  }

  private async connect(peer: Peer): Promise<Reply> {
    const known = this.connected.get(peer.life);
    if (known) await this.close(known, peer);
    const session = this.pool === null ? await this.newSession() : null;
    this.connected.set(peer.life, { peer, session });
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

  /** A session ends with its connection; one of the pool goes back there, with the locks that are bound to it. */
  private async close(connected: Connected, by: Peer | null): Promise<void> {
    const { session, peer } = connected;
    if (this.connected.get(peer.life) === connected) this.connected.delete(peer.life);
    connected.session = null;
    if (!session) return;
    // A pooler has no use for a session whose client left it in the middle of a statement.
    if (this.pool === null || session.isBusy) {
      await lettingGo(session, async () => {
        await session.connection.end();
        this.told.released(session, by, true);
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
    if (this.connected.get(peer.life) !== connected) {
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
    this.told.waiting(client);
    const session = await this.pool.borrow();
    this.told.woken(client);
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

  /** A statement; a transaction of its own where none was begun. */
  private async run(session: Session, peer: Peer, statement: Statement, message: MessageName): Promise<Reply> {
    const { sql, values, read } = statement;
    const perform = async (): Promise<Reply> => {
      const isOver = this.watch(peer.client, session);
      try {
        const { reply, deed } = read(await session.connection.run(sql, values));
        if (deed === null) return reply;
        if (deed.kind === 'took') await this.untilFree(deed.key, session);
        // What was read was read, and a lock is had, whatever becomes of the transaction.
        if (session.isExplicit && deed.kind !== 'read' && deed.kind !== 'took') session.undone.push(deed);
        else this.told.deed(deed, peer, session, message);
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

  /** Two sessions' answers come as they come: what the last holder did is told before what the next one got. */
  private async untilFree(key: string, session: Session): Promise<void> {
    const holder = this.told.holderOf(key);
    if (holder !== null && holder !== session) await holder.lettingGo;
  }

  /** @returns what came of it: a failed transaction is rolled back, whatever its client says. */
  private end(session: Session, how: 'COMMIT' | 'ROLLBACK', peer: Peer, message: MessageName): Promise<string> {
    return lettingGo(session, async () => {
      const { did } = await session.connection.run(how);
      session.isExplicit = false;
      const undone = session.undone.splice(0);
      if (did === 'COMMIT') for (const deed of undone) this.told.deed(deed, peer, session, message);
      this.told.released(session, peer, false);
      return did;
    });
  }

  /** Tells that a client is made to wait, once the server says so. @returns what tells that its statement is over. */
  private watch(client: ProcessId, { connection }: Session): () => void {
    let isOver = false;
    let isWaiting = false;
    const look = async (): Promise<void> => {
      const isBlocked = await connection.isBlocked();
      if (isOver) return;
      isWaiting = isBlocked;
      if (isBlocked) this.told.waiting(client);
      else timer = setTimeout(look, lookEveryMs);
    };
    let timer = setTimeout(look, lookEveryMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (isWaiting) this.told.woken(client);
    };
  }
}

/** What it does gives something back, and tells so. */
function lettingGo<R>(session: Session, act: () => Promise<R>): Promise<R> {
  const done = act();
  session.lettingGo = Promise.allSettled([session.lettingGo, done]);
  return done;
}

/** The database's own words; SQLite's for a second row of the same name as Postgres has them, by which locks know it. */
function wordsOf(error: unknown): string {
  const { message, code } = error as { readonly message: string; readonly code?: string };
  if (code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return sqlWords.duplicate;
  return /terminat/.test(message) ? sqlWords.closed : message;
}
