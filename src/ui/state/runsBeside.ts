/** Runs scenarios in a worker: drafts of long runs, and long runs themselves. */
import { inWorker } from './beside';
import type { DraftAnswer, DraftQuestion } from './draftWorker';

export const runsBeside = inWorker<DraftQuestion, DraftAnswer>(
  () => new Worker(new URL('./draftWorker.ts', import.meta.url), { type: 'module' }),
);
