/** Long runs, simulated in a worker. Started with the first of them; where it cannot be had, the page makes them in slices. */
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import type { DraftAnswer, DraftQuestion } from './draftWorker';
import { inSlices, type PlayLong } from './longRun';

interface Waiting {
  readonly scenario: Scenario;
  readonly settle: (run: Run | Promise<Run>) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let isGone = false;
let lastId = 0;

export const longRunsBeside: PlayLong = (scenario) => {
  if (isGone) return inSlices()(scenario);
  worker ??= started();
  const question: DraftQuestion = { id: ++lastId, scenario };
  worker.postMessage(question);
  return new Promise((settle) => waiting.set(question.id, { scenario, settle }));
};

function started(): Worker {
  const made = new Worker(new URL('./draftWorker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data }: MessageEvent<DraftAnswer>) => {
    if (data.kind === 'ready') return;
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if (asker === undefined) return;
    const { scenario, settle } = asker;
    // The page meets a broken invariant by itself, and has a place to say so.
    settle(data.kind === 'run' ? { scenario, trace: data.trace, verdict: data.verdict } : inSlices()(scenario));
  });
  made.addEventListener('error', () => {
    isGone = true;
    for (const { scenario, settle } of waiting.values()) settle(inSlices()(scenario));
    waiting.clear();
  });
  return made;
}
