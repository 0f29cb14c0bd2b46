/**
 * Long runs. A page simulates only the beginning of each run at once, which takes a few hundredths of a second at most.
 * If there is more, a worker makes the whole run, or this page makes it slice by slice. The whole then replaces the
 * beginning. So no link and no file can keep the page busy for longer.
 */
import { create } from 'zustand';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { runOnPageInSlices } from '../../run/pageRuns';
import { eventCountMax } from '../../sim/simulate';
import { spansOf } from '../../spans/spans';
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
    const slices = runOnPageInSlices(scenario, eventsMax);
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      await nextTask();
    }
  };

export class LongRuns {
  /** How many have come. A view that shows a beginning looks again when it changes. */
  readonly came = create<{ readonly came: number }>()(() => ({ came: 0 }));
  /** The runs under way. */
  private readonly asked = new Map<Scenario, Promise<Run>>();
  /** The beginnings of runs whose whole has not come yet. */
  private readonly beginnings = new WeakSet<Run>();

  constructor(private play: PlayLong) {}

  /** Called once, by a page that has another way. */
  playBy(way: PlayLong): void {
    this.play = way;
  }

  /** Whether the rest of it is still to come. */
  isBeginning(run: Run): boolean {
    return this.beginnings.has(run);
  }

  /**
   * The whole of a run.
   * @param keep gets it before any view that looks again
   */
  playWhole(beginning: Run, keep: (whole: Run) => void): Promise<Run> {
    const { scenario } = beginning;
    const before = this.asked.get(scenario);
    this.beginnings.add(beginning);
    if (before !== undefined) return before;
    // The asker may be drawing just now, so the run begins afterwards.
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
    // After a broken invariant the beginning stays on screen, and it says that it is cut off.
    whole.then(come, () => come(beginning));
    return whole;
  }
}

/** Finds its spans in a task of their own and keeps them, because the task that draws them has enough to do. */
async function sorted(run: Run): Promise<Run> {
  await nextTask();
  spansOf(run.trace);
  await nextTask();
  return run;
}

/** The long runs of this page. */
export const longRuns = new LongRuns(inSlices());

export const useLongRuns = longRuns.came;

export const isBeginning = (run: Run): boolean => longRuns.isBeginning(run);

/** Whether this page stops before the end of the run, though another page would play it to its end. */
export const isCutShort = ({ trace: { header, count } }: Run): boolean =>
  header.origin === 'simulated' && header.ended === 'bound' && count < eventCountMax;

export const useIsBeginning = (run: Run): boolean => useLongRuns(() => isBeginning(run));
