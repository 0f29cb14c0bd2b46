/**
 * The table of ShedLock: one row for each job, which stays. A statement carries the times of its scheduler's clock,
 * or, with `BY DB TIME`, durations that count from the database's own time. It knows no transactions. Source:
 * SqlStatementsSource.java and MySqlServerTimeStatementsSource.java of ShedLock 7.9.
 */
import { ok, type Reply, type Request } from '../../model/effects/request';
import { fromMs, type Micros } from '../../model/values/time';
import { duplicateIn, sqlFailure } from './sqlWords';

export interface ShedlockRow {
  readonly lockUntil: Micros;
  readonly lockedAt: Micros;
  readonly lockedBy: string;
  /** The time until `lockUntil`, by the clock that wrote it. */
  readonly left: Micros;
}

const names = ['INSERT INTO shedlock', 'UPDATE shedlock IF OVER', 'UPDATE shedlock EXTEND', 'UPDATE shedlock UNLOCK'];

/** A statement whose times are instants of one clock, the scheduler's or the database's. */
export interface ShedlockStatement {
  readonly name: string;
  readonly byDbTime: boolean;
  readonly key: string;
  readonly lockedBy: string;
  readonly now: Micros;
  readonly lockUntil: Micros;
}

/** Returns null if the request is not one of ShedLock's. `dbNow` is the database's wall clock. */
export function shedlockStatement({ command, args }: Request, dbNow: Micros): ShedlockStatement | null {
  const byDbTime = command.endsWith(' BY DB TIME');
  const name = byDbTime ? command.slice(0, -' BY DB TIME'.length) : command;
  if (!names.includes(name)) return null;
  const time = fromMs(Number(args[2]));
  const times = byDbTime ? { now: dbNow, lockUntil: dbNow + time } : { now: fromMs(Number(args[3])), lockUntil: time };
  return { name, byDbTime, key: String(args[0]), lockedBy: String(args[1]), ...times };
}

/** Returns the answer, and the row from now on; null if nothing was changed. */
export function changeShedlock(
  row: ShedlockRow | null,
  { name, byDbTime, lockedBy, now, lockUntil }: ShedlockStatement,
): { readonly reply: Reply; readonly next: ShedlockRow | null } {
  const left = lockUntil - now;
  const mine = { lockUntil, lockedAt: now, lockedBy, left };
  switch (name) {
    case 'INSERT INTO shedlock':
      if (row === null) return { reply: ok(1), next: mine };
      return { reply: byDbTime ? ok(0) : sqlFailure(duplicateIn('shedlock')), next: null };
    case 'UPDATE shedlock IF OVER':
      return row !== null && row.lockUntil <= now ? { reply: ok(1), next: mine } : unchanged;
    case 'UPDATE shedlock EXTEND': {
      const isMine = row !== null && row.lockedBy === lockedBy && row.lockUntil > now;
      return isMine ? { reply: ok(1), next: { ...row, lockUntil, left } } : unchanged;
    }
    default: {
      if (row?.lockedBy !== lockedBy) return unchanged;
      // With the database's time, lockAtLeastFor counts from when the row was locked.
      const end = byDbTime ? Math.max(row.lockedAt + left, now) : lockUntil;
      return { reply: ok(1), next: { ...row, lockUntil: end, left: end - now } };
    }
  }
}

const unchanged = { reply: ok(0), next: null } as const;

/** The row's owner as the trace names it: the same scheduler may lock the row again. */
export const ownerOfRow = ({ lockedBy, lockedAt }: Pick<ShedlockRow, 'lockedBy' | 'lockedAt'>): string =>
  `${lockedBy}@${Math.floor(lockedAt / 1000)}`;
