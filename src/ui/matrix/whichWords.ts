/** The words of “Which lock do I need?” in both languages. */
import type { Both } from '../../model/text';
import { which as english } from '../../texts/en/which';
import { which as chinese } from '../../texts/zh/which';

export const whichWords: Both<typeof english> = { en: english, zh: chinese };
