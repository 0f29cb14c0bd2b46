/**
 * How a process tells what happened: one function for each kind of event, which takes its columns in the order of the
 * trace's table. The same code serves the simulator and real processes. They differ only in what they call a process
 * (`P`) and a message (`M`). Columns go by place and not by name, because an object for each event made runs with most
 * locks about a tenth slower.
 */
import { kindNames, type TraceKind, type traceKinds } from './trace';

/** The value of a column. A text is given as text in both worlds; the writer of the trace finds its number. */
export type Column<K extends TraceKind, Name, P, M> = Name extends 'peer'
  ? P | NobodyOf<K>
  : Name extends 'message'
    ? M
    : Name extends 'text' | 'entry'
      ? string
      : [K, Name] extends ['entrySet', 'value']
        ? string
        : number;

/** Null in place of a process: an entry that no process has set or removed. */
type NobodyOf<K extends TraceKind> = K extends 'entrySet' | 'entryGone' ? null : never;

/** All columns of a kind, in their order. */
type RowOf<K extends TraceKind, Names extends readonly string[], P, M> = {
  readonly [Place in keyof Names]: Column<K, Names[Place], P, M>;
};

/** Tells of one process, now. */
export type Tell<P, M> = { readonly [K in TraceKind]: (...columns: RowOf<K, (typeof traceKinds)[K], P, M>) => void };

/** The value told for a column. −1 when the kind has no such column. */
export type ColumnValue<P, M> = P | M | string | number | null;

/**
 * Writes an event down. `where` is what the writer has to know of the process and its world. `kind` is a number, as in
 * the trace.
 */
export type WriteDown<W, P, M> = (
  where: W,
  kind: number,
  a: ColumnValue<P, M>,
  b: ColumnValue<P, M>,
  c: ColumnValue<P, M>,
  d: ColumnValue<P, M>,
  e: ColumnValue<P, M>,
  f: ColumnValue<P, M>,
) => void;

/** Makes the tellers of processes for a world that writes events down in this way. */
export function tellers<W, P, M>(writeDown: WriteDown<W, P, M>): (where: W) => Tell<P, M> {
  class Teller {
    constructor(readonly where: W) {}
  }
  type Value = ColumnValue<P, M>;
  const functions: Record<string, unknown> = Teller.prototype as unknown as Record<string, unknown>;
  kindNames.forEach((name, kind) => {
    functions[name] = function (
      this: Teller,
      a: Value = -1,
      b: Value = -1,
      c: Value = -1,
      d: Value = -1,
      e: Value = -1,
      f: Value = -1,
    ): void {
      writeDown(this.where, kind, a, b, c, d, e, f);
    };
  });
  return (where) => new Teller(where) as unknown as Tell<P, M>;
}
