/**
 * Lets one thread make the previews of links: one at a time, each within a time limit, with a short queue. A link to a
 * long run delays only its own picture.
 */
import { Piscina } from 'piscina';
import type { BadLink, LinkJob, LinkPreview } from './linkPreview';

/** null: the run needs too much. later: there was no time for it now. */
export type PreviewResult = LinkPreview | BadLink | null | 'later';

export interface LinkPainter {
  /** Never rejects. */
  readonly previewLink: (job: Omit<LinkJob, 'site'>) => Promise<PreviewResult>;
  readonly close: () => Promise<void>;
}

export interface PainterLimits {
  /** Includes the wait in the queue. */
  readonly jobMs: number;
  readonly waiting: number;
  /** A thread without work ends after this time, which frees its memory. */
  readonly idleMs: number;
}

export const painterLimits: PainterLimits = { jobMs: 10_000, waiting: 10, idleMs: 60_000 };

/** @param site the folder of the built site */
export function openPainter(site: string, { jobMs, waiting, idleMs }: PainterLimits = painterLimits): LinkPainter {
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
      // The pool's own limit does not count jobs that can be stopped.
      if (pool.queueSize >= waiting) return 'later';
      const signal = AbortSignal.timeout(jobMs);
      return pool.run({ ...job, site } satisfies LinkJob, { signal }).catch(() => (signal.aborted ? 'later' : null));
    },
    close: () => pool.destroy(),
  };
}
