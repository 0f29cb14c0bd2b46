/** Teaches narration every language at once, for programs and tests, which load all of them anyway. */
import type { Language } from '../model/text';
import { english } from './en/words';
import { teach, type Words } from './language';
import { chinese } from './zh/words';

export const wordsOf: Readonly<Record<Language, Words>> = { en: english, zh: chinese };

teach('en', english);
teach('zh', chinese);
