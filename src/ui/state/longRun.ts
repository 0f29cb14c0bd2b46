/**
 * Long runs. A page simulates the beginning of each run at once, which takes a few hundredths of a second at most. Where there is
 * more of it, the whole comes from a worker, or is made here slice by slice, and stands in the beginning's place when it is
 * there. Nothing keeps the page busy for longer, whatever a link or a file asks for.
 */
import { create } from 'zustand';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { runInSlices } from '../../run/runScenario';
import { eventCountMax } from '../../sim/simulate';
import { spansOf } from '../../spans/spans';

/** So many events are simulated at once. */
export const eventsAtOnce = 10_000;

/** Rejects where a broken invariant ends the simulation. */
export type PlayLong = (scenario: Scenario) => Promise<Run>;

/** In tasks of a few milliseconds. @param eventsMax a longer run stays cut off. */
export const inSlices =
  (eventsMax?: number): PlayLong =>
  async (scenario) => {
    const slices = runInSlices(scenario, registry, eventsMax);
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      await nextTask();
    }
  };

let play = inSlices();

/** Said once, by a page that has another way. */
export const playLongRuns = (way: PlayLong): void => {
  play = way;
};

/** What is under way. */
const asked = new Map<Scenario, Promise<Run>>();

/** The beginnings of which the whole has not come. */
const beginnings = new WeakSet<Run>();

/** How many have come: whoever shows a beginning looks again. */
export const useLongRuns = create<{ readonly came: number }>()(() => ({ came: 0 }));

/** Whether the rest of it is still to come. */
export const isBeginning = (run: Run): boolean => beginnings.has(run);

/** Whether this page does not play it to its end, though another does. */
export const isCutShort = ({ trace: { header, count } }: Run): boolean =>
  header.origin === 'simulated' && header.ended === 'bound' && count < eventCountMax;

export const useIsBeginning = (run: Run): boolean => useLongRuns(() => isBeginning(run));

/** Its spans are found in a task of their own, and kept: the one that draws them has enough to do. */
async function sorted(run: Run): Promise<Run> {
  await nextTask();
  spansOf(run.trace);
  await nextTask();
  return run;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The whole of a run. @param keep hears of it before anybody who looks again. */
export function playWhole(beginning: Run, keep: (whole: Run) => void): Promise<Run> {
  const { scenario } = beginning;
  const before = asked.get(scenario);
  beginnings.add(beginning);
  if (before !== undefined) return before;
  // Not while something is drawn, which may be who asks.
  const whole = Promise.resolve()
    .then(() => play(scenario))
    .then(({ trace, verdict }) => sorted({ scenario, trace, verdict }));
  asked.set(scenario, whole);
  const come = (run: Run): void => {
    asked.delete(scenario);
    beginnings.delete(beginning);
    keep(run);
    useLongRuns.setState(({ came }) => ({ came: came + 1 }));
  };
  // A broken invariant: what is shown stays its beginning, and says so.
  whole.then(come, () => come(beginning));
  return whole;
}
