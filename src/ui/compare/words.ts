/** The words of a comparison in both languages. They are short, so both come with it. */
import type { Both } from '../../model/text';
import { compare as english } from '../../texts/en/compare';
import { compare as chinese } from '../../texts/zh/compare';

export const compareWords: Both<typeof english> = { en: english, zh: chinese };
