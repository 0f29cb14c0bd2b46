/** The words of the workshop in both languages, picked like the texts of a story. */
import type { Both } from '../../model/text';
import { learn as english } from '../../texts/en/learn';
import { learn as chinese } from '../../texts/zh/learn';

export const learnWords: Both<typeof english> = { en: english, zh: chinese };
