/** What a page says at once, in Chinese, typed against the English words. */

import { faultsInChinese } from '../../faults/chinese';
import { spaced } from '../../model/chineseSpaces';
import type { FirstSpeech } from '../speech';
import { causes, phrases } from './causes';
import { headlines, pair } from './headlines';
import { names } from './names';
import { facts, outcomes } from './verdict';

export const firstInChinese: FirstSpeech = {
  language: 'zh',
  names,
  causes,
  phrases,
  faults: faultsInChinese,
  facts,
  headlines,
  pair,
  outcomes,
  begin: spaced,
  verdict: (headline, sentence) => `${headline}。${sentence}`,
  moreLines: (count) => `……${count} 行从略`,
};
