/** All that narration says in English: the source of the keys. */
import { causes } from './causes';
import { events } from './events';
import { names } from './names';
import { facts, headlines, outcomes } from './verdict';

/** A sentence begins with a capital letter. */
const begin = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

export const english = { names, causes, events, facts, headlines, outcomes, begin };
