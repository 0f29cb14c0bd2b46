/** What a page says at once, in English: all but the events. The source of the keys. */
import { faultsInEnglish } from '../../faults/english';
import type { Language } from '../../model/text';
import { causes, phrases } from './causes';
import { headlines, pair } from './headlines';
import { names } from './names';
import { facts, outcomes } from './verdict';

/** A sentence begins with a capital letter. */
const begin = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Its type is that of every language. */
const language = (): Language => 'en';

export const firstInEnglish = {
  language: language(),
  names,
  causes,
  phrases,
  faults: faultsInEnglish,
  facts,
  headlines,
  pair,
  outcomes,
  begin,
  /** The heading and the sentence of a verdict, one after the other. */
  verdict: (headline: string, sentence: string) => `${headline}. ${sentence}`,
  /** For the rest of what is too long. */
  moreLines: (count: number) => `… ${count} more lines`,
};
