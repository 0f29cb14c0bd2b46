/**
 * The order of rows for a recommendation: with one check, in how many kinds of faults a row loses data, is stuck, or
 * has two inside. If the library itself does worse than its cell, that counts.
 */

import type { FaultKind } from '../../core/model/fault';
import { rankOf, type Severity } from '../../core/model/severity';
import type { Ms } from '../../core/model/time';
import { libraryOnlyOf } from './libraryOnly';
import type { RowInfo } from './rowInfo';
import type { CheckId } from './rows';
import type { RowTimes } from './rowTime';
import { ofEachKind, type Table } from './table';

/** A cell that backs a claim. */
export interface CellRef {
  readonly row: string;
  readonly kind: FaultKind;
  readonly check: CheckId;
  readonly outcome: Severity;
  /** How long the fault must last, in ms. Null: its length does not matter. */
  readonly length: Ms | null;
  /** The number of runs in which the fault was tried. */
  readonly runs: number;
}

/** What happens to data or to the lock, the worst first. */
export const harmGroups = {
  loses: ['lost', 'torn', 'twice'],
  stuck: ['stuck'],
  inside: ['overlap'],
  refuses: ['late-refused'],
  waits: ['unavailable'],
} as const satisfies Readonly<Record<string, readonly Severity[]>>;

export type HarmGroup = keyof typeof harmGroups;

export const harmGroupNames = ['loses', 'stuck', 'inside', 'refuses', 'waits'] as const satisfies readonly HarmGroup[];

const allKinds: readonly FaultKind[] = Object.values(ofEachKind((kind) => kind));

/** The cells of a row that were tried, in the order of the table's data. */
export function triedCells(table: Table, row: string): readonly CellRef[] {
  const cells = table.cells[row];
  if (cells === undefined) throw new Error(`The table of ${table.check} has no row ${row}.`);
  return allKinds.flatMap((kind) => {
    const cell = cells[kind];
    if (cell.kind === 'blank') return [];
    const { outcome } = libraryOnlyOf(row, kind, cell) ?? cell;
    return [
      {
        row,
        kind,
        check: table.check,
        outcome,
        length: cell.outcome === outcome ? cell.length : null,
        runs: cell.runs,
      },
    ];
  });
}

export const inGroup = (cells: readonly CellRef[], group: HarmGroup): readonly CellRef[] => {
  const outcomes: readonly Severity[] = harmGroups[group];
  return cells.filter(({ outcome }) => outcomes.includes(outcome));
};

/** The number of kinds of faults in each group of harm. */
export type Tally = Readonly<Record<HarmGroup, number>>;

export function tallyOf(cells: readonly CellRef[]): Tally {
  const count = (group: HarmGroup): number => inGroup(cells, group).length;
  return {
    loses: count('loses'),
    stuck: count('stuck'),
    inside: count('inside'),
    refuses: count('refuses'),
    waits: count('waits'),
  };
}

interface Ranking {
  readonly table: Table;
  readonly infos: Readonly<Record<string, RowInfo>>;
  readonly times: Readonly<Record<string, RowTimes>>;
  /** The rank of what must run for the lock; what runs already has a smaller number. */
  readonly setUp: (head: RowInfo) => number;
}

/** In ms. Pauses that differ by less count as equal. */
const noticed = 1000;

/**
 * Returns the best first: a lock that becomes free when its holder dies, then the fewest kinds that lose data, leave
 * it stuck or let two in, then what runs already. Equal rows keep their order.
 */
export function ranked(rows: readonly string[], { table, infos, times, setUp }: Ranking): readonly string[] {
  const keyed = rows.map((row) => {
    const cells = triedCells(table, row);
    const { loses, stuck, inside, waits } = tallyOf(cells);
    const head = infos[row];
    const pause = cells.find(({ kind, outcome }) => kind === 'pause' && outcome !== 'held');
    const apart = head === undefined ? 0 : setUp(head);
    const forever = times[row]?.blockedFor === null ? 1 : 0;
    const pauseMax = Math.round((pause?.length ?? Number.MAX_SAFE_INTEGER) / noticed);
    return { row, keys: [forever, loses + stuck + inside, loses, stuck, inside, apart, waits, -pauseMax] };
  });
  return keyed.sort((one, other) => compared(one.keys, other.keys)).map(({ row }) => row);
}

function compared(one: readonly number[], other: readonly number[]): number {
  for (const [at, key] of one.entries()) {
    const apart = key - (other[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

/** Where one row does better than another with the same check, and where worse: the greatest differences first. */
export function differencesOf(one: readonly CellRef[], than: readonly CellRef[]) {
  const pairs = one.flatMap((cell) => {
    const against = than.find(({ kind }) => kind === cell.kind);
    return against === undefined ? [] : [{ cell, against, by: rankOf(cell.outcome) - rankOf(against.outcome) }];
  });
  const most = (sign: 1 | -1): readonly CellDifference[] =>
    pairs
      .filter(({ by }) => by * sign > 0)
      .sort((first, second) => (second.by - first.by) * sign)
      .slice(0, shownMax)
      .map(({ cell, against }) => ({ cell, against }));
  return { better: most(1), worse: most(-1) };
}

export interface CellDifference {
  readonly cell: CellRef;
  readonly against: CellRef;
}

/** Readers do not read more differences. */
const shownMax = 2;
