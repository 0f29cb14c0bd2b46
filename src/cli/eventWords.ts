/** Events with ids, texts and words instead of the indices of a trace. Times stay in microseconds. */
import { reasons } from '../core/model/effects/effect';
import { goneCauses, lossCauses, type Trace, type TraceKind } from '../core/model/trace/trace';
import { processId, readEvents, type TraceEvent, textOf } from '../core/model/trace/traceReader';

export type WordedEvent = Readonly<Record<string, string | number | null>>;

const legs = ['request', 'reply', 'push'] as const;
const none = -1;

/** Every event of a trace, in order. */
export function eventsInWords(trace: Trace): readonly WordedEvent[] {
  const faults = Object.keys(trace.header.scenario.faults);
  return [...readEvents(trace)].map((event) => inWords(event, trace, faults));
}

function inWords(
  { kind, seq, at, process, ...columns }: TraceEvent,
  trace: Trace,
  faults: readonly string[],
): WordedEvent {
  const worded: Record<string, string | number | null> = { seq, at, kind, process: processId(trace, process) };
  for (const [name, value] of Object.entries(columns as Readonly<Record<string, number>>)) {
    worded[name] = value === none && isIndex(kind, name) ? null : word({ kind, name, value, trace, faults });
  }
  return worded;
}

/** Whether −1 means "no value" in this column. In other columns it is an ordinary number or has its own meaning. */
const isIndex = (kind: TraceKind, name: string): boolean =>
  ['peer', 'text', 'entry', 'fault', 'cause', 'message'].includes(name) || (kind === 'entrySet' && name === 'value');

interface Column {
  readonly kind: TraceKind;
  readonly name: string;
  readonly value: number;
  readonly trace: Trace;
  readonly faults: readonly string[];
}

function word({ kind, name, value, trace, faults }: Column): string | number | null {
  switch (name) {
    case 'peer':
      return processId(trace, value);
    case 'text':
    case 'entry':
      return textOf(trace, value);
    case 'value':
      return kind === 'entrySet' ? textOf(trace, value) : value;
    case 'fault':
      return faults[value] ?? null;
    case 'reason':
      return reasons[value] ?? null;
    case 'leg':
      return legs[value] ?? null;
    case 'cause':
      return (kind === 'lost' ? lossCauses : goneCauses)[value] ?? null;
    default:
      return value;
  }
}
