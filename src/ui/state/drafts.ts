/**
 * What a drag makes of the scenario, on its way to the screen. A short run is simulated at once. A long one is simulated
 * beside the page where there is somebody to do so, and no move of the pointer waits for it: the newest draft is run next,
 * those between are left out. Knows no worker.
 */
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import type { Beside } from './beside';
import type { DraftAnswer, DraftQuestion } from './draftWorker';
import { currentRun, keepRun } from './run';
import { useScenario } from './scenario';

interface Surroundings {
  readonly scenario: Pick<typeof useScenario, 'getState' | 'subscribe'>;
  /** How long the run on screen is. */
  readonly eventCount: () => number;
  /** Hears of a run that was made elsewhere, just before its scenario is on screen. */
  readonly keepRun: (run: Run) => void;
}

/** Runs of more events than this take longer than a frame has. */
const eventsMax = 10_000;

export class Drafts {
  private beside: Beside<DraftQuestion, DraftAnswer> | null = null;
  private askBeside: ((question: DraftQuestion) => void) | null = null;
  /** Until somebody there has said a word, the page runs what is dragged itself. */
  private isReady = false;
  /** The draft that is being run, under the number of its question, and the newest that has to wait for it. */
  private asked: DraftQuestion | null = null;
  private next: Scenario | null = null;
  private lastId = 0;

  constructor(private readonly around: Surroundings) {
    // Whatever ends the drag, an answer that comes later is none any more.
    around.scenario.subscribe(({ committed, draft }, before) => {
      if (draft !== null && committed === before.committed) return;
      this.asked = null;
      this.next = null;
    });
  }

  /** Said once, by a page that can. It is started with the first draft of a long run. */
  runBeside(beside: Beside<DraftQuestion, DraftAnswer>): void {
    this.beside = beside;
  }

  /** null: nothing is dragged any more, or what is dragged has left the timeline. */
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

/** The page's own. */
export const drafts = new Drafts({ scenario: useScenario, eventCount: () => currentRun().trace.count, keepRun });
