/**
 * The table of Laravel's locks: one row for each held lock, with the second in which it expires. A statement carries
 * the seconds of its server's clock, or, with `BY DB TIME`, a duration that counts from the database's own time. It
 * knows no sessions. Source: DatabaseLock.php of laravel/framework at bd71b45f.
 */
import { isGrant, ok, type Reply, type Request } from '../../model/effects/request';
import { fromMs, type Micros } from '../../model/values/time';
import { SqlRows, type Transaction } from './sqlRows';
import { duplicateIn, sqlFailure } from './sqlWords';

interface CacheLockRow {
  readonly owner: string;
  /** In whole seconds, by the clock that wrote it. */
  readonly expiration: number;
}

const names = [
  'INSERT INTO cache_locks',
  'UPDATE cache_locks IF MINE OR OVER',
  'DELETE FROM cache_locks',
  'DELETE FROM cache_locks IF OVER',
];

/** A statement whose times are seconds of one clock, the asking server's or the database's. */
interface CacheLockStatement {
  readonly name: string;
  /** Null: it is about every row. */
  readonly key: string | null;
  readonly owner: string;
  readonly expiration: number;
  readonly now: number;
}

export class CacheLocks {
  private readonly rows = new SqlRows<CacheLockRow>();

  get count(): number {
    return this.rows.count;
  }

  /** Returns null if the request is not one of Laravel's. `dbNow` is the database's wall clock. */
  perform(request: Request, transaction: Transaction, dbNow: Micros): Reply | 'waits' | null {
    const statement = statementOf(request, dbNow);
    if (statement === null) return null;
    const keys = statement.key === null ? this.rows.keys : [statement.key];
    if (keys.some((key) => this.rows.isLocked(key, transaction))) return 'waits';
    let answer = ok(0);
    for (const key of keys) {
      const { reply, next } = changed(this.rows.read(key, transaction), statement);
      if (next !== undefined) this.rows.change(key, transaction, next);
      if (!isGrant(answer)) answer = reply;
    }
    return answer;
  }

  /** Returns the locks that it has changed. Null: the lock is free. */
  commit(transaction: Transaction): readonly { readonly key: string; readonly owner: string | null }[] {
    return this.rows.commit(transaction).map(({ key, after }) => ({ key, owner: after?.owner ?? null }));
  }

  has(key: string): boolean {
    return this.rows.settled(key) !== null;
  }

  delete(key: string): void {
    this.rows.overwrite(key, null);
  }

  rollBack(transaction: Transaction): void {
    this.rows.rollBack(transaction);
  }
}

function statementOf({ command, args }: Request, dbNow: Micros): CacheLockStatement | null {
  const byDbTime = command.endsWith(' BY DB TIME');
  const name = byDbTime ? command.slice(0, -' BY DB TIME'.length) : command;
  if (!names.includes(name)) return null;
  const dbSecond = Math.floor(dbNow / fromMs(1000));
  const second = (nth: number): number => (byDbTime ? dbSecond : Number(args[nth]));
  if (name.endsWith('IF OVER') && name.startsWith('DELETE'))
    return { name, key: null, owner: '', expiration: 0, now: second(0) };
  const expiration = byDbTime ? dbSecond + Number(args[2]) : Number(args[2]);
  return { name, key: String(args[0]), owner: String(args[1]), expiration, now: second(3) };
}

/** Returns the answer, and the row from now on; undefined if nothing was changed, null if the row is deleted. */
function changed(
  row: CacheLockRow | null,
  { name, owner, expiration, now }: CacheLockStatement,
): { readonly reply: Reply; readonly next?: CacheLockRow | null } {
  const isOver = row !== null && row.expiration <= now;
  switch (name) {
    case 'INSERT INTO cache_locks':
      if (row !== null) return { reply: sqlFailure(duplicateIn('cache_locks')) };
      return { reply: ok(1), next: { owner, expiration } };
    case 'UPDATE cache_locks IF MINE OR OVER':
      return isOver || row?.owner === owner ? { reply: ok(1), next: { owner, expiration } } : { reply: ok(0) };
    case 'DELETE FROM cache_locks':
      return row?.owner === owner ? { reply: ok(1), next: null } : { reply: ok(0) };
    default:
      return isOver ? { reply: ok(1), next: null } : { reply: ok(0) };
  }
}
