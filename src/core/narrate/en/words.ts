/** All words of the narration in English, the source of the keys. */
import { faultsInEnglish } from '../../faults';
import type { Language } from '../../model/text';
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

const causes: CauseSentences = { ...harmCauses, ...blockingCauses, ...faultlessCauses };

export const english = {
  language: language(),
  names,
  causes,
  events,
  steps,
  faults: faultsInEnglish,
  facts,
  headlines,
  pair,
  outcomes,
  whyHeld,
  begin,
  /** The heading and the sentence of a verdict, one after the other. */
  verdict: (headline: string, sentence: string) => `${headline}. ${sentence}`,
  /** Stands for the rest of a text that is too long. */
  moreLines: (count: number) => `… ${count} more lines`,
};
