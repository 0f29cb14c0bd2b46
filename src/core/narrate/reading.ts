/**
 * The texts about a run for all places that show, print, save or list it, as one value: the verdict and its words. It
 * knows no view and no exercise. An exercise's page does not read what the exercise hides.
 */
import { type Tone, toneOf, toneOfSeverity } from '../model/trace/severity';
import type { Verdict } from '../model/trace/verdict';
import { type Explanation, explain, factsInWords } from './explain';
import type { Speech } from './speech';
import type { DataPhrase, LockPhrase } from './verdictWords';

/** One of the two facts, with its own tone. */
export interface FactRead {
  readonly text: string;
  readonly tone: Tone;
}

export interface Reading extends Omit<Explanation, 'pair'> {
  /** The name of the run. A run without a name uses its headline. */
  readonly title: string;
  readonly verdict: Pick<Verdict, 'outcome' | 'lock' | 'data'>;
  readonly tone: Tone;
  readonly pair: { readonly lock: FactRead; readonly data: FactRead };
  /** Why the end of the run is not known. `unfinished`: the run is not over. Null: it is known. */
  readonly doubt: Verdict['unknownBecause'] | 'unfinished' | null;
}

export function readingOf(verdict: Verdict, speech: Speech, title?: string): Reading {
  const explained = explain(verdict, speech);
  return {
    ...explained,
    title: title ?? explained.headline,
    verdict,
    tone: toneOfSeverity(verdict.outcome),
    pair: pairOf(factsInWords(verdict), explained.pair),
    doubt: verdict.unknownBecause ?? null,
  };
}

/** @param texts the words for the two facts */
export const pairOf = (
  { lock, data }: { readonly lock: LockPhrase; readonly data: DataPhrase },
  texts: Explanation['pair'],
): Reading['pair'] => ({
  lock: { text: texts.lock, tone: lockTone(lock) },
  data: { text: texts.data, tone: dataTone(data) },
});

/** A run without a lock has no lock that worked or failed. */
function lockTone(lock: LockPhrase): Tone {
  if (lock === 'unlocked' || lock === 'rightful') return 'grey';
  return toneOf({ lock: lock === 'beside' ? 'overlap' : lock, data: 'safe' });
}

/** A write was rejected as it should be: the data is as intact as without it. */
function dataTone(data: DataPhrase): Tone {
  if (data === 'refused' || data === 'outdated' || data === 'reader') return 'green';
  return toneOf({ lock: 'held', data });
}
