/** The outcome of a live run on a machine that was too busy: neither passed nor failed. */
import type { Ms } from '../../src/core/model/time';

/** How the note of such a test begins; scripts/resultReporter.mjs knows it by that. */
const undecided = 'undecided';

/**
 * A test may say so in its `meta`: it repeats its runs at lower speeds, so to begin it once more would prove no more.
 */
export const repeatsItself = { repeatsItself: true } as const;

/** So may a test whose claims hold however late its process is, which it may be on purpose: its failure is one. */
export const holdsWhenLate = { ...repeatsItself };

declare module 'vitest' {
  interface TaskMeta {
    readonly repeatsItself?: true;
  }
}

/** @returns the note of a test that was skipped because its run has decided nothing */
export const undecidedBecause = (lateMs: Ms): string => `${undecided}: timers up to ${lateMs} ms late`;
