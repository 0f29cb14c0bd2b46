/**
 * Fencing in SQL: the row remembers the greatest token that has read or written it.
 *
 * It protects against a holder that was paused, or whose write was late: as soon as a newer holder has read the row,
 * the database rejects the older one, because the token is compared in the UPDATE that writes.
 *
 * It does not protect what has no such column: other tables, other databases, emails. Each row that a holder changes
 * needs to be read with `readAs` first. A holder that never writes again needs nothing. If the lock's counters are lost,
 * tokens start at 1 again, and the database rejects every holder until they have grown past the column.
 *
 * The lock needs `token: 'quorum'`, or is one of `SingleNodeLocks` or `WatchedLocks`. The table has `token bigint not null default 0`.
 */
import type { Redlock } from 'quorum-lock';

/** The part of `pg`'s Pool and Client that is used. Other databases need `RETURNING`, or a transaction around both. */
export interface Database {
  readonly query: (
    text: string,
    values: readonly (string | number)[],
  ) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}

/** A newer holder has read the row. Nothing was written. */
export class OutdatedHolder extends Error {
  override readonly name = 'OutdatedHolder';
}

/** Reads the balance, and leaves the token in the row in the same step. Throws `OutdatedHolder`. */
export async function readAs(token: number, db: Database, id: number): Promise<number> {
  const text = 'UPDATE accounts SET token = $1 WHERE id = $2 AND token <= $1 RETURNING balance';
  const { rows } = await db.query(text, [token, id]);
  return Number(only(rows, id)['balance']);
}

/** Writes the balance, unless a newer holder has read it since. Throws `OutdatedHolder`. */
export async function writeAs(token: number, db: Database, id: number, balance: number): Promise<void> {
  const text = 'UPDATE accounts SET balance = $1 WHERE id = $2 AND token = $3 RETURNING id';
  const { rows } = await db.query(text, [balance, id, token]);
  only(rows, id);
}

function only(rows: readonly Record<string, unknown>[], id: number): Record<string, unknown> {
  const [row] = rows;
  if (row === undefined) throw new OutdatedHolder(`A newer holder has account ${id}, or there is no such account.`);
  return row;
}

/** Adds to a balance while nobody else does. */
export async function deposit(redlock: Redlock, db: Database, id: number, amount: number): Promise<number> {
  return redlock.using([`accounts:${id}`], 5000, { token: 'quorum' }, async (signal, { token }) => {
    if (token === null) throw new TypeError('The lock has no token.');
    const balance = (await readAs(token, db, id)) + amount;
    // Saves the work of a holder that knows of its loss. The database rejects one that does not.
    signal.throwIfAborted();
    await writeAs(token, db, id, balance);
    return balance;
  });
}
