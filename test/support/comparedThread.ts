/**
 * A thread that loads npm's library. It plays scenarios, of the library and of its profile alike, and reports each
 * outcome.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { inTask } from '../../src/cli/inTask';
import { servedBy } from '../../src/cli/served';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { runScenario } from '../../src/core/run/runScenario';
import { openAttackSession } from '../../src/sandbox/attack/attackSession';
import type { Bundle } from '../../src/sandbox/attack/evaluate';
import { watchedMemory } from '../../src/sandbox/attack/watch';
import { type Came, cameOf } from './comparedRun';
import { type Ordinals, ordinalsIn } from './comparedSpace';

/** Before the code is loaded, so that the code cannot find the port. */
const serve = servedBy(parentPort);
const { parts } = openAttackSession(workerData as Bundle, watchedMemory());

const play = (scenario: Scenario) => inTask(() => runScenario(scenario, parts));

export type ComparedFunctions = typeof functions;

const functions = {
  /** Where the messages of the library's run without a fault are, beside those of its warm-up. */
  ordinals: async (scenario: Scenario): Promise<Ordinals> => ordinalsIn((await play(scenario)).trace),
  came: async (scenarios: readonly Scenario[]): Promise<readonly Came[]> => {
    const came: Came[] = [];
    for (const scenario of scenarios) came.push(cameOf(await play(scenario)));
    return came;
  },
};

serve(functions);
