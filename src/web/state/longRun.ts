/**
 * How a page simulates a run. It simulates the beginning at once, which takes a few hundredths of a second at most. If
 * there is more, a worker simulates the whole run, or this page does so in slices. So no link or file can keep the page
 * busy for longer.
 */

import { Gone } from '../../core/model/effects/calls';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { runInSlices, runScenario } from '../../core/run/runScenario';
import { eventCountMax } from '../../core/sim/simulate';
import { spansOf } from '../../core/spans/spans';
import type { WorkerCalls } from '../workers/functions';
import { currentParts } from './parts';
import { nextTask } from './tasks';

/** The most events simulated at once: more would take longer than a frame. */
export const eventsAtOnceMax = 10_000;

/** The run of a scenario, or its beginning. Throws the broken invariant that ended it. */
export const simulateNow = (scenario: Scenario, eventsMax = eventsAtOnceMax): Run =>
  runScenario(scenario, currentParts(), eventsMax);

/** Whether the limit of events ended the run, so that there may be more of it. */
export const isTruncated = (run: Run): boolean => run.trace.header.ended === 'bound';

/** Null: a newer run is wanted. Rejects if a broken invariant ends the simulation. */
export type Simulate = (scenario: Scenario) => Promise<Run | null>;

/**
 * Simulates a run in tasks of a few milliseconds.
 * @param eventsMax a run with more events is truncated
 */
export const simulateInSlices =
  (eventsMax?: number) =>
  async (scenario: Scenario): Promise<Run> => {
    const slices = runInSlices(scenario, currentParts(), eventsMax);
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      await nextTask();
    }
  };

/** Simulates in a worker, which starts with the first run. If the worker has ended, `simulateHere` does it. */
export function simulateInWorker(
  { play }: Pick<WorkerCalls, 'play'>,
  simulateHere: Simulate = simulateInSlices(),
): Simulate {
  let isWorkerGone = false;
  return async (scenario) => {
    if (isWorkerGone) return simulateHere(scenario);
    try {
      return { ...(await play(scenario)), scenario };
    } catch (error) {
      isWorkerGone ||= error instanceof Gone;
      // The page will hit the broken invariant as well, and shows it.
      return simulateHere(scenario);
    }
  };
}

/** Simulates one run at a time. The newest request is next, and the requests between resolve to null. */
export function latestOnly(simulate: Simulate): Simulate {
  let currentRun: Promise<unknown> = Promise.resolve();
  let newest: Scenario | null = null;
  return async (scenario) => {
    newest = scenario;
    await currentRun;
    if (newest !== scenario) return null;
    const newRun = simulate(scenario);
    currentRun = newRun.catch(() => undefined);
    return newRun;
  };
}

/**
 * Finds the spans of a run in a task of their own and caches them, because the task that draws them has enough to do.
 */
export async function withCachedSpans(run: Run): Promise<Run> {
  await nextTask();
  spansOf(run.trace);
  await nextTask();
  return run;
}

/** Whether this page stops before the end of the run although another page would play it to its end. */
export const isTruncatedHere = (run: Run): boolean =>
  isTruncated(run) && run.trace.header.origin === 'simulated' && run.trace.count < eventCountMax;
