/**
 * Has links unfolded by one thread: one at a time, each within a limit of time, with a short line. So a link that asks for a long
 * run costs nobody more than its own picture.
 */
import { Piscina } from 'piscina';
import type { BadLink, LinkJob, LinkPreview } from './linkPreview';

/** null: the run needs too much. later: there was no time for it now. */
export type Unfolding = LinkPreview | BadLink | null | 'later';

export interface LinkPainter {
  /** It never rejects. */
  readonly previewLink: (job: LinkJob) => Promise<Unfolding>;
  readonly close: () => Promise<void>;
}

export interface PainterLimits {
  /** With the wait in line. */
  readonly jobMs: number;
  readonly waiting: number;
  /** A thread without work ends after this time, and gives its memory back. */
  readonly idleMs: number;
}

export const painterLimits: PainterLimits = { jobMs: 10_000, waiting: 10, idleMs: 60_000 };

export function openPainter({ jobMs, waiting, idleMs }: PainterLimits = painterLimits): LinkPainter {
  const pool = new Piscina({
    filename: new URL('../worker.mjs', import.meta.url).href,
    name: 'previewLink',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return {
    previewLink: async (job) => {
      // The pool's own limit knows no jobs that can be stopped.
      if (pool.queueSize >= waiting) return 'later';
      const signal = AbortSignal.timeout(jobMs);
      return pool.run(job, { signal }).catch(() => (signal.aborted ? 'later' : null));
    },
    close: () => pool.destroy(),
  };
}
