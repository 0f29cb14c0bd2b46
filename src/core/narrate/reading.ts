/**
 * What is said of a run wherever it is shown, printed, saved or listed: one value, which holds no more than the verdict and its words.
 * It knows no view and no exercise. What an exercise keeps back, its page does not ask for.
 */
import type { Cause } from '../model/cause';
import { type Tone, toneOf } from '../model/tone';
import type { LockFact, Verdict } from '../model/verdict';
import { type Explanation, explain, explainCauses } from './explain';
import type { Speech } from './speech';

/** One of the two facts, with the tone that it has alone. */
export interface FactRead {
  readonly text: string;
  readonly tone: Tone;
}

export interface Reading extends Omit<Explanation, 'pair'> {
  /** The name of the run. A run without a name is called by its headline. */
  readonly title: string;
  readonly tone: Tone;
  readonly pair: { readonly lock: FactRead; readonly data: FactRead };
  /** Why it is not known how the run ends. `unfinished`: there is more of it to come. Null: it is known. */
  readonly doubt: Verdict['unknownBecause'] | 'unfinished' | null;
}

export function readingOf(verdict: Verdict, speech: Speech, title?: string): Reading {
  const told = explain(verdict, speech);
  return {
    ...told,
    title: title ?? told.headline,
    tone: toneOf(verdict),
    pair: pairOf(verdict, told.pair),
    doubt: verdict.unknownBecause ?? null,
  };
}

/** What is said of one harm of a run, which need not be how it ended. */
export const harmReadingOf = (
  harm: LockFact | 'deleted-another' | 'changed-another',
  chain: readonly Cause[],
  speech: Speech,
): Pick<Reading, 'headline' | 'chain'> => ({ headline: speech.headlines[harm], chain: explainCauses(chain, speech) });

/** @param texts the words of the two facts */
export const pairOf = (
  { lock, data }: Pick<Verdict, 'lock' | 'data'>,
  texts: Explanation['pair'],
): Reading['pair'] => ({
  lock: { text: texts.lock, tone: toneOf({ lock, data: 'safe' }) },
  data: { text: texts.data, tone: toneOf({ lock: 'held', data }) },
});
