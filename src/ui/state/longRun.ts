/**
 * Long runs. A page simulates only the beginning of each run at once, which takes a few hundredths of a second at most.
 * If there is more, a worker makes the whole run, or this page makes it slice by slice. No link and no file can keep the
 * page busy for longer.
 */
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { runInSlices } from '../../run/runScenario';
import { eventCountMax } from '../../sim/simulate';
import { spansOf } from '../../spans/spans';
import { currentParts } from './parts';
import { nextTask } from './tasks';

/** At most this many events are simulated at once. */
export const eventsAtOnce = 10_000;

/** Rejects if a broken invariant ends the simulation. */
export type PlayLong = (scenario: Scenario) => Promise<Run>;

/**
 * Plays in tasks of a few milliseconds.
 * @param eventsMax a longer run is cut off here
 */
export const inSlices =
  (eventsMax?: number): PlayLong =>
  async (scenario) => {
    const slices = runInSlices(scenario, currentParts(), eventsMax);
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      await nextTask();
    }
  };

/** Finds the spans of a run in a task of their own and keeps them, because the task that draws them has enough to do. */
export async function sorted(run: Run): Promise<Run> {
  await nextTask();
  spansOf(run.trace);
  await nextTask();
  return run;
}

/** Whether this page stops before the end of the run, though another page would play it to its end. */
export const isCutShort = ({ trace: { header, count } }: Run): boolean =>
  header.origin === 'simulated' && header.ended === 'bound' && count < eventCountMax;
