/** The words of the timeline in all languages at once, for programs and tests that make pictures. */
import { faultsInChinese, faultsInEnglish } from '../../faults';
import type { Both } from '../../model/text';
import { shared as english, timeline as timelineInEnglish } from '../../texts/en/shared';
import { shared as chinese, timeline as timelineInChinese } from '../../texts/zh/shared';
import { type TimelineWords, timelineWords } from './timelineWords';

export const timelineWordsOf: Both<TimelineWords> = {
  en: timelineWords({ timeline: timelineInEnglish, names: english.process, faults: faultsInEnglish }),
  zh: timelineWords({ timeline: timelineInChinese, names: chinese.process, faults: faultsInChinese }),
};
