/** Compares a run on real Redis with the simulated run of the same scenario, in one phrase. */

import type { Run } from '../model/trace/run';
import { kindNumber, type Trace } from '../model/trace/trace';
import { instantAt, kindAt, processAt, processId } from '../model/trace/traceReader';
import { formatLength } from '../model/values/format';
import { type Instant, instant, type Micros } from '../model/values/time';
import { readingOf } from './reading';
import type { Speech } from './speech';

export interface BesideWords {
  /** The same steps. `apart`: the most time between the same step of the two runs. */
  readonly asSimulated: (apart: string) => string;
  /** The same outcome, but other steps. */
  readonly otherSteps: string;
  /** Another outcome. `headline`: that of the simulation. */
  readonly otherwise: (headline: string) => string;
}

export function besideSimulated(real: Run, simulated: Run, speech: Speech, words: BesideWords): string {
  const [is, was] = [real.verdict, simulated.verdict];
  if (is.lock !== was.lock || is.data !== was.data) return words.otherwise(readingOf(was, speech).headline);
  const apart = mostApart(real.trace, simulated.trace);
  return apart === null ? words.otherSteps : words.asSimulated(formatLength(apart));
}

const { acquired, released, wrote, rejected } = kindNumber;
const compared: ReadonlySet<number> = new Set([acquired, released, wrote, rejected]);

/**
 * The most time between the same step of two runs: a lock that is taken or released, a write that is accepted or
 * rejected. Null: their processes do not take the same steps in the same order.
 */
function mostApart(one: Trace, other: Trace): Micros | null {
  const [first, second] = [stepsOf(one), stepsOf(other)];
  if (first.size !== second.size) return null;
  let most = 0;
  for (const [step, at] of first) {
    const then = second.get(step);
    if (then === undefined) return null;
    most = Math.max(most, Math.abs(at - then));
  }
  return most;
}

/** The time of each step, by its process, its number there, and its kind. */
function stepsOf(trace: Trace): ReadonlyMap<string, Instant> {
  const steps = new Map<string, Instant>();
  const counts = new Map<number, number>();
  for (let seq = 0; seq < trace.count; seq++) {
    if (!compared.has(kindAt(trace, seq))) continue;
    const process = processAt(trace, seq);
    const nth = (counts.get(process) ?? 0) + 1;
    counts.set(process, nth);
    steps.set(`${processId(trace, process)} ${nth} ${kindAt(trace, seq)}`, instant(instantAt(trace, seq)));
  }
  return steps;
}
