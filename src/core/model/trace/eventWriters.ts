/**
 * How a process reports what happened: one function for each kind of event, which takes its columns in the order of
 * the trace's table. The same code serves the simulator and real processes. The two differ only in their types for a
 * process (`P`) and a message (`M`). Columns are passed by position, because an object for each event made runs with
 * most locks about a tenth slower.
 */
import { kindNames, type TraceKind, type traceKinds } from './trace';

/** The value of a column. A text is passed as text in both worlds; the writer of the trace finds its number. */
export type Column<K extends TraceKind, Name, P, M> = Name extends 'peer'
  ? P | NobodyOf<K>
  : Name extends 'message'
    ? M
    : Name extends 'text' | 'entry'
      ? string
      : [K, Name] extends ['entrySet', 'value']
        ? string
        : number;

/** Null in place of a process: no process set or removed the entry. */
type NobodyOf<K extends TraceKind> = K extends 'entrySet' | 'entryGone' ? null : never;

/** All columns of a kind, in their order. */
type RowOf<K extends TraceKind, Names extends readonly string[], P, M> = {
  readonly [Index in keyof Names]: Column<K, Names[Index], P, M>;
};

/** Reports events of one process, now. */
export type EventWriter<P, M> = {
  readonly [K in TraceKind]: (...columns: RowOf<K, (typeof traceKinds)[K], P, M>) => void;
};

/** The value reported for a column. −1 if the kind has no such column. */
export type ColumnValue<P, M> = P | M | string | number | null;

/**
 * Records an event. `where`: what the writer must know about the process and its world. `kind`: a number, as in the
 * trace.
 */
export type WriteEvent<W, P, M> = (
  where: W,
  kind: number,
  a: ColumnValue<P, M>,
  b: ColumnValue<P, M>,
  c: ColumnValue<P, M>,
  d: ColumnValue<P, M>,
  e: ColumnValue<P, M>,
  f: ColumnValue<P, M>,
) => void;

/** Makes the event writers of processes for a world that records events in this way. */
export function eventWriters<W, P, M>(writeDown: WriteEvent<W, P, M>): (where: W) => EventWriter<P, M> {
  class Writer {
    constructor(readonly where: W) {}
  }
  type Value = ColumnValue<P, M>;
  const functions: Record<string, unknown> = Writer.prototype as unknown as Record<string, unknown>;
  kindNames.forEach((name, kind) => {
    functions[name] = function (
      this: Writer,
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
  return (where) => new Writer(where) as unknown as EventWriter<P, M>;
}
