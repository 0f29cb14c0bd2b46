/** The one typed reader of a trace. Only spans and layout, which walk the columns, read without it. */
import type { ProcessId } from './scenario';
import { type Instant, instant } from './time';
import { kindNames, type Trace, type TraceKind, traceKinds } from './trace';

type Columns<K extends TraceKind> = { readonly [C in (typeof traceKinds)[K][number]]: number };

/** One event with its columns by name. */
export type EventOf<K extends TraceKind> = {
  readonly kind: K;
  /** Its number in the trace, from 0. */
  readonly seq: number;
  readonly at: Instant;
  /** Index into `header.processes`. */
  readonly process: number;
} & Columns<K>;

export type TraceEvent = { [K in TraceKind]: EventOf<K> }[TraceKind];

/** The time of an event. Beyond the last one, the end of the run. */
export const instantAt = ({ at, header }: Trace, seq: number): Instant => instant(at[seq] ?? header.endedAt);

/** The process of an event, as an index into `header.processes`. −1 beyond the last one. */
export const processAt = ({ process }: Trace, seq: number): number => process[seq] ?? -1;

/** The event with this number. Throws when there is none. */
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

/** All events in order. */
export function* readEvents(trace: Trace): Generator<TraceEvent, void, void> {
  for (let seq = 0; seq < trace.count; seq++) yield readEvent(trace, seq);
}

/** All events of some kinds, in order. */
export function eventsOf<K extends TraceKind>(trace: Trace, ...kinds: readonly K[]): EventOf<K>[] {
  const wanted = new Set<string>(kinds);
  const found: EventOf<K>[] = [];
  for (let seq = 0; seq < trace.count; seq++) {
    if (wanted.has(kindNames[trace.kind[seq] as number] as string)) found.push(readEvent(trace, seq) as EventOf<K>);
  }
  return found;
}

export const processId = (trace: Trace, index: number): ProcessId => {
  const process = trace.header.processes[index];
  if (process === undefined) throw new Error(`The trace has no process ${index}.`);
  return process.id;
};

/** A text of the string table. Empty for −1. */
export const textOf = (trace: Trace, index: number): string => trace.strings[index] ?? '';
