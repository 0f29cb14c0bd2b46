/** All words of the narration in English. */
import type { FirstSentences } from '../verdictWords';
import { causesLater } from './causesLater';
import { events } from './events';
import { firstInEnglish } from './first';

const causes: FirstSentences = { ...firstInEnglish.causes, ...causesLater(firstInEnglish) };

export const english = { ...firstInEnglish, causes, events };
