/** Starts workers, for a page and for a worker itself. They all run one program; calls decide what they do. */
import { type InWorker, inWorker } from '../../core/model/effects/calls';
import type { WorkerCalls, WorkerFunctions } from './functions';
import { webWorker } from './webWorker';

/** It starts with the first call. A page asks for `ready` to load the worker before there is anything to do. */
export const startWorker = (): InWorker<WorkerFunctions> =>
  inWorker(webWorker(() => new Worker(new URL('./program.ts', import.meta.url), { type: 'module' })));

/** A worker that is ended when the call is over: a long computation would not notice a cancel. */
export async function inOwnWorker<Answer>(ask: (calls: WorkerCalls) => Promise<Answer>): Promise<Answer> {
  const { calls, end } = startWorker();
  return ask(calls).finally(end);
}
