/** The words on the thing under the pointer, in both languages. They come with the first thing that is pointed at. */
import type { Both } from '../../model/text';
import { pointed as english } from '../../texts/en/pointed';
import { pointed as chinese } from '../../texts/zh/pointed';

export type PointedWords = typeof english;

export const pointedWords: Both<PointedWords> = { en: english, zh: chinese };
