/** The rows of the table: every lock and library with its defaults, and both settings of a lock with two usual ones. */
import { everyLock } from '../../core/locks/facts';
import type { FamilyId, LockRow, TableFacts } from '../../core/model/scenario/lockFacts';
import type { Ms } from '../../core/model/values/time';

export type LockId = string;
export type CheckId = string;

export interface Row extends LockRow {
  readonly lock: LockId;
  readonly family: FamilyId;
  /** How long a client works inside, in ms. Absent: the same as in every row. */
  readonly work?: Ms;
  /** The number of nodes, for a lock that asks several. Absent: five. */
  readonly nodes?: number;
}

/** What is true of the lock is true of each row, unless the row says otherwise. */
const rowsOfLock = (lock: LockId, { rows, renewEvery: _, ...traits }: TableFacts): readonly Row[] =>
  rows.map((row) => ({
    lock,
    ...traits,
    ...row,
    conditions: [...(traits.conditions ?? []), ...(row.conditions ?? [])],
  }));

export const rows: readonly Row[] = everyLock.flatMap(({ id, table }) =>
  table === undefined ? [] : rowsOfLock(id, table),
);

/** `own`: the default of the lock or library. `same`: every lock has `sameLease`. */
export const leases = ['own', 'same'] as const;
export type Leases = (typeof leases)[number];

/** In ms. */
export const sameLease = 10_000;

const rowOfId: ReadonlyMap<string, Row> = new Map(rows.map((row) => [row.id, row]));

/** Throws if there is no such row. */
export function rowOfTable(id: string): Row {
  const row = rowOfId.get(id);
  if (row === undefined) throw new Error(`The table has no row "${id}".`);
  return row;
}
