/** How each wall clock ran: straight lines over true time, one after another. */

import { kindNumber, type Trace } from '../model/trace/trace';
import { column, instantAt, processAt } from '../model/trace/traceReader';
import { clockAtStart, gained } from '../model/values/clock';
import { type Instant, instant, type Micros } from '../model/values/time';
import { traceIndexOf } from './traceIndex';

/** From `from` to `to` the clock shows true time + `offset` + (true time − `from`) × `ppm` / 10⁶. */
export interface ClockSpan {
  readonly process: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly offset: Micros;
  readonly ppm: number;
  /** How far it jumped at `from`; 0 if only the rate changed. */
  readonly jump: Micros;
  /** The event that set it; −1: it was set from the beginning of the run. */
  readonly seq: number;
}

/**
 * The pieces of every clock that differs from true time, sorted by process, then by time. Processes with a true clock
 * have no pieces.
 */
export function clockSpans(trace: Trace): readonly ClockSpan[] {
  const byProcess = new Map<number, ClockSpan[]>();
  trace.header.processes.forEach((_, process) => {
    const first = begin(trace, process);
    if (first.offset !== 0 || first.ppm !== 0) byProcess.set(process, [first]);
  });
  for (const seq of traceIndexOf(trace).others) {
    if (trace.kind[seq] !== kindNumber.clockSet) continue;
    const process = processAt(trace, seq);
    const at = instantAt(trace, seq);
    const jump = column.clockSet.by(trace, seq);
    const ppm = column.clockSet.ppm(trace, seq);
    const spans = byProcess.get(process) ?? [begin(trace, process)];
    const before = spans.pop() ?? begin(trace, process);
    if (at > before.from) spans.push({ ...before, to: at });
    const offset = offsetAt(before, at) + jump;
    spans.push({ process, from: at, to: trace.header.endedAt, offset, ppm, jump, seq });
    byProcess.set(process, spans);
  }
  return [...byProcess.entries()].sort(([a], [b]) => a - b).flatMap(([, spans]) => spans);
}

/** By how much the clock is ahead of true time at an instant within the span, or beyond it at the same rate. */
export const offsetAt = (span: ClockSpan, at: Instant): Micros =>
  Math.round(span.offset + gained(at - span.from, span.ppm));

/**
 * By how much the clock of a process is ahead of true time; 0 for a true clock.
 * @param spans as `clockSpans` returns them
 */
export function clockOffset(spans: readonly ClockSpan[], process: number, at: Instant): Micros {
  let clockSpan: ClockSpan | undefined;
  for (const span of spans) if (span.process === process && span.from <= at) clockSpan = span;
  return clockSpan === undefined ? 0 : offsetAt(clockSpan, at);
}

/** The clock as the scenario sets it before anything happens. */
function begin(trace: Trace, process: number): ClockSpan {
  const { offset, driftPpm } = ownClock(trace, process);
  return { process, from: instant(0), to: trace.header.endedAt, offset, ppm: driftPpm, jump: 0, seq: -1 };
}

/**
 * The state of a clock at the beginning of the run, from the scenario. Later changes are events, but this state is not.
 */
export function ownClock(trace: Trace, process: number): ReturnType<typeof clockAtStart> {
  const id = trace.header.processes[process]?.id;
  return id === undefined ? { offset: 0, driftPpm: 0 } : clockAtStart(trace.header.scenario, id);
}
