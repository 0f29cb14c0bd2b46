/** All words of the narration in Chinese, typed against the English ones. */

import { faultsInChinese } from '../../faults';
import { spaced } from '../../model/chineseSpaces';
import type { Speech } from '../speech';
import type { CauseSentences } from '../verdictWords';
import { causes as harmCauses } from './causes';
import { events } from './events';
import { blockingCauses, faultlessCauses } from './faultlessCauses';
import { headlines, pair } from './headlines';
import { names } from './names';
import { steps } from './steps';
import { facts, outcomes } from './verdict';
import { whyHeld } from './whyHeld';

const causes: CauseSentences = { ...harmCauses, ...blockingCauses, ...faultlessCauses };

export const chinese: Speech = {
  language: 'zh',
  names,
  causes,
  events,
  steps,
  faults: faultsInChinese,
  facts,
  headlines,
  pair,
  outcomes,
  whyHeld,
  begin: spaced,
  verdict: (headline, sentence) => `${headline}。${sentence}`,
  moreLines: (count) => `……${count} 行从略`,
};
