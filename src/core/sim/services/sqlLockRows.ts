/**
 * The table of locks with a unique name: one row for each held lock, perhaps with the time when it expires by the
 * server's own clock. It knows no sessions and no transactions.
 */
import { ok, type Reply, type Request } from '../../model/effects/request';
import { fromMs, type Micros } from '../../model/values/time';
import { sqlFailure, sqlWords } from './sqlWords';

export interface LockRow {
  readonly owner: string;
  /** By the server's wall clock. Null: never. */
  readonly expiresAt: Micros | null;
}

/** Returns the answer, and the row from now on; undefined if nothing was changed, null if the row is deleted. */
export function changeLockRow(
  row: LockRow | null,
  { command: name, args }: Request,
  now: Micros,
): { readonly reply: Reply; readonly next?: LockRow | null } {
  const [owner, ttl] = [String(args[1]), Number(args[2])];
  const mine: LockRow = { owner, expiresAt: ttl > 0 ? now + fromMs(ttl) : null };
  switch (name) {
    case 'INSERT INTO locks':
      return row === null ? { reply: ok(1), next: mine } : { reply: sqlFailure(sqlWords.duplicate) };
    case 'UPDATE locks IF EXPIRED':
      if (row === null || row.expiresAt === null || row.expiresAt >= now) return { reply: ok(0) };
      return { reply: ok(1), next: mine };
    default:
      return row?.owner === owner ? { reply: ok(1), next: null } : { reply: ok(0) };
  }
}
