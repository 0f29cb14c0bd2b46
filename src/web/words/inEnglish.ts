/** All words of a page in English, in one file: it is loaded as soon as a page opens. */

import { page, timeline } from '../../content/texts/en/page';
import { english, englishInScene } from '../../core/narrate/en/words';

export const inEnglish = { shared: page, page, timeline, speech: english, sceneSpeech: englishInScene };
