/** Drafts of long runs, run in a worker. Started with the first of them. */
import type { DraftAnswer } from './draftWorker';
import type { Beside } from './offerDraft';

export const draftsBeside: Beside = (take) => {
  const worker = new Worker(new URL('./draftWorker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<DraftAnswer>) => take(data));
  // It could not be loaded, or is broken: the page does without.
  worker.addEventListener('error', () => take({ kind: 'gone' }));
  return (question) => worker.postMessage(question);
};
