/** The sentences of `causesLater.ts` in a page, once they are loaded. */
import type { Both } from '../model/text';
import type { FirstSpeech } from './speech';
import type { LaterSentences } from './verdictWords';

/** The sentences of a language, from its first words. */
export type LaterCauses = (speech: FirstSpeech) => LaterSentences;

const known: { later?: Both<LaterCauses> } = {};

export const knowLaterCauses = (later: Both<LaterCauses>): void => {
  known.later = later;
};

export const laterCauses = (): Both<LaterCauses> | undefined => known.later;
