/** Writes what a process of a simulated run reports into the trace, at the current instant. */
import { type ColumnValue, type EventWriter, eventWriters } from '../model/trace/eventWriters';
import type { TraceWriter } from '../model/trace/traceWriter';
import type { World } from './world';

/** A process, or one of its lives. */
export interface Numbered {
  /** The number of the process in the trace. */
  readonly index: number;
}

type Process = number | Numbered;

/** Makes the recorder of the process with this number. */
export const recorder: (where: { readonly world: World; readonly process: number }) => EventWriter<Process, number> =
  eventWriters(({ world, process }, kind, a, b, c, d, e, f) => {
    const { trace, now } = world;
    trace.write(
      now,
      kind,
      process,
      numberOf(trace, a),
      numberOf(trace, b),
      numberOf(trace, c),
      numberOf(trace, d),
      numberOf(trace, e),
      numberOf(trace, f),
    );
  });

/** The number that the trace stores for a value of a column. A new text gets the next number. */
function numberOf(trace: TraceWriter, value: ColumnValue<Process, number>): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return trace.text(value);
  return value === null ? -1 : value.index;
}
