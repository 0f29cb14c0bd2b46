// A rule over traces: it sees every event in order, and reports violations. It depends on the trace and on no
// simulator.

import type { Trace } from '../../../src/core/model/trace/trace';
import { processId, readEvents, type TraceEvent } from '../../../src/core/model/trace/traceReader';

export interface Rule {
  readonly take: (event: TraceEvent) => void;
  readonly end?: () => void;
}

/** Reports a violation by an event, or at the end of the run. */
export type Note = (event: TraceEvent | null, what: string) => void;

export type MakeRule = (trace: Trace, note: Note) => Rule;

const findingsMax = 5;

/** The first few violations of all rules, as lines; empty when the trace keeps the rules. */
export function brokenRules(trace: Trace, rules: readonly MakeRule[]): readonly string[] {
  const found: string[] = [];
  const note: Note = (event, what) => {
    if (found.length >= findingsMax) return;
    found.push(
      event === null
        ? `at the end: ${what}`
        : `event ${event.seq}, ${event.kind} of ${processId(trace, event.process)} at ${event.at}: ${what}`,
    );
  };
  const made = rules.map((make) => make(trace, note));
  for (const event of readEvents(trace)) for (const rule of made) rule.take(event);
  for (const rule of made) rule.end?.();
  return found;
}
