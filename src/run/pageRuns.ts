/**
 * Runs of a page, by its own registry and judge (`onDemand.ts`, `judgeOnDemand.ts`). Workers and programs, which have
 * everything at once, use `runScenario.ts`.
 */
import { judgeOnDemand } from '../judge/judgeOnDemand';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import { simulate, simulateInSlices } from '../sim/simulate';
import { spansOf } from '../spans/spans';
import { registry } from './onDemand';

/** `runScenario` of a page. */
export function runOnPage(scenario: Scenario, eventsMax?: number): Run {
  const trace = simulate(scenario, registry, eventsMax);
  return { scenario, trace, verdict: judgeOnDemand(trace) };
}

/** The same in slices. The last but one finds the spans, which are kept for the judge and the picture; the last judges. */
export function* runOnPageInSlices(scenario: Scenario, eventsMax?: number): Generator<void, Run, void> {
  const trace = yield* simulateInSlices(scenario, registry, eventsMax);
  yield;
  spansOf(trace);
  yield;
  return { scenario, trace, verdict: judgeOnDemand(trace) };
}

/** The same run, judged with the rules that have come since. */
export const judgedAgain = (run: Run): Run => ({ ...run, verdict: judgeOnDemand(run.trace) });
