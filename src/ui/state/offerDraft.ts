/**
 * What a drag makes of the scenario, on its way to the screen. A short run is simulated at once. A long one is simulated
 * beside the page where there is somebody to do so, and no move of the pointer waits for it: the newest draft is run next,
 * those between are left out. Knows no worker.
 */
import type { Scenario } from '../../model/scenario';
import type { DraftAnswer, DraftQuestion } from './draftWorker';
import { currentRun, keepRun } from './run';
import { useScenario } from './scenario';

/** Begins to run drafts beside the page, hands over the answers, and answers how to ask. */
export type Beside = (
  take: (answer: DraftAnswer | { readonly kind: 'gone' }) => void,
) => (question: DraftQuestion) => void;

/** Runs of more events than this take longer than a frame has. */
const eventsMax = 10_000;

let beside: Beside | null = null;
let askBeside: ((question: DraftQuestion) => void) | null = null;
/** Until somebody there has said a word, the page runs what is dragged itself. */
let isReady = false;
/** The draft that is being run, under the number of its question, and the newest that has to wait for it. */
let asked: DraftQuestion | null = null;
let next: Scenario | null = null;
let lastId = 0;

/** Said once, by a page that can. */
export function runLongDraftsBeside(start: Beside): void {
  beside = start;
}

/** null: nothing is dragged any more, or what is dragged has left the timeline. */
export function offerDraft(scenario: Scenario | null): void {
  if (scenario === null || !isRunBeside()) return useScenario.getState().setDraft(scenario);
  if (asked === null) ask(scenario);
  else next = scenario;
}

// Whatever ends the drag, an answer that comes later is none any more.
useScenario.subscribe(({ committed, draft }, before) => {
  if (draft !== null && committed === before.committed) return;
  asked = null;
  next = null;
});

function isRunBeside(): boolean {
  if (beside === null || currentRun().trace.count <= eventsMax) return false;
  askBeside ??= beside(take);
  return isReady;
}

function ask(scenario: Scenario): void {
  asked = { id: ++lastId, scenario };
  next = null;
  askBeside?.(asked);
}

function take(answer: Parameters<Parameters<Beside>[0]>[0]): void {
  isReady = answer.kind !== 'gone';
  if (answer.kind === 'ready' || answer.kind === 'gone' || asked?.id !== answer.id) return;
  const { scenario } = asked;
  const waiting = next;
  asked = null;
  if (waiting !== null) ask(waiting);
  if (answer.kind === 'run') keepRun({ scenario, trace: answer.trace, verdict: answer.verdict });
  useScenario.getState().setDraft(scenario);
}
