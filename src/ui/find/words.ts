/** The words of the search for breaks, in both languages; loaded with its button. */
import type { Both } from '../../model/text';
import { find as english } from '../../texts/en/find';
import { find as chinese } from '../../texts/zh/find';

export type FindWords = typeof english;

export const findWords: Both<FindWords> = { en: english, zh: chinese };
