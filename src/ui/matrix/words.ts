/** The words of the table in both languages. */
import type { Both } from '../../model/text';
import { matrix as english } from '../../texts/en/matrix';
import { matrix as chinese } from '../../texts/zh/matrix';

export const tableWords: Both<typeof english> = { en: english, zh: chinese };

export type TableWords = typeof english;
