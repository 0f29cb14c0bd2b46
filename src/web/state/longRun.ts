/**
 * How a page makes a run. It simulates the beginning at once, which takes a few hundredths of a second at most. If
 * there is more, a worker makes the whole run, or this page makes it slice by slice. No link or file can keep the page
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
export const eventsAtOnce = 10_000;

/** The run of a scenario, or its beginning. Throws the broken invariant that ended it. */
export const playAtOnce = (scenario: Scenario, upTo = eventsAtOnce): Run => runScenario(scenario, currentParts(), upTo);

/** Whether a run was cut off, so that there may be more of it. */
export const isCut = (run: Run): boolean => run.trace.header.ended === 'bound';

/** Null: a newer run is wanted. Rejects if a broken invariant ends the simulation. */
export type Play = (scenario: Scenario) => Promise<Run | null>;

/**
 * Plays in tasks of a few milliseconds.
 * @param upTo a run of more events is cut off here
 */
export const inSlices =
  (upTo?: number) =>
  async (scenario: Scenario): Promise<Run> => {
    const slices = runInSlices(scenario, currentParts(), upTo);
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      await nextTask();
    }
  };

/** Plays in a worker, which starts with the first run. If the worker is gone, the page plays `alone`. */
export function inWorker({ play }: Pick<WorkerCalls, 'play'>, alone: Play = inSlices()): Play {
  let isGone = false;
  return async (scenario) => {
    if (isGone) return alone(scenario);
    try {
      return { ...(await play(scenario)), scenario };
    } catch (error) {
      isGone ||= error instanceof Gone;
      // The page will hit the broken invariant as well, and shows it.
      return alone(scenario);
    }
  };
}

/** Plays one run at a time: the newest is next, and those between resolve to null. */
export function latestOnly(play: Play): Play {
  let going: Promise<unknown> = Promise.resolve();
  let newest: Scenario | null = null;
  return async (scenario) => {
    newest = scenario;
    await going;
    if (newest !== scenario) return null;
    const newRun = play(scenario);
    going = newRun.catch(() => undefined);
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
export const isCutShort = (run: Run): boolean =>
  isCut(run) && run.trace.header.origin === 'simulated' && run.trace.count < eventCountMax;
