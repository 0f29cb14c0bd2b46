/**
 * Builds a growing trace from rows of numbers, which come from a file or a live run. Checks in every row what views and
 * judge rely on: each index lies within its table, and time never falls. Knows nothing of files and sockets.
 */

import { reasons } from '../../core/model/effects/effect';
import { wholeNumber } from '../../core/model/scenario/parse/allowedTexts';
import { readableText } from '../../core/model/scenario/parse/problem';
import {
  columnMax,
  goneCauses,
  kindNames,
  legs,
  lossCauses,
  refusalChecks,
  type Trace,
  type TraceHeader,
  traceKinds,
} from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import type { Text } from '../../core/model/values/text';
import { instant } from '../../core/model/values/time';
import { atMax } from './traceHeader';
import * as problems from './traceProblems';

/** A run is cut off at 200,000 events. Events at that very instant are still written. */
const rowCountMax = 220_000;

const stringCountMax = 100_000;
const stringLengthMax = 10_000;

/** Spans keep a table of this length, with two places for each call. */
const messageMax = 8 * rowCountMax;

const int32Max = 2_147_483_647;

export interface Addition {
  readonly strings: readonly string[];
  /** `[at µs, kind, process, a, b, c, d, e, f]`; missing columns at the end are −1. */
  readonly rows: readonly (readonly number[])[];
}

interface Columns {
  readonly at: Float64Array;
  readonly kind: Uint8Array;
  readonly process: Uint8Array;
  readonly values: readonly Float64Array[];
}

const valueCount = 6;
const capacityFirst = 1024;

export class GrowingTrace {
  count = 0;
  private columns = columnsOf(capacityFirst);
  private readonly strings: string[] = [];
  /** The texts of the last trace; null when texts have been added since. */
  private lastTexts: readonly string[] | null = null;
  private readonly header: TraceHeader;

  /** @param header has the processes and faults that the rows refer to. */
  constructor(header: TraceHeader) {
    this.header = header;
  }

  /** The time of the last event; 0 before the first. */
  get lastAt(): number {
    return this.count === 0 ? 0 : nth(this.columns.at, this.count - 1);
  }

  /** Appends all rows up to the first bad one. @returns what is wrong with that one. */
  add({ strings, rows }: Addition): Text | null {
    if (this.strings.length + strings.length > stringCountMax) return problems.tooManyTexts(stringCountMax);
    const long = strings.find((text) => text.length > stringLengthMax);
    if (long !== undefined) return problems.tooManyCharacters(stringLengthMax);
    for (const text of strings) this.strings.push(text);
    if (strings.length > 0) this.lastTexts = null;
    for (const row of rows) {
      const problem = this.problemOf(row);
      if (problem !== null) return problem;
      this.append(row);
    }
    return null;
  }

