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

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export class LongRuns {
  /** How many have come: whoever shows a beginning looks again. */
  readonly came = create<{ readonly came: number }>()(() => ({ came: 0 }));
  /** What is under way. */
  private readonly asked = new Map<Scenario, Promise<Run>>();
  /** The beginnings of which the whole has not come. */
  private readonly beginnings = new WeakSet<Run>();

  constructor(private play: PlayLong) {}

  /** Said once, by a page that has another way. */
  playBy(way: PlayLong): void {
    this.play = way;
  }

  /** Whether the rest of it is still to come. */
  isBeginning(run: Run): boolean {
    return this.beginnings.has(run);
  }

  /** The whole of a run. @param keep hears of it before anybody who looks again. */
  playWhole(beginning: Run, keep: (whole: Run) => void): Promise<Run> {
    const { scenario } = beginning;
    const before = this.asked.get(scenario);
    this.beginnings.add(beginning);
    if (before !== undefined) return before;
    // Not while something is drawn, which may be who asks.
    const whole = Promise.resolve()
      .then(() => this.play(scenario))
      .then(({ trace, verdict }) => sorted({ scenario, trace, verdict }));
    this.asked.set(scenario, whole);
    const come = (run: Run): void => {
      this.asked.delete(scenario);
      this.beginnings.delete(beginning);
      keep(run);
      this.came.setState(({ came }) => ({ came: came + 1 }));
    };
    // A broken invariant: what is shown stays its beginning, and says so.
    whole.then(come, () => come(beginning));
    return whole;
  }
}

/** Its spans are found in a task of their own, and kept: the one that draws them has enough to do. */
async function sorted(run: Run): Promise<Run> {
  await nextTask();
  spansOf(run.trace);
  await nextTask();
  return run;
}

/** The page's own. */
export const longRuns = new LongRuns(inSlices());

export const useLongRuns = longRuns.came;

export const isBeginning = (run: Run): boolean => longRuns.isBeginning(run);

/** Whether this page does not play it to its end, though another does. */
export const isCutShort = ({ trace: { header, count } }: Run): boolean =>
  header.origin === 'simulated' && header.ended === 'bound' && count < eventCountMax;

export const useIsBeginning = (run: Run): boolean => useLongRuns(() => isBeginning(run));
