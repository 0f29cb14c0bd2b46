/** Lends database sessions for one transaction at a time, like PgBouncer. A client waits while all are lent. */
import type { SqlConnection } from './sqlConnections';
import type { StatementEffect } from './sqlStatements';

/** A session of the server, and what its transaction has done so far. */
export interface Session {
  readonly id: number;
  readonly connection: SqlConnection;
  /** The transaction was opened by BEGIN. */
  isExplicit: boolean;
  /** A statement is being executed. */
  isBusy: boolean;
  /**
   * Resolves when every requested release has been reported. Otherwise the next holder's answer could come first.
   */
  lettingGo: Promise<unknown>;
  undone: StatementEffect[];
}

export class SqlPool {
  private readonly free: Session[] = [];
  private readonly queue: ((session: Session) => void)[] = [];
  private count = 0;

  constructor(
    private readonly size: number,
    private readonly open: () => Promise<Session>,
  ) {}

  get isAllLent(): boolean {
    return this.free.length === 0 && this.count >= this.size;
  }

  borrow(): Promise<Session> {
    const free = this.free.shift();
    if (free) return Promise.resolve(free);
    if (this.isAllLent) return new Promise((resolve) => this.queue.push(resolve));
    this.count++;
    return this.open();
  }

  giveBack(session: Session): void {
    const next = this.queue.shift();
    if (next) next(session);
    else this.free.push(session);
  }

  /** The session has ended and does not come back. The next waiter gets a new one. */
  lose(): void {
    this.count--;
    const next = this.queue.shift();
    if (next) void this.borrow().then(next);
  }
}
