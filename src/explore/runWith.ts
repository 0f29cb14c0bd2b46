/** Scenario → trace → verdict with a given registry: what every view, test and command of the playground starts from. */
import { judge } from '../judge/judge';
import type { Registry } from '../model/registry';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import { simulate } from '../sim/simulate';

/** Simulates and judges. Cost: one simulation. Throws where an invariant is broken; bad input never gets this far. */
export function runWith(scenario: Scenario, registry: Registry): Run {
  const trace = simulate(scenario, registry);
  return { scenario, trace, verdict: judge(trace) };
}
