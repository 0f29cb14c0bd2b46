/** The rows of the table as families of locks that are one idea, in three groups. It knows no page. */

import type { FaultKind } from '../../core/model/scenario/fault';
import { type FamilyId, familyGroupOf } from '../../core/model/scenario/lockFacts';
import { type Severity, severities, signOf, signs } from '../../core/model/trace/severity';
import type { BlankReason } from './blankReason';
import { rows } from './rows';
import type { Cell, Table } from './table';

export const familyGroups = ['one-redis', 'several-nodes', 'not-redis'] as const;
export type FamilyGroup = (typeof familyGroups)[number];

export interface Family {
  readonly id: FamilyId;
  readonly group: FamilyGroup;
  /** The ids of its rows; one at least. */
  readonly rows: readonly string[];
}

export const families: readonly Family[] = (Object.keys(familyGroupOf) as FamilyId[]).map((id) => ({
  id,
  group: familyGroupOf[id],
  rows: rows.filter(({ family }) => family === id).map((row) => row.id),
}));

/** Kinds of faults by the part that fails. Each kind is in one group. */
export const kindGroups = {
  late: ['pause', 'suspend', 'delay', 'slow', 'cut'],
  server: ['crash', 'restart', 'power-loss', 'failover', 'key-vanishes', 'session-ends', 'no-leader'],
  message: ['lose'],
  clock: ['clock-jump', 'clock-drift', 'clock-slew'],
} as const satisfies Readonly<Record<string, readonly FaultKind[]>>;
export type KindGroup = keyof typeof kindGroups;

export interface Worst {
  /** The worst of the cells. Null: none was tried. */
  readonly outcome: Severity | null;
  /** How many rows have this outcome, and how many rows were tried. */
  readonly count: number;
  readonly of: number;
  /** The first place that has this outcome. */
  readonly row: string;
  readonly kind: FaultKind;
  /** Why nothing was tried. Null if something was. */
  readonly reason: BlankReason | null;
}

interface Looked {
  readonly row: string;
  readonly kind: FaultKind;
  readonly cell: Cell;
}

/** The worst outcome of some rows and kinds. A row counts once. */
export function worstOf(table: Table, rows: readonly string[], kinds: readonly FaultKind[]): Worst {
  const looked = rows.flatMap((row) =>
    kinds.flatMap((kind): readonly Looked[] => {
      const cell = table.cells[row]?.[kind];
      return cell === undefined ? [] : [{ row, kind, cell }];
    }),
  );
  const outcomes = looked.flatMap(({ cell }) => (cell.kind === 'tried' ? [cell.outcome] : []));
  const outcome = severities.find((one) => outcomes.includes(one)) ?? null;
  const isSo = ({ cell }: Looked): boolean => cell.kind === 'tried' && cell.outcome === outcome;
  const first = looked.find(isSo) ?? looked[0];
  const blank = looked.find(({ cell }) => cell.kind === 'blank')?.cell;
  return {
    outcome,
    count: new Set(looked.filter(isSo).map(({ row }) => row)).size,
    of: new Set(looked.filter(({ cell }) => cell.kind === 'tried').map(({ row }) => row)).size,
    row: first?.row ?? rows[0] ?? '',
    kind: first?.kind ?? kinds[0] ?? 'pause',
    reason: outcome === null && blank?.kind === 'blank' ? blank.reason : null,
  };
}

/**
 * How many cells of some rows have each outcome, the worst outcome first: compared number by number, the least harm
 * comes first.
 */
function harmOf(table: Table, rows: readonly string[]): readonly number[] {
  const cells = rows.flatMap((row) => Object.values(table.cells[row] ?? {}));
  const tried = cells.filter((cell) => cell.kind === 'tried');
  return signs.map(
    (sign) => tried.filter(({ outcome }) => signOf[outcome] === sign).length / Math.max(1, tried.length),
  );
}

/** The families with the least harm first: the fewest cells with data lost, then with two holders, and so on. */
export function leastHarmFirst(table: Table): readonly Family[] {
  const harm = new Map<string, readonly number[]>(families.map(({ id, rows }) => [id, harmOf(table, rows)]));
  const of = (id: string): readonly number[] => harm.get(id) ?? [];
  return [...families].sort((one, other) => {
    const at = of(one.id).findIndex((share, i) => share !== of(other.id)[i]);
    return at < 0 ? 0 : (of(one.id)[at] ?? 0) - (of(other.id)[at] ?? 0);
  });
}

export interface Counted {
  /** The rows that have this outcome, and how many rows there are. */
  readonly rows: readonly string[];
  readonly of: number;
}

const lockRows = families.filter(({ id }) => id !== 'no-lock').flatMap(({ rows }) => rows);
const rowsOf = (group: FamilyGroup): readonly string[] =>
  families.filter((one) => one.group === group).flatMap(({ rows }) => rows);

/** In which of some rows a kind of fault harms the data. */
function lostIn(table: Table, rows: readonly string[], kind: FaultKind): Counted {
  const tried = rows.filter((row) => table.cells[row]?.[kind]?.kind === 'tried');
  const isLost = (row: string): boolean => {
    const cell = table.cells[row]?.[kind];
    return cell?.kind === 'tried' && signOf[cell.outcome] === 'lost';
  };
  return { rows: tried.filter(isLost), of: tried.length };
}

/** What the table without a check shows about clients and servers, as counts of its cells. */
export const lostToPause = (table: Table): Counted => lostIn(table, lockRows, 'pause');
export const lostToCrash = (table: Table): Readonly<Record<'one' | 'several', Counted>> => ({
  one: lostIn(table, rowsOf('one-redis'), 'crash'),
  several: lostIn(table, rowsOf('several-nodes'), 'crash'),
});

/** How many of the tried cells lost data. */
export function lostCells(table: Table): { readonly lost: number; readonly of: number } {
  const tried = Object.values(table.cells)
    .flatMap((cells) => Object.values(cells))
    .filter((cell) => cell.kind === 'tried');
  return { lost: tried.filter(({ outcome }) => signOf[outcome] === 'lost').length, of: tried.length };
}
