/**
 * Scenario → trace → verdict with given parts. Every page, test, worker and command of the playground starts from
 * this.
 */
import { judge } from '../judge/judge';
import type { Scenario } from '../model/scenario/scenario';
import type { Run } from '../model/trace/run';
import type { Parts } from '../sim/parts';
import { simulate, simulateInSlices } from '../sim/simulate';
import { spansOf } from '../spans/spans';

/**
 * Simulates and judges. Cost: one simulation. Throws if an invariant is broken; bad input never gets this far.
 *
 * @param eventsMax a longer run is cut off, and its beginning is judged. Absent: the limit of all runs
 */
export function runScenario(scenario: Scenario, parts: Parts, eventsMax?: number): Run {
  const trace = simulate(scenario, parts, eventsMax);
  return { scenario, trace, verdict: judge(trace, parts) };
}

/**
 * The same in slices. The second to last derives the spans, which are kept for the judge and the picture; the last one
 * judges.
 */
export function* runInSlices(scenario: Scenario, parts: Parts, eventsMax?: number): Generator<void, Run, void> {
  const trace = yield* simulateInSlices(scenario, parts, eventsMax);
  yield;
  spansOf(trace);
  yield;
  return { scenario, trace, verdict: judge(trace, parts) };
}

/** The same for callers that run scenarios without knowing the parts. */
export const runnerWith =
  (parts: Parts) =>
  (scenario: Scenario, eventsMax?: number): Run =>
    runScenario(scenario, parts, eventsMax);
