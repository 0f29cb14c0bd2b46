/** All words of the narration in English. */
import { events } from './events';
import { firstInEnglish } from './first';

export const english = { ...firstInEnglish, events };
