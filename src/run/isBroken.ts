/** Which outcomes count as broken when runs are counted. */
import type { Outcome } from '../model/verdict';

/** A run that could not be judged counts as neither broken nor held. */
export const isBroken = (outcome: Outcome): boolean => outcome !== 'held' && outcome !== 'unknown';
