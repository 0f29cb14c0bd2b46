/** Wires scenario → trace → verdict: what every view, test and command of the playground starts from. */
import { judge } from '../judge/judge';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import { simulate } from '../sim/simulate';
import { registry } from './registry';

/** Simulates and judges. Cost: one simulation. Throws where an invariant is broken; bad input never gets this far. */
export function runScenario(scenario: Scenario): Run {
  const trace = simulate(scenario, registry);
  return { scenario, trace, verdict: judge(trace) };
}
