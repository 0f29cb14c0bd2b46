/**
 * The events that are not messages, and the number of messages. Most spans are derived from these events, a tenth of
 * a trace.
 */

import { kindNumber, type Trace } from '../model/trace/trace';
import { absent } from '../model/values/nth';

export interface TraceIndex {
  readonly sentCount: number;
  /** The highest number of a message; −1 if none was sent. */
  readonly messageMax: number;
  /** The numbers of all events except those of messages, ascending. */
  readonly others: readonly number[];
}

const indexByTrace = new WeakMap<Trace, TraceIndex>();

/** Derived once per trace. Cost: one pass over it. */
export function traceIndexOf(trace: Trace): TraceIndex {
  const before = indexByTrace.get(trace);
  if (before !== undefined) return before;
  const index = derive(trace);
  indexByTrace.set(trace, index);
  return index;
}

/** The kinds of message events have the smallest numbers, up to and including `closed`, except those of a cut. */
const { sent, closed, stalled, resent } = kindNumber;

function derive({ count, kind, b }: Trace): TraceIndex {
  const others: number[] = [];
  let sentCount = 0;
  let messageMax = -1;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq] ?? absent(seq);
    if (what > closed) {
      if (what !== stalled && what !== resent) others.push(seq);
    } else if (what === sent) {
      sentCount++;
      messageMax = Math.max(messageMax, b[seq] ?? absent(seq));
    }
  }
  return { sentCount, messageMax, others };
}
