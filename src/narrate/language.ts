/** The languages that narration speaks. */
import type { Language } from '../model/text';
import { english } from './en/words';
import { Names } from './said';
import { chinese } from './zh/words';

export type Words = typeof english;

export const wordsOf: Readonly<Record<Language, Words>> = { en: english, zh: chinese };

export const namesOf: Readonly<Record<Language, Names>> = {
  en: new Names(english.names),
  zh: new Names(chinese.names),
};
