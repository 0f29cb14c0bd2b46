/** The words of an exercise in which a lock is written, in both languages. */
import type { Both } from '../../../model/text';
import { codeExercise as english } from '../../../texts/en/codeExercise';
import { codeExercise as chinese } from '../../../texts/zh/codeExercise';

export const codeWords: Both<typeof english> = { en: english, zh: chinese };
