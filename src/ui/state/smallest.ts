/** Looks for the smallest break that an exercise allows, in a worker that can be stopped. */
import type { SmallestBreaks } from '../../explore/smallestBreaks';
import { reasonOf } from './beside';
import type { SmallestAnswer, SmallestQuestion } from './smallestWorker';

interface Beside {
  readonly signal: AbortSignal;
  /** Hears of the number of runs, a few times a second. */
  readonly onGoing?: (runs: number) => void;
}

/** Rejects when it is aborted, if the worker cannot be loaded, and if a broken invariant ends a run. */
export function smallestBeside(question: SmallestQuestion, { signal, onGoing }: Beside): Promise<SmallestBreaks> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./smallestWorker.ts', import.meta.url), { type: 'module' });
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      worker.terminate();
    };
    const stop = (): void => {
      end();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<SmallestAnswer>) => {
      if (data.kind === 'going') return onGoing?.(data.runs);
      end();
      if (data.kind === 'found') resolve(data.found);
      else reject(new Error(data.problem));
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(reasonOf(event)));
    });
    worker.postMessage(question);
  });
}
