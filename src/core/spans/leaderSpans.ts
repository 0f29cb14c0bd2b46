/** Which member of a lock service was its leader, and when. */

import { kindNumber, type Trace } from '../model/trace/trace';
import { column, instantAt, processAt } from '../model/trace/traceReader';
import type { Instant } from '../model/values/time';
import { traceIndexOf } from './traceIndex';

export interface LeaderSpan {
  readonly process: number;
  /** The leader before; the same member if there was no other. */
  readonly before: number;
  readonly from: Instant;
  readonly seq: number;
  /** null: to the end of the run. */
  readonly to: Instant | null;
  readonly endSeq: number;
}

/** Sorted by their beginning. Empty for a service of one server. */
export function leaderSpans(trace: Trace): readonly LeaderSpan[] {
  const spans: LeaderSpan[] = [];
  for (const seq of traceIndexOf(trace).others) {
    if (trace.kind[seq] !== kindNumber.led) continue;
    const at = instantAt(trace, seq);
    const last = spans.at(-1);
    if (column.led.leads(trace, seq) === 0) {
      if (last !== undefined) spans[spans.length - 1] = { ...last, to: at, endSeq: seq };
    } else {
      const before = column.led.peer(trace, seq);
      spans.push({ process: processAt(trace, seq), before, from: at, seq, to: null, endSeq: -1 });
    }
  }
  return spans;
}
