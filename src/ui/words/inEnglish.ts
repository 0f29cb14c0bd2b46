/** All words of a page in English, in one file: it is loaded as soon as a page opens. */
import { english } from '../../narrate/en/words';
import { page, timeline } from '../../texts/en/page';

export const inEnglish = { shared: page, page, timeline, speech: english };
