/** Teaches the timeline every language at once: for programs and tests that make pictures. */
import { faultsInChinese } from '../../faults/chinese';
import { faultsInEnglish } from '../../faults/english';
import { timeline as english } from '../../texts/en/timeline';
import { timeline as chinese } from '../../texts/zh/timeline';
import { teachTimeline } from './timelineWords';

teachTimeline('en', english, faultsInEnglish);
teachTimeline('zh', chinese, faultsInChinese);
