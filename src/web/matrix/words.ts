/** The words of the table in both languages. */

import { matrix as english } from '../../content/texts/en/matrix';
import { matrix as chinese } from '../../content/texts/zh/matrix';
import type { Both } from '../../core/model/values/text';

export const tableWords: Both<typeof english> = { en: english, zh: chinese };

export type TableWords = typeof english;
