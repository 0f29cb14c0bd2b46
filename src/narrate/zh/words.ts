/** All words of the narration in Chinese, typed against the English ones. */
import type { Speech } from '../speech';
import type { FirstSentences } from '../verdictWords';
import { causesLater } from './causesLater';
import { events } from './events';
import { firstInChinese } from './first';

const causes: FirstSentences = { ...firstInChinese.causes, ...causesLater(firstInChinese) };

export const chinese: Speech = { ...firstInChinese, causes, events };
