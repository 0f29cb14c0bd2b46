/** The words with which exercises are made and opened, in the person's language; loaded with what uses them. */
import type { Language } from '../../model/text';
import { ownExercise as english } from '../../texts/en/ownExercise';
import { ownExercise as chinese } from '../../texts/zh/ownExercise';
import { useLanguage } from '../words/i18n';

const byLanguage: Readonly<Record<Language, typeof english>> = { en: english, zh: chinese };

export const useOwnWords = (): typeof english => byLanguage[useLanguage()];
