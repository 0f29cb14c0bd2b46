/** Sessions of a database that are lent for one transaction at a time, as PgBouncer does: who comes when all are lent waits. */
import type { SqlConnection } from './sqlConnections';
import type { Deed } from './sqlStatements';

/** A session of the server, and what its transaction has done so far. */
export interface Session {
  readonly id: number;
  readonly connection: SqlConnection;
  /** Begun by BEGIN. */
  isExplicit: boolean;
  /** A statement is under way. */
  isBusy: boolean;
  /** Resolves when all is told that it has asked the server to take back: the next holder may have its answer sooner. */
  lettingGo: Promise<unknown>;
  undone: Deed[];
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

  /** It has ended and does not come back: whoever waits gets a new one. */
  lose(): void {
    this.count--;
    const next = this.queue.shift();
    if (next) void this.borrow().then(next);
  }
}
