/** Teaches the timeline every language at once: for programs and tests that make pictures. */
import { timeline as english } from '../../texts/en/timeline';
import { timeline as chinese } from '../../texts/zh/timeline';
import { teachTimeline } from './words';

teachTimeline('en', english);
teachTimeline('zh', chinese);
