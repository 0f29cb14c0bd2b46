/**
 * Simulates long runs beside the page. The worker starts with the first of them. If it is gone, the page makes them in
 * slices.
 */
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import type { Beside } from './beside';
import type { DraftAnswer, DraftQuestion } from './draftWorker';
import { inSlices, type PlayLong } from './longRun';

interface Waiting {
  readonly scenario: Scenario;
  readonly settle: (run: Run | Promise<Run>) => void;
}

/** @param alone how the page plays a run that nothing beside it plays */
export function longRunsBeside(beside: Beside<DraftQuestion, DraftAnswer>, alone = inSlices()): PlayLong {
  const waiting = new Map<number, Waiting>();
  let ask: ((question: DraftQuestion) => void) | null = null;
  let isGone = false;
  let lastId = 0;
  const take = (answer: DraftAnswer): void => {
    if (answer.kind === 'ready') return;
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (asker === undefined) return;
    const { scenario, settle } = asker;
    // The page will run into a broken invariant as well, and has a place to show it.
    settle(answer.kind === 'run' ? { scenario, trace: answer.trace, verdict: answer.verdict } : alone(scenario));
  };
  const gone = (): void => {
    isGone = true;
    for (const { scenario, settle } of waiting.values()) settle(alone(scenario));
    waiting.clear();
  };
  return (scenario) => {
    if (isGone) return alone(scenario);
    const id = ++lastId;
    ask ??= beside(take, gone);
    const run = new Promise<Run>((settle) => waiting.set(id, { scenario, settle }));
    ask({ id, scenario });
    return run;
  };
}
