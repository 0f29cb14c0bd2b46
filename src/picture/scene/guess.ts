/** The guesses of an audience before play, and how they are judged. */

import type { LockFact } from '../../core/model/trace/outcome';
import { harmsData } from '../../core/model/trace/severity';
import type { Verdict } from '../../core/model/trace/verdict';

export const guesses = ['nothing', 'overlap', 'lost', 'nobody'] as const;
export type Guess = (typeof guesses)[number];

/** `more`: it is true, and something worse is true as well. `open`: the run does not answer it. */
export type GuessResult = 'right' | 'more' | 'wrong' | 'open';

const locked: readonly LockFact[] = ['stuck', 'unavailable'];

export function judgeGuess(guess: Guess, { lock, data }: Pick<Verdict, 'lock' | 'data'>): GuessResult {
  const isHarmed = harmsData(data);
  if (lock === 'unknown' && !isHarmed) return 'open';
  const isTrue = {
    nothing: (lock === 'held' || lock === 'expired') && !isHarmed,
    overlap: lock === 'overlap',
    lost: isHarmed,
    nobody: locked.includes(lock),
  }[guess];
  if (!isTrue) return 'wrong';
  return guess !== 'lost' && isHarmed ? 'more' : 'right';
}
