/** The table as data: what one fault of each kind does at its worst behind each lock, with one check. */

import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import { type Severity, severities } from '../../core/model/trace/severity';
import { isObject } from '../../core/model/values/isObject';
import type { Ms } from '../../core/model/values/time';
import { type BlankReason, blankReasons } from './blankReason';
import { type CheckId, type Leases, leases } from './rows';

export interface TriedCell {
  readonly kind: 'tried';
  /** The worst outcome of all runs. */
  readonly outcome: Severity;
  /** The number of runs. */
  readonly runs: number;
  /**
   * The smallest strength that causes the outcome, in leases of this lock. Null: the fault or the lock has no length.
   */
  readonly margin: number | null;
  /** The same strength in ms. */
  readonly length: Ms | null;
  /** The fault of the smallest run. Null: every run held. */
  readonly fault: Fault | null;
  readonly seed: number;
}

export type Cell = TriedCell | { readonly kind: 'blank'; readonly reason: BlankReason };

export type CellsOfRow = Readonly<Record<FaultKind, Cell>>;

export interface Table {
  /** A fingerprint of the code that computed it. */
  readonly engine: string;
  readonly check: CheckId;
  readonly leases: Leases;
  /** The day: `2026-11-22`. */
  readonly computed: string;
  /** By the id of the row. */
  readonly cells: Readonly<Record<string, CellsOfRow>>;
}

/** Writes one line for each row, so that a review can read a change. */
export function tableText({ engine, check, leases: which, computed, cells }: Table): string {
  const lines = Object.entries(cells).map(
    ([row, ofRow]) => `${JSON.stringify(row)}:${JSON.stringify(injectableKinds.map((kind) => packed(ofRow[kind])))}`,
  );
  const head = JSON.stringify({ engine, check, leases: which, computed, kinds: injectableKinds });
  return `${head.slice(0, -1)},"cells":{\n${lines.join(',\n')}\n}}\n`;
}

type Packed =
  | BlankReason
  | readonly [Severity, number]
  | readonly [Severity, runs: number, margin: number | null, length: Ms | null, seed: number, fault: Fault];

function packed(cell: Cell): Packed {
  if (cell.kind === 'blank') return cell.reason;
  const { outcome, runs, margin, length, fault, seed } = cell;
  return fault === null ? [outcome, runs] : [outcome, runs, margin, length, seed, fault];
}

/** Reads what `tableText` wrote. The data is in the repository, so a problem throws. */
export function parseTable(json: unknown): Table {
  if (!isObject(json) || !isObject(json['cells'])) throw broken('is no table');
  const { engine, check, leases: which, computed, kinds, cells } = json;
  const leaseChoice = leases.find((one) => one === which);
  if (
    typeof engine !== 'string' ||
    typeof check !== 'string' ||
    typeof computed !== 'string' ||
    leaseChoice === undefined
  )
    throw broken('has a head that is not understood');
  if (!Array.isArray(kinds)) throw broken('names no kinds of faults');
  const columns = kinds.map(kindNamed);
  const rows = Object.entries(cells).map(([id, ofRow]) => [id, cellsOfRow(ofRow, columns)] as const);
  return { engine, check, leases: leaseChoice, computed, cells: Object.fromEntries(rows) };
}

/** The kinds of faults that a table was written without. `parseTable` reads them as blank. */
export const lackedKinds = (json: unknown): readonly FaultKind[] => {
  const there: readonly unknown[] = isObject(json) && Array.isArray(json['kinds']) ? json['kinds'] : [];
  return injectableKinds.filter((kind) => !there.includes(kind));
};

function cellsOfRow(row: unknown, kinds: readonly FaultKind[]): CellsOfRow {
  if (!Array.isArray(row) || row.length !== kinds.length) throw broken('has a row of another length');
  const cellByKind = new Map(kinds.map((kind, column) => [kind, unpacked(row[column])]));
  return ofEachKind((kind) => cellByKind.get(kind) ?? { kind: 'blank', reason: 'no-place' });
}

function unpacked(data: unknown): Cell {
  const reason = blankReasons.find((one) => one === data);
  if (reason !== undefined) return { kind: 'blank', reason };
  if (!Array.isArray(data)) throw broken('has a cell that is not understood');
  const [outcomeName, runs, margin = null, length = null, seed = 0, fault = null]: readonly unknown[] = data;
  const outcome = severities.find((one) => one === outcomeName);
  if (outcome === undefined || !isNumber(runs) || !isNumber(seed) || !isLength(margin) || !isLength(length))
    throw broken('has a cell that is not understood');
  if (fault !== null && !isFault(fault)) throw broken('has a fault that is not understood');
  return { kind: 'tried', outcome, runs, margin, length, fault, seed };
}

function kindNamed(name: unknown): FaultKind {
  const kind = injectableKinds.find((one) => one === name);
  if (kind === undefined) throw broken(`names the unknown kind ${String(name)}`);
  return kind;
}

/** A record with a value for every kind of fault. */
export function ofEachKind<T>(of: (kind: FaultKind) => T): Readonly<Record<FaultKind, T>> {
  return {
    pause: of('pause'),
    crash: of('crash'),
    lose: of('lose'),
    'clock-jump': of('clock-jump'),
    'clock-drift': of('clock-drift'),
    'clock-slew': of('clock-slew'),
    suspend: of('suspend'),
    cut: of('cut'),
    delay: of('delay'),
    slow: of('slow'),
    restart: of('restart'),
    'power-loss': of('power-loss'),
    failover: of('failover'),
    'key-vanishes': of('key-vanishes'),
    'no-leader': of('no-leader'),
    'session-ends': of('session-ends'),
  };
}

/** In the order of the data. */
const injectableKinds: readonly FaultKind[] = Object.values(ofEachKind((kind) => kind));

const isNumber = (data: unknown): data is number => typeof data === 'number';

const isLength = (data: unknown): data is number | null => data === null || isNumber(data);

/** Checks only the kind. A test reads each fault of the data with the parser of scenarios. */
const isFault = (data: unknown): data is Fault =>
  isObject(data) && injectableKinds.some((kind) => kind === data['kind']);

const broken = (what: string): Error => new Error(`The table ${what}.`);
