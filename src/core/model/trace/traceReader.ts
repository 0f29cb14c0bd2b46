/** The one typed reader of a trace. Only spans and layout walk the columns without it. */

import type { ProcessId } from '../scenario/processId';
import { absent, nth } from '../values/nth';
import { type Instant, instant } from '../values/time';
import { kindNames, kindNumber, type Trace, type TraceKind, traceKinds } from './trace';

type Columns<K extends TraceKind> = { readonly [C in (typeof traceKinds)[K][number]]: number };

/** One event with its columns by name. For several kinds, a union of them. */
export type EventOf<K extends TraceKind> = {
  [One in K]: {
    readonly kind: One;
    /** Its number in the trace, from 0. */
    readonly seq: number;
    readonly at: Instant;
    /** Index into `header.processes`. */
    readonly process: number;
  } & Columns<One>;
}[K];

export type TraceEvent = EventOf<TraceKind>;

/** The time of an event. Beyond the last one, the end of the run. */
export const instantAt = ({ at, header }: Trace, seq: number): Instant => instant(at[seq] ?? header.endedAt);

/** The process of an event, as an index into `header.processes`. −1 beyond the last one. */
export const processAt = ({ process }: Trace, seq: number): number => process[seq] ?? -1;

/** The kind of an event, as a number of `kindNumber`. */
export const kindAt = ({ kind }: Trace, seq: number): number => kind[seq] ?? absent(seq);

/** Reads a column at an event. */
type Read = (trace: Trace, seq: number) => number;

/** One function for each column, so that each sees one kind of array, which engines optimize. */
const reads: readonly Read[] = [
  ({ a }, seq) => a[seq] ?? absent(seq),
  ({ b }, seq) => b[seq] ?? absent(seq),
  ({ c }, seq) => c[seq] ?? absent(seq),
  ({ d }, seq) => d[seq] ?? absent(seq),
  ({ e }, seq) => e[seq] ?? absent(seq),
  ({ f }, seq) => f[seq] ?? absent(seq),
];

/**
 * The columns of each kind by name, for walks that avoid making an object of every event: `column.sent.peer(trace,
 * seq)`. The caller has checked the kind. Throws past the last event.
 */
export const column = Object.fromEntries(
  kindNames.map((kind) => [kind, Object.fromEntries(traceKinds[kind].map((name, i) => [name, nth(reads, i)]))]),
) as { readonly [K in TraceKind]: { readonly [C in (typeof traceKinds)[K][number]]: Read } };

/** The event with this number. Throws if there is no such event. */
export function readEvent(trace: Trace, seq: number): TraceEvent {
  const kind = kindNames[trace.kind[seq] ?? -1];
  if (seq >= trace.count || kind === undefined)
    throw new Error(`The trace has no event ${seq}; it has ${trace.count}.`);
  const event: Record<string, unknown> = {
    kind,
    seq,
    at: instantAt(trace, seq),
    process: processAt(trace, seq),
  };
  const columns = [trace.a, trace.b, trace.c, trace.d, trace.e, trace.f];
  traceKinds[kind].forEach((name, i) => {
    event[name] = columns[i]?.[seq];
  });
  return event as unknown as TraceEvent;
}

/** The event with this number, which must be of one of these kinds. Throws if it is not. */
export function readEventOf<K extends TraceKind>(trace: Trace, seq: number, ...kinds: readonly K[]): EventOf<K> {
  const event = readEvent(trace, seq);
  if (!isOf(event, kinds)) throw new Error(`Event ${seq} is of the kind ${event.kind}, and not ${kinds.join(' or ')}.`);
  return event;
}

function isOf<K extends TraceKind>(event: TraceEvent, kinds: readonly K[]): event is TraceEvent & EventOf<K> {
  const names: readonly TraceKind[] = kinds;
  return names.includes(event.kind);
}

/** All events in order. */
export function* readEvents(trace: Trace): Generator<TraceEvent, void, void> {
  for (let seq = 0; seq < trace.count; seq++) yield readEvent(trace, seq);
}

/** All events of some kinds, in order. */
export function eventsOf<K extends TraceKind>(trace: Trace, ...kinds: readonly K[]): EventOf<K>[] {
  const wanted = new Set(kinds.map((kind) => kindNumber[kind]));
  const events: EventOf<K>[] = [];
  for (let seq = 0; seq < trace.count; seq++) {
    if (wanted.has(kindAt(trace, seq))) events.push(readEventOf(trace, seq, ...kinds));
  }
  return events;
}

export const processId = (trace: Trace, index: number): ProcessId => {
  const process = trace.header.processes[index];
  if (process === undefined) throw new Error(`The trace has no process ${index}.`);
  return process.id;
};

/** A text of the string table. Empty for −1. */
export const textOf = (trace: Trace, index: number): string => trace.strings[index] ?? '';
