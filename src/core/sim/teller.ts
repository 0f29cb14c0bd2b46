/** Writes what a process of a simulated run tells into the trace, at this instant. */
import { type ColumnValue, type Tell, tellers } from '../model/tell';
import type { TraceWriter } from '../model/traceWriter';
import type { World } from './world';

/** A process, or one of its lives. */
export interface Numbered {
  /** The number of the process in the trace. */
  readonly index: number;
}

type Process = number | Numbered;

/** The teller of the process with a number. */
export const teller: (where: { readonly world: World; readonly process: number }) => Tell<Process, number> = tellers(
  ({ world, process }, kind, a, b, c, d, e, f) => {
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
  },
);

/** The number by which the trace keeps a value, in the order of the columns. A new text gets the next number. */
function numberOf(trace: TraceWriter, told: ColumnValue<Process, number>): number {
  if (typeof told === 'number') return told;
  if (typeof told === 'string') return trace.text(told);
  return told === null ? -1 : told.index;
}
