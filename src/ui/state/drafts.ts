/**
 * Turns a drag into drafts of the scenario. A short run is simulated at once. A long one is simulated beside the page
 * if it has a worker, and no move of the pointer waits for it: the newest draft runs next, and those between are
 * skipped. This file knows no worker.
 */
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { Gone } from '../workers/calls';
import type { WorkerCalls } from '../workers/functions';
import { useEdition } from './edition';
import { currentRun, runs } from './run';

interface Surroundings {
  readonly scenario: Pick<typeof useEdition, 'getState' | 'subscribe'>;
  /** How long the run on screen is. */
  readonly eventCount: () => number;
  /** Gets a run that was made elsewhere, just before its scenario is on screen. */
  readonly keepRun: (run: Run) => void;
}

type RunsBeside = Pick<WorkerCalls, 'ready' | 'play'>;

/** Runs of more events than this take longer than a frame has. */
const eventsMax = 10_000;

export class Drafts {
  private beside: RunsBeside | null = null;
  private loading: Promise<void> | null = null;
  /** Until it is loaded, and once it is gone, the page runs the drafts itself. */
  private isReady = false;
  /** The draft that is being run there, and the newest draft that waits. */
  private asked: { readonly scenario: Scenario } | null = null;
  private next: Scenario | null = null;

  constructor(private readonly around: Surroundings) {
    // Once the drag has ended, an answer that is still to come is ignored.
    around.scenario.subscribe(({ committed, draft }, before) => {
      if (draft !== null && committed === before.committed) return;
      this.asked = null;
      this.next = null;
    });
  }

  /** Called once, by a page that has a worker. The worker starts with the first draft of a long run. */
  runBeside(beside: RunsBeside): void {
    this.beside = beside;
  }

  /** null: nothing is dragged any more, or the pointer has left the timeline. */
  offer(scenario: Scenario | null): void {
    const beside = scenario === null ? null : this.besideForLong();
    if (scenario === null || beside === null) this.show(scenario);
    else if (this.asked === null) void this.ask(scenario, beside);
    else this.next = scenario;
  }

  private besideForLong(): RunsBeside | null {
    const { beside } = this;
    if (beside === null || this.around.eventCount() <= eventsMax) return null;
    this.loading ??= beside.ready().then(
      () => {
        this.isReady = true;
      },
      () => undefined,
    );
    return this.isReady ? beside : null;
  }

  private async ask(scenario: Scenario, beside: RunsBeside): Promise<void> {
    const asked = { scenario };
    this.asked = asked;
    this.next = null;
    const made = await beside.play(scenario).catch((error: unknown) => {
      if (error instanceof Gone) this.isReady = false;
      // The page will run into a broken invariant as well, and has a place to show it.
      return null;
    });
    if (this.asked !== asked) return;
    const waiting = this.next;
    this.asked = null;
    this.next = null;
    if (made !== null) this.around.keepRun({ ...made, scenario });
    if (waiting !== null && this.isReady) void this.ask(waiting, beside);
    this.show(this.isReady ? scenario : (waiting ?? scenario));
  }

  private show(scenario: Scenario | null): void {
    this.around.scenario.getState().setDraft(scenario);
  }
}

/** The drafts of this page. */
export const drafts = new Drafts({
  scenario: useEdition,
  eventCount: () => currentRun().trace.count,
  keepRun: (run) => runs.keep(run),
});