  /** Returns the trace so far. Later rows do not change it. @param header of the run, which may have ended by now. */
  trace(header: TraceHeader = { ...this.header, endedAt: instant(this.lastAt) }): Trace {
    const { count, columns } = this;
    this.lastTexts ??= this.strings.slice();
    const strings = this.lastTexts;
    const [a, b, c, d, e, f] = columns.values.map((column) => column.subarray(0, count)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const at = columns.at.subarray(0, count);
    const [kind, process] = [columns.kind.subarray(0, count), columns.process.subarray(0, count)];
    return { header, strings, count, at, kind, process, a, b, c, d, e, f };
  }

  private append(row: readonly number[]): void {
    const seq = this.count;
    if (seq === this.columns.at.length) this.columns = widened(this.columns);
    const { at, kind, process, values } = this.columns;
    at[seq] = nth(row, 0);
    kind[seq] = nth(row, 1);
    process[seq] = nth(row, 2);
    values.forEach((column, i) => {
      column[seq] = row[3 + i] ?? -1;
    });
    this.count = seq + 1;
  }

  private problemOf(row: readonly number[]): Text | null {
    if (this.count >= rowCountMax) return problems.tooManyEvents(rowCountMax);
    const [at = -1, kind = -1, process = -1] = row;
    // Rows may come from a file, so `kind` can be any value, even the name of a method.
    const name = typeof kind === 'number' ? kindNames[kind] : undefined;
    const where = (column: string, value: unknown, allowed: Text): Text =>
      problems.wrongColumn({ event: this.count, kind: name, column, value: readableText(value) }, allowed);
    if (row.length > 3 + valueCount) return where('its length', row.length, within(3, 3 + valueCount));
    if (!isWithin(at, this.lastAt, atMax, { whole: false }))
      return where('at', at, problems.microsecondsIn(this.lastAt, atMax));
    if (name === undefined) return where('kind', kind, within(0, kindNames.length - 1));
    const processMax = this.header.processes.length - 1;
    if (!isWithin(process, 0, processMax)) return where('process', process, within(0, processMax));
    for (let i = 0; i < valueCount; i++) {
      const value = row.length > 3 + i ? row[3 + i] : -1;
      const column = traceKinds[name][i];
      const [low, high] = column === undefined ? [-1, -1] : this.rangeOf(name, column);
      if (!isWithin(value, low, high)) return where(column ?? `column ${'abcdef'[i]}`, value, within(low, high));
    }
    const isDeletion = name === 'entryGone' && row[5] === goneCauses.indexOf('deleted');
    return isDeletion && row[3] === -1 ? where('peer', -1, within(0, processMax)) : null;
  }

  /** The range of a column. It includes −1 for an empty column, unless an index must point to something. */
  private rangeOf(kind: (typeof kindNames)[number], column: string): readonly [number, number] {
    switch (column) {
      case 'peer':
        // Every other end is a process, except for a key: the client that set or removed it may be unknown.
        return [kind === 'entrySet' || kind === 'entryGone' ? -1 : 0, this.header.processes.length - 1];
      case 'text':
      case 'entry':
        return [0, this.strings.length - 1];
      case 'value':
        return kind === 'entrySet' ? [0, this.strings.length - 1] : [-int32Max, int32Max];
      case 'message':
        return [kind === 'sent' ? 0 : -1, messageMax];
      case 'fault':
        return [-1, Object.keys(this.header.scenario.faults).length - 1];
      case 'leg':
        return [0, legs.length - 1];
      case 'cause':
        return [-1, (kind === 'entryGone' ? goneCauses : lossCauses).length - 1];
      case 'reason':
        return [-1, reasons.length - 1];
      case 'expiresIn':
      case 'validFor':
      case 'by':
        return [-columnMax, columnMax];
      case 'check':
        return [0, refusalChecks.length - 1];
      default:
        return [-int32Max, int32Max];
    }
  }
}

/** The columns of a trace as rows, without trailing −1. */
export function rowsOf(trace: Trace, from = 0): readonly (readonly number[])[] {
  const { at, kind, process, a, b, c, d, e, f } = trace;
  return Array.from({ length: trace.count - from }, (_, i) => {
    const row = [at, kind, process, a, b, c, d, e, f].map((column) => nth(column, from + i));
    const count = 3 + traceKinds[nth(kindNames, nth(kind, from + i))].length;
    return row.slice(0, count);
  });
}

const isWithin = (value: unknown, low: number, high: number, { whole = true } = {}): boolean =>
  typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value));

const within = (low: number, high: number): Text => (high < low ? problems.leftOut : wholeNumber(low, high));

function columnsOf(capacity: number): Columns {
  return {
    at: new Float64Array(capacity),
    kind: new Uint8Array(capacity),
    process: new Uint8Array(capacity),
    values: Array.from({ length: valueCount }, () => new Float64Array(capacity)),
  };
}

function widened(columns: Columns): Columns {
  const wide = columnsOf(columns.at.length * 2);
  wide.at.set(columns.at);
  wide.kind.set(columns.kind);
  wide.process.set(columns.process);
  wide.values.forEach((column, i) => {
    column.set(columns.values[i] as Float64Array);
  });
  return wide;
}
