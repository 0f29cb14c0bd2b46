/** The words of a run that is presented, in both languages. */
import { present as english } from '../../texts/en/present';
import { present as chinese } from '../../texts/zh/present';

export const presentWords = { en: english, zh: chinese };
