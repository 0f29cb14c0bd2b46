/** Runs any scenario, with every lock and every check at hand: for programs, tests and workers. */
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import { registry } from './registry';
import { runWith } from './runWith';

/** @param eventsMax see `runWith`. */
export const runScenario = (scenario: Scenario, eventsMax?: number): Run => runWith(scenario, registry, eventsMax);
