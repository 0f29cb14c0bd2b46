/** The words of the workshop in the person's language. */
import type { Language } from '../../model/text';
import { learn as english } from '../../texts/en/learn';
import { learn as chinese } from '../../texts/zh/learn';
import { useLanguage } from '../words/i18n';

export type LearnWords = typeof english;

const byLanguage: Readonly<Record<Language, LearnWords>> = { en: english, zh: chinese };

export const useLearnWords = (): LearnWords => byLanguage[useLanguage()];
