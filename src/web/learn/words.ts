/** The words of the workshop in both languages, picked like the texts of a story. */

import { learn as english } from '../../content/texts/en/learn';
import { learn as chinese } from '../../content/texts/zh/learn';
import type { Both } from '../../core/model/text';

export const learnWords: Both<typeof english> = { en: english, zh: chinese };
