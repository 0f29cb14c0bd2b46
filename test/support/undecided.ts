/** The outcome of a live run on a machine that was too busy: neither passed nor failed. */
import type { Ms } from '../../src/model/time';

/** How the note of such a test begins; scripts/resultReporter.mjs knows it by that. */
const undecided = 'undecided';

/** @returns the note of a test that was skipped because its run has decided nothing */
export const undecidedBecause = (lateMs: Ms): string => `${undecided}: timers up to ${lateMs} ms late`;
