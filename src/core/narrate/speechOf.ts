/** The words of the narration by language, for programs and tests, which load all languages. */
import type { Both } from '../model/text';
import { english } from './en/words';
import type { Speech } from './speech';
import { chinese } from './zh/words';

export const speechOf: Both<Speech> = { en: english, zh: chinese };
