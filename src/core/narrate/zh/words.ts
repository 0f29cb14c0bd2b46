/** All words of the narration in Chinese, typed against the English ones. */

import { faultsInChinese } from '../../faults';
import { spaced } from '../../model/values/chineseSpaces';
import { exactTimes, fewDigits, type Times } from '../../model/values/format';
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

const causes = (times: Times): CauseSentences => ({
  ...harmCauses(times),
  ...blockingCauses(times),
  ...faultlessCauses(times),
});

const chineseWith = (times: Times): Speech => ({
  language: 'zh',
  times,
  names,
  causes: causes(times),
  events,
  steps,
  faults: faultsInChinese,
  facts: facts(times),
  headlines,
  pair: pair(times),
  outcomes: outcomes(times),
  whyHeld: whyHeld(times),
  begin: spaced,
  verdict: (headline, sentence) => `${headline}。${sentence}`,
  moreLines: (count) => `……${count} 行从略`,
});

export const chinese = chineseWith(exactTimes);

/** For a scene. */
export const chineseInScene = chineseWith(fewDigits);
