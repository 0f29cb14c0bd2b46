/** The words of pages that unfold, in both languages. */
import type { Both } from '../../model/text';
import { unfold as english } from '../../texts/en/unfold';
import { unfold as chinese } from '../../texts/zh/unfold';

export const unfoldWords: Both<typeof english> = { en: english, zh: chinese };
