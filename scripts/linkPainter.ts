// Has links unfolded by one thread: one at a time, each within a limit of time, with a short line. So a link that asks for
// a long run costs nobody more than its own picture.
import { Worker } from 'node:worker_threads';
import type { BadLink, LinkJob, UnfoldedLink } from './linkJob';

/** null: the run needs too much. later: there was no time for it now. */
type Outcome = UnfoldedLink | BadLink | null | 'later';

export interface LinkPainter {
  /** It never rejects. */
  readonly unfold: (job: LinkJob) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

export interface PainterLimits {
  readonly jobMs: number;
  readonly waiting: number;
  /** A thread without work ends after this time, and gives its memory back. */
  readonly idleMs: number;
}

export const painterLimits: PainterLimits = { jobMs: 10_000, waiting: 10, idleMs: 60_000 };

interface Ordered {
  readonly job: LinkJob;
  readonly done: (unfolded: Outcome) => void;
}

export function openPainter({ jobMs, waiting, idleMs }: PainterLimits = painterLimits): LinkPainter {
  const line: Ordered[] = [];
  let thread: Worker | null = null;
  let current: Ordered | null = null;
  let clock: NodeJS.Timeout | undefined;
  const finish = (unfolded: Outcome): void => {
    clearTimeout(clock);
    const finished = current;
    current = null;
    finished?.done(unfolded);
    next();
  };
  const dismiss = (): void => {
    const dismissed = thread;
    thread = null;
    dismissed?.removeAllListeners();
    void dismissed?.terminate();
  };
  const next = (): void => {
    current = line.shift() ?? null;
    if (current === null) {
      clock = setTimeout(dismiss, idleMs);
      clock.unref();
      return;
    }
    thread ??= hired();
    thread.postMessage(current.job);
    clock = setTimeout(() => giveUp('later'), jobMs);
  };
  /** A thread in the middle of a run hears nothing. */
  const giveUp = (answer: null | 'later'): void => {
    dismiss();
    finish(answer);
  };
  const hired = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: 512 };
    const worker = new Worker(new URL('./linkWorker.mjs', import.meta.url), { resourceLimits });
    worker.on('message', finish);
    worker.on('error', () => giveUp(null));
    worker.on('exit', () => giveUp(null));
    worker.unref();
    return worker;
  };
  return {
    unfold: (job) =>
      new Promise((done) => {
        if (line.length >= waiting) return done('later');
        line.push({ job, done });
        if (current === null) {
          clearTimeout(clock);
          next();
        }
      }),
    close: async () => {
      clearTimeout(clock);
      for (const { done } of [...line.splice(0), ...(current === null ? [] : [current])]) done(null);
      current = null;
      const last = thread;
      thread = null;
      last?.removeAllListeners();
      await last?.terminate();
    },
  };
}
