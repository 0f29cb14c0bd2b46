/** All words of the narration in English, the source of the keys. */
import { faultsInEnglish } from '../../faults';
import { exactTimes, fewDigits, type Times } from '../../model/values/format';
import type { Language } from '../../model/values/text';
import type { CauseSentences } from '../verdictWords';
import { causes as harmCauses } from './causes';
import { events } from './events';
import { blockingCauses, faultlessCauses } from './faultlessCauses';
import { headlines, pair } from './headlines';
import { names } from './names';
import { steps } from './steps';
import { facts, outcomes } from './verdict';
import { whyHeld } from './whyHeld';

/** A sentence begins with a capital letter. */
const begin = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** The type of the words in every language. */
const language = (): Language => 'en';

const causes = (times: Times): CauseSentences => ({
  ...harmCauses(times),
  ...blockingCauses(times),
  ...faultlessCauses(times),
});

/** All words; `times` writes the times in them. */
const englishWith = (times: Times) => ({
  language: language(),
  times,
  names,
  causes: causes(times),
  events,
  steps,
  faults: faultsInEnglish,
  facts: facts(times),
  headlines,
  pair: pair(times),
  outcomes: outcomes(times),
  whyHeld: whyHeld(times),
  begin,
  /** The heading and the sentence of a verdict, one after the other. */
  verdict: (headline: string, sentence: string) => `${headline}. ${sentence}`,
  /** Replaces the rest of a text that is too long. */
  moreLines: (count: number) => `… ${count} more lines`,
});

export const english = englishWith(exactTimes);

/** For a scene. */
export const englishInScene = englishWith(fewDigits);
