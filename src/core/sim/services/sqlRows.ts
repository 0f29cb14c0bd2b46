/**
 * Rows that transactions change: the committed rows, and the uncommitted changes of one transaction at a time. Any
 * other transaction that wants to change such a row waits until that transaction has ended. It knows no SQL, no
 * sessions and no clock.
 */

/** A transaction, identified by object identity. */
export interface Transaction {
  readonly number: number;
}

/** The state of a row after a commit. Null: the row does not exist. */
export interface Committed<R> {
  readonly key: string;
  readonly before: R | null;
  readonly after: R | null;
}

interface Row<R> {
  committed: R | null;
  changedBy: Transaction | null;
  changed: R | null;
}

export class SqlRows<R> {
  private readonly rows = new Map<string, Row<R>>();

  constructor(first: Readonly<Record<string, R>> = {}) {
    for (const [key, committed] of Object.entries(first))
      this.rows.set(key, { committed, changedBy: null, changed: null });
  }

  /** The row as the transaction sees it: its own changes, and what others have committed. */
  read(key: string, by: Transaction): R | null {
    const row = this.rows.get(key);
    return (row?.changedBy === by ? row.changed : row?.committed) ?? null;
  }

  /** Whether another transaction has changed it and has not ended yet. */
  isLocked(key: string, by: Transaction): boolean {
    const changedBy = this.rows.get(key)?.changedBy ?? null;
    return changedBy !== null && changedBy !== by;
  }

  /**
   * Changes a row. Call it only if `isLocked` has returned false.
   *
   * @param value null deletes the row.
   */
  change(key: string, by: Transaction, value: R | null): void {
    const row = this.rows.get(key) ?? { committed: null, changedBy: null, changed: null };
    this.rows.set(key, row);
    row.changedBy = by;
    row.changed = value;
  }

  /** Commits a transaction. Returns the rows that it has changed, in the order of the table. */
  commit(by: Transaction): readonly Committed<R>[] {
    const changes: Committed<R>[] = [];
    for (const [key, row] of this.rows) {
      if (row.changedBy !== by) continue;
      changes.push({ key, before: row.committed, after: row.changed });
      row.committed = row.changed;
      this.forget(key, row);
    }
    return changes;
  }

  /** The committed row, if no transaction is about to change it. */
  settled(key: string): R | null {
    const row = this.rows.get(key);
    return row === undefined || row.changedBy !== null ? null : row.committed;
  }

  /** Changes a settled row at once, as a statement that is a transaction of its own. Null deletes the row. */
  overwrite(key: string, value: R | null): void {
    if (value === null) this.rows.delete(key);
    else this.rows.set(key, { committed: value, changedBy: null, changed: null });
  }

  rollBack(by: Transaction): void {
    for (const [key, row] of this.rows) if (row.changedBy === by) this.forget(key, row);
  }

  /** For every row, including one that is not committed yet. */
  get keys(): readonly string[] {
    return [...this.rows.keys()];
  }

  /** The number of committed rows. */
  get count(): number {
    return [...this.rows.values()].filter(({ committed }) => committed !== null).length;
  }

  private forget(key: string, row: Row<R>): void {
    row.changedBy = null;
    row.changed = null;
    if (row.committed === null) this.rows.delete(key);
  }
}
