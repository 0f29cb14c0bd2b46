/** The words with which exercises are made and opened, in both languages; loaded with what uses them. */
import type { Both } from '../../model/text';
import { ownExercise as english } from '../../texts/en/ownExercise';
import { ownExercise as chinese } from '../../texts/zh/ownExercise';

export const ownWords: Both<typeof english> = { en: english, zh: chinese };
