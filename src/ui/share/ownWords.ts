/** The words for making and opening exercises, in both languages. They are loaded with the parts that use them. */
import type { Both } from '../../model/text';
import { ownExercise as english } from '../../texts/en/ownExercise';
import { ownExercise as chinese } from '../../texts/zh/ownExercise';

export const ownWords: Both<typeof english> = { en: english, zh: chinese };
