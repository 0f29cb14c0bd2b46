/** Grows the columns of a trace. The simulator and the live server write through it; nobody else does. */
import type { Trace, TraceHeader } from './trace';

const capacityFirst = 1024;

export class TraceWriter {
  count = 0;
  private capacity = capacityFirst;
  private at = new Float64Array(capacityFirst);
  private kind = new Uint8Array(capacityFirst);
  private process = new Uint8Array(capacityFirst);
  private columns = Array.from({ length: 6 }, () => new Int32Array(capacityFirst)) as Columns;
  private readonly strings: string[] = [];
  private readonly indexOf = new Map<string, number>();

  /** Appends an event of the kind `kindNumber[…]`; unused columns are −1. Returns its number. */
  write(at: number, kind: number, process: number, a = -1, b = -1, c = -1, d = -1, e = -1, f = -1): number {
    const seq = this.count;
    if (seq === this.capacity) this.grow();
    this.at[seq] = at;
    this.kind[seq] = kind;
    this.process[seq] = process;
    const columns = this.columns;
    columns[0][seq] = a;
    columns[1][seq] = b;
    columns[2][seq] = c;
    columns[3][seq] = d;
    columns[4][seq] = e;
    columns[5][seq] = f;
    this.count = seq + 1;
    return seq;
  }

  /** The time of the last event; 0 before the first. */
  get lastAt(): number {
    return this.count === 0 ? 0 : (this.at[this.count - 1] as number);
  }

  /** Fills in the first column of an event that was written before it was known. */
  amend(seq: number, a: number): void {
    this.columns[0][seq] = a;
  }

  /** The index of a text in the string table, added where it is new. */
  text(text: string): number {
    const known = this.indexOf.get(text);
    if (known !== undefined) return known;
    this.indexOf.set(text, this.strings.length);
    return this.strings.push(text) - 1;
  }

  /** The finished trace, its columns cut to their length. */
  finish(header: TraceHeader): Trace {
    const cut = (i: number): Int32Array => (this.columns[i] as Int32Array).slice(0, this.count);
    return {
      header,
      strings: this.strings,
      count: this.count,
      at: this.at.slice(0, this.count),
      kind: this.kind.slice(0, this.count),
      process: this.process.slice(0, this.count),
      a: cut(0),
      b: cut(1),
      c: cut(2),
      d: cut(3),
      e: cut(4),
      f: cut(5),
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const at = new Float64Array(this.capacity);
    at.set(this.at);
    this.at = at;
    this.kind = widened(this.kind, this.capacity);
    this.process = widened(this.process, this.capacity);
    this.columns = this.columns.map((column) => {
      const wide = new Int32Array(this.capacity);
      wide.set(column);
      return wide;
    }) as Columns;
  }
}

type Columns = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

function widened(column: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const wide = new Uint8Array(capacity);
  wide.set(column);
  return wide;
}
