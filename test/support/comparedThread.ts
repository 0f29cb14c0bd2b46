/**
 * A thread that loads npm's library. It plays scenarios, of the library and of its profile alike, and reports each
 * outcome.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { inTask } from '../../src/cli/inTask';
import type { Scenario } from '../../src/core/model/scenario';
import { runScenario } from '../../src/core/run/runScenario';
import { openAttackSession } from '../../src/sandbox/attack/attackSession';
import type { Bundle } from '../../src/sandbox/attack/evaluate';
import { watchedMemory } from '../../src/sandbox/attack/watch';
import { cameOf } from './comparedRun';
import { ordinalsIn } from './comparedSpace';

/** Captured before the code is loaded, so that the code cannot find it. */
const port = parentPort;
const { parts } = openAttackSession(workerData as Bundle, watchedMemory());

/**
 * A single scenario is the library's run without a fault: it shows where the library's messages are, beside those of
 * its warm-up.
 */
port?.on('message', async (job: Scenario | readonly Scenario[]) => {
  const play = (scenario: Scenario) => inTask(() => runScenario(scenario, parts));
  if ('lock' in job) return port?.postMessage(ordinalsIn((await play(job)).trace));
  const came = [];
  for (const scenario of job) came.push(cameOf(await play(scenario)));
  port?.postMessage(came);
});
