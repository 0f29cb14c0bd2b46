/** The words of the timeline in all languages at once, for programs and tests that draw pictures. */

import { shared as english, timeline as timelineInEnglish } from '../../content/texts/en/shared';
import { shared as chinese, timeline as timelineInChinese } from '../../content/texts/zh/shared';
import { faultsInChinese, faultsInEnglish } from '../../core/faults';
import type { Both } from '../../core/model/values/text';
import { type TimelineWords, timelineWords } from './timelineWords';

export const timelineWordsOf: Both<TimelineWords> = {
  en: timelineWords({ timeline: timelineInEnglish, names: english.process, faults: faultsInEnglish }),
  zh: timelineWords({ timeline: timelineInChinese, names: chinese.process, faults: faultsInChinese }),
};
