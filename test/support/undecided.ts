/** The outcome of a live run on a machine that was too busy: neither passed nor failed. */
import type { Ms } from '../../src/core/model/values/time';

/** How the note of such a test begins; scripts/testRun.mjs recognises it by this. */
const undecided = 'undecided';

/**
 * A test may set this in its `meta`: it repeats its own runs more slowly, so starting it again would prove nothing
 * more.
 */
export const repeatsItself = { repeatsItself: true } as const;

/** Likewise for a test whose claims hold however late its process is: its failure counts. It may be late on purpose. */
export const holdsWhenLate = { ...repeatsItself };

declare module 'vitest' {
  interface TaskMeta {
    readonly repeatsItself?: true;
  }
}

/** @returns the note of a test that was skipped because its run decided nothing */
export const undecidedBecause = (lateMs: Ms): string => `${undecided}: timers up to ${lateMs} ms late`;
