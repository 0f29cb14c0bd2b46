/**
 * Scenario → trace → verdict with a given registry. Every test, worker and command of the playground starts from this.
 * A page has its own (`pageRuns.ts`).
 */

import type { RunRegistry } from '../faults/program';
import { judge } from '../judge/judge';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import { simulate } from '../sim/simulate';

/**
 * Simulates and judges. Cost: one simulation. Throws if an invariant is broken; bad input never gets this far.
 *
 *
 * @param eventsMax a longer run is cut off, and its beginning is judged. Absent: the bound of all runs
 */
export function runScenario(scenario: Scenario, registry: RunRegistry, eventsMax?: number): Run {
  const trace = simulate(scenario, registry, eventsMax);
  return { scenario, trace, verdict: judge(trace) };
}

/** The same for callers that play scenarios without knowing the registry. */
export const playsWith =
  (registry: RunRegistry) =>
  (scenario: Scenario, eventsMax?: number): Run =>
    runScenario(scenario, registry, eventsMax);
