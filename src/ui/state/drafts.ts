/**
 * Turns a drag into drafts of the scenario. A short run is simulated at once. A long one is simulated beside the page
 * if it has a worker, and no move of the pointer waits for it: the newest draft runs next, and those between are
 * skipped. This file knows no worker.
 */
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import type { Beside } from './beside';
import type { DraftAnswer, DraftQuestion } from './draftWorker';
import { currentRun, runs } from './run';
import { useScenario } from './scenario';

interface Surroundings {
  readonly scenario: Pick<typeof useScenario, 'getState' | 'subscribe'>;
  /** How long the run on screen is. */
  readonly eventCount: () => number;
  /** Gets a run that was made elsewhere, just before its scenario is on screen. */
  readonly keepRun: (run: Run) => void;
}

/** Runs of more events than this take longer than a frame has. */
const eventsMax = 10_000;

export class Drafts {
  private beside: Beside<DraftQuestion, DraftAnswer> | null = null;
  private askBeside: ((question: DraftQuestion) => void) | null = null;
  /** Until the first answer from there, the page runs the drafts itself. */
  private isReady = false;
  /** The draft that is being run, with the number of its question, and the newest draft that waits. */
  private asked: DraftQuestion | null = null;
  private next: Scenario | null = null;
  private lastId = 0;

  constructor(private readonly around: Surroundings) {
    // Once the drag has ended, an answer that is still to come is ignored.
    around.scenario.subscribe(({ committed, draft }, before) => {
      if (draft !== null && committed === before.committed) return;
      this.asked = null;
      this.next = null;
    });
  }

  /** Called once, by a page that has a worker. The worker starts with the first draft of a long run. */
  runBeside(beside: Beside<DraftQuestion, DraftAnswer>): void {
    this.beside = beside;
  }

  /** null: nothing is dragged any more, or the pointer has left the timeline. */
  offer(scenario: Scenario | null): void {
    if (scenario === null || !this.isRunBeside()) return this.show(scenario);
    if (this.asked === null) this.ask(scenario);
    else this.next = scenario;
  }

  private isRunBeside(): boolean {
    if (this.beside === null || this.around.eventCount() <= eventsMax) return false;
    this.askBeside ??= this.beside(
      (answer) => this.take(answer),
      () => {
        this.isReady = false;
      },
    );
    return this.isReady;
  }

  private ask(scenario: Scenario): void {
    this.asked = { id: ++this.lastId, scenario };
    this.next = null;
    this.askBeside?.(this.asked);
  }

  private take(answer: DraftAnswer): void {
    this.isReady = true;
    if (answer.kind === 'ready' || this.asked?.id !== answer.id) return;
    const { scenario } = this.asked;
    const waiting = this.next;
    this.asked = null;
    if (waiting !== null) this.ask(waiting);
    if (answer.kind === 'run') this.around.keepRun({ scenario, trace: answer.trace, verdict: answer.verdict });
    this.show(scenario);
  }

  private show(scenario: Scenario | null): void {
    this.around.scenario.getState().setDraft(scenario);
  }
}

/** The drafts of this page. */
export const drafts = new Drafts({
  scenario: useScenario,
  eventCount: () => currentRun().trace.count,
  keepRun: (run) => runs.keep(run),
});
