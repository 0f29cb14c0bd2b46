/**
 * The order of rows for a recommendation: with one check, in how many kinds of faults a row loses data, is stuck, or
 * has two holders. If the library itself does worse than its cell, that counts.
 */
import type { FaultKind } from '../../core/model/scenario/fault';
import { dataHarms, rankOf, type Severity } from '../../core/model/trace/severity';
import type { Ms } from '../../core/model/values/time';
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
export const harmGroups = ['loses', 'stuck', 'inside', 'refuses', 'waits'] as const;
type HarmGroup = (typeof harmGroups)[number];

const outcomesOf: Readonly<Record<HarmGroup, readonly Severity[]>> = {
  loses: dataHarms,
  stuck: ['stuck'],
  inside: ['overlap'],
  refuses: ['late-refused'],
  waits: ['unavailable'],
};

const allKinds: readonly FaultKind[] = Object.values(ofEachKind((kind) => kind));

/** The cells of a row that were tried, in the order of the table's data. */
export function triedCells({ cells, check }: Table, row: string): readonly CellRef[] {
  const ofRow = cells[row];
  if (ofRow === undefined) throw new Error(`The table of ${check} has no row ${row}.`);
  return allKinds.flatMap((kind) => {
    const cell = ofRow[kind];
    if (cell.kind === 'blank') return [];
    const { outcome } = libraryOnlyOf(row, kind, cell) ?? cell;
    return [{ row, kind, check, outcome, length: cell.outcome === outcome ? cell.length : null, runs: cell.runs }];
  });
}

export const inGroup = (cells: readonly CellRef[], group: HarmGroup): readonly CellRef[] =>
  cells.filter(({ outcome }) => outcomesOf[group].includes(outcome));

/** The number of kinds of faults in each group of harm. */
export const countByHarm = (cells: readonly CellRef[]) => {
  const [loses = 0, stuck = 0, inside = 0, , waits = 0] = harmGroups.map((group) => inGroup(cells, group).length);
  return { loses, stuck, inside, waits };
};

/** Services that nobody sets up for a lock alone: their locks are recommended only where they run. */
export const onlyWhereItRuns: readonly string[] = ['kubernetes', 'dynamodb', 'object-store', 'forge', 'file-system'];

/** What most likely runs already comes first; five separate Redis nodes come last. */
const setUpOrder = ['sql', 'redis', 'zookeeper', 'etcd', 'consul', ...onlyWhereItRuns, 'several'];

/** In ms. Times that differ by less count as equal. */
const noticed = 1000;

export interface RowsByName {
  readonly infos: Readonly<Record<string, RowInfo>>;
  readonly times: Readonly<Record<string, RowTimes>>;
}

/**
 * The best first: a lock that becomes free when its holder crashes, then the fewest kinds that lose data, leave it
 * stuck or let two in, then what runs already. If a failure costs only work, a lock that no fault leaves stuck comes
 * first, and then what runs already. Of equal rows, the one that is free soonest after its holder crashes.
 */
export function ranked(
  rows: readonly string[],
  table: Table,
  { infos, times }: RowsByName,
  costsOnlyWork: boolean,
): readonly string[] {
  const keyed = rows.map((row) => {
    const cells = triedCells(table, row);
    const { loses, stuck, inside, waits } = countByHarm(cells);
    const pause = cells.find(({ kind, outcome }) => kind === 'pause' && outcome !== 'held');
    const setUp = setUpOrder.indexOf(infos[row]?.asksSeveral ? 'several' : (infos[row]?.service ?? ''));
    const blockedFor = times[row]?.blockedFor ?? null;
    const forever = blockedFor === null ? 1 : 0;
    const pauseMax = Math.round((pause?.length ?? Number.MAX_SAFE_INTEGER) / noticed);
    const apart = setUp === -1 ? setUpOrder.length : setUp;
    const faults = [loses + stuck + inside, loses, stuck, inside];
    return {
      row,
      keys: [
        forever,
        ...(costsOnlyWork ? [stuck, apart, ...faults] : [...faults, apart]),
        waits,
        Math.round((blockedFor ?? 0) / noticed),
        -pauseMax,
      ],
    };
  });
  const compared = (one: readonly number[], other: readonly number[]): number =>
    one.map((key, at) => key - (other[at] ?? 0)).find((apart) => apart !== 0) ?? 0;
  return keyed.sort((one, other) => compared(one.keys, other.keys)).map(({ row }) => row);
}

/** A cell with the cell of the same kind that it is compared with. */
export interface CellDifference {
  readonly cell: CellRef;
  readonly against: CellRef;
}

/** The most differences that readers would read. */
const shownMax = 2;

/** Where one row does better (1) than another with the same check, or worse (-1): the greatest differences first. */
export const differencesOf = (sign: 1 | -1, one: readonly CellRef[], than: readonly CellRef[]) =>
  one
    .flatMap((cell) => than.filter(({ kind }) => kind === cell.kind).map((against) => ({ cell, against })))
    .map((pair) => ({ ...pair, by: sign * (rankOf(pair.cell.outcome) - rankOf(pair.against.outcome)) }))
    .filter(({ by }) => by > 0)
    .sort((first, second) => second.by - first.by)
    .slice(0, shownMax);
