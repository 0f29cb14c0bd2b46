/** Finds the first difference between two runs. */

import { kindNumber, type Trace } from '../trace/trace';
import { instantAt, kindAt } from '../trace/traceReader';
import { type Instant, instant } from '../values/time';

export interface Difference {
  readonly at: Instant;
  /** The number of the event in the second run. −1 if it has no more events. */
  readonly seq: number;
}

/** The events that only show a fault itself. A moved fault is not a difference; its effect is. */
const { paused, resumed, crashed, started, clockSet, faultStruck, faultEnded } = kindNumber;
const ofFaults: ReadonlySet<number> = new Set([paused, resumed, crashed, started, clockSet, faultStruck, faultEnded]);

/**
 * The first event at which the second run differs from the first. Null if they are the same.
 *
 * @param looked `effects`: ignores the events of the faults themselves.
 * Cost: one pass over both traces.
 */
export function firstDifference(
  before: Trace,
  after: Trace,
  looked: 'effects' | 'every event' = 'effects',
): Difference | null {
  const skip = looked === 'effects' ? skipFaults : asItIs;
  let [i, j] = [skip(before, 0), skip(after, 0)];
  while (i < before.count && j < after.count) {
    if (!isSame(before, i, after, j)) {
      return { at: instant(Math.min(instantAt(before, i), instantAt(after, j))), seq: j };
    }
    [i, j] = [skip(before, i + 1), skip(after, j + 1)];
  }
  if (j < after.count) return { at: instantAt(after, j), seq: j };
  return i < before.count ? { at: instantAt(before, i), seq: -1 } : null;
}

const asItIs = (_: Trace, from: number): number => from;

function skipFaults(trace: Trace, from: number): number {
  let seq = from;
  while (seq < trace.count && ofFaults.has(kindAt(trace, seq))) seq++;
  return seq;
}

/** String tables are filled in order of use, so up to the first difference the same text has the same index. */
function isSame(before: Trace, i: number, after: Trace, j: number): boolean {
  return (
    before.at[i] === after.at[j] &&
    before.kind[i] === after.kind[j] &&
    before.process[i] === after.process[j] &&
    before.a[i] === after.a[j] &&
    before.b[i] === after.b[j] &&
    before.c[i] === after.c[j] &&
    before.d[i] === after.d[j] &&
    before.e[i] === after.e[j] &&
    before.f[i] === after.f[j]
  );
}
