/** All words of the narration in Chinese, typed against the English ones. */

import { faultsInChinese } from '../../faults/chinese';
import { spaced } from '../../model/chineseSpaces';
import type { Speech } from '../speech';
import { causes } from './causes';
import { events } from './events';
import { headlines, pair } from './headlines';
import { names } from './names';
import { facts, outcomes } from './verdict';

export const chinese: Speech = {
  names,
  causes,
  events,
  faults: faultsInChinese,
  facts,
  headlines,
  pair,
  outcomes,
  begin: spaced,
  verdict: (headline, sentence) => `${headline}。${sentence}`,
  moreLines: (count) => `……${count} 行从略`,
};
