/** Appends events to the columns of a trace. Only the simulator and the live server use it. */

import { nth } from '../values/nth';
import { goneCauses, kindNumber, type Trace, type TraceHeader } from './trace';

type ColumnName = 'at' | 'kind' | 'process' | 'a' | 'b' | 'c' | 'd' | 'e' | 'f';

/**
 * Columns for writing. They are reused from run to run if possible, because allocating fresh pages costs more than
 * writing them.
 */
interface Columns extends Pick<Trace, ColumnName> {
  readonly capacity: number;
}

/** The number of events that fit before the columns grow. */
let capacityNext = 4096;

let spare: Columns | null = null;

export class TraceWriter {
  count = 0;
  private columns: Columns;
  private readonly strings: string[] = [];
  private readonly indexOf = new Map<string, number>();
  /** The last text, kept because it is often looked up again. */
  private textLast: string | null = null;
  private indexLast = -1;

  constructor() {
    this.columns = spare ?? columnsOf(capacityNext);
    spare = null;
  }

  /** Appends an event of the kind `kindNumber[…]`. Unused columns are −1. Returns its number. */
  write(at: number, kind: number, process: number, a = -1, b = -1, c = -1, d = -1, e = -1, f = -1): number {
    const seq = this.count;
    if (seq === this.columns.capacity) this.columns = widened(this.columns);
    const columns = this.columns;
    columns.at[seq] = at;
    columns.kind[seq] = kind;
    columns.process[seq] = process;
    columns.a[seq] = a;
    columns.b[seq] = b;
    columns.c[seq] = c;
    columns.d[seq] = d;
    columns.e[seq] = e;
    columns.f[seq] = f;
    this.count = seq + 1;
    return seq;
  }

  /** The time of the last event; 0 before the first. */
  get lastAt(): number {
    return this.count === 0 ? 0 : nth(this.columns.at, this.count - 1);
  }

  /** Sets the first column of an event after the event was written. */
  amend(seq: number, a: number): void {
    this.columns.a[seq] = a;
  }

  /** The index of a text in the string table. A new text is added. */
  text(text: string): number {
    if (text === this.textLast) return this.indexLast;
    let index = this.indexOf.get(text);
    if (index === undefined) {
      index = this.strings.push(text) - 1;
      this.indexOf.set(text, index);
    }
    this.textLast = text;
    this.indexLast = index;
    return index;
  }

  /**
   * Adds a text without checking whether it exists. For texts that hardly ever repeat, the check costs more than a
   * second copy.
   */
  newText(text: string): number {
    return this.strings.push(text) - 1;
  }

  /** Returns the finished trace. The writer must not be used afterwards. */
  finish(header: TraceHeader): Trace {
    const { columns, count } = this;
    // Columns that are at least half full are handed over as they are, and the next run begins with columns of the same
    // length. From others, the written part is copied.
    if (2 * count <= columns.capacity) return keptTrace(this.lend(header));
    capacityNext = count + (count >> 3);
    return cutTrace(this.traceOf(header), (column) => column.subarray(0, count));
  }

  /**
   * Returns the finished trace in columns that the next run overwrites. They are longer than `count`. The writer must
   * not be used afterwards.
   */
  lend(header: TraceHeader): Trace {
    spare = this.columns;
    return this.traceOf(header);
  }

  /**
   * The name of an entry that one of these processes has set: preferably one that they delete, else one that expires,
   * else the first. A counter is neither. Undefined: no entry was set.
   */
  lockedEntry(isTheirs: (process: number) => boolean): string | undefined {
    const { kind, a, b, c, d } = this.columns;
    const worth = new Map<number, number>();
    const raise = (entry: number, by: number): void => void worth.set(entry, (worth.get(entry) ?? 0) | by);
    for (let seq = 0; seq < this.count; seq++) {
      if (kind[seq] !== kindNumber.entrySet && kind[seq] !== kindNumber.entryGone) continue;
      if (!isTheirs(nth(a, seq))) continue;
      if (kind[seq] === kindNumber.entrySet) raise(nth(b, seq), nth(d, seq) >= 0 ? 1 : 0);
      else if (worth.has(nth(b, seq)) && goneCauses[nth(c, seq)] === 'deleted') raise(nth(b, seq), 2);
    }
    const [best] = [...worth].sort(([, one], [, other]) => other - one);
    return best === undefined ? undefined : this.strings[best[0]];
  }

  private traceOf(header: TraceHeader): Trace {
    const { at, kind, process, a, b, c, d, e, f } = this.columns;
    return { header, strings: this.strings, count: this.count, at, kind, process, a, b, c, d, e, f };
  }
}

/** A copy of a lent trace, with its own columns. */
export const keptTrace = (trace: Trace): Trace => cutTrace(trace, (column) => column.slice(0, trace.count));

type Column = Float64Array | Uint8Array;

/** The same trace with other columns, such as the first rows of its own. */
export function cutTrace(trace: Trace, cutColumn: (column: Column) => Column): Trace {
  const cut = cutColumn as <C extends Column>(column: C) => C;
  const { header, strings, count, at, kind, process, a, b, c, d, e, f } = trace;
  return {
    header,
    strings,
    count,
    at: cut(at),
    kind: cut(kind),
    process: cut(process),
    a: cut(a),
    b: cut(b),
    c: cut(c),
    d: cut(d),
    e: cut(e),
    f: cut(f),
  };
}

function columnsOf(capacity: number): Columns {
  const numbers = (): Float64Array => new Float64Array(capacity);
  return {
    capacity,
    at: numbers(),
    kind: new Uint8Array(capacity),
    process: new Uint8Array(capacity),
    a: numbers(),
    b: numbers(),
    c: numbers(),
    d: numbers(),
    e: numbers(),
    f: numbers(),
  };
}

function widened(columns: Columns): Columns {
  const wide = columnsOf(columns.capacity * 2);
  for (const name of ['at', 'kind', 'process', 'a', 'b', 'c', 'd', 'e', 'f'] as const) wide[name].set(columns[name]);
  return wide;
}
