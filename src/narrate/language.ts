/** The languages that narration has been taught. A page teaches only the one that it shows, a program all of them. */
import type { Language } from '../model/text';
import type { english } from './en/words';
import { Names } from './said';

export type Words = typeof english;

interface Spoken {
  readonly words: Words;
  readonly names: Names;
}

const taught = new Map<Language, Spoken>();

export function teach(language: Language, words: Words): void {
  taught.set(language, { words, names: new Names(words.names) });
}

/** The words and names of a language. Throws when the language was not taught. */
export function spoken(language: Language): Spoken {
  const found = taught.get(language);
  if (found === undefined) throw new Error(`Narration was not taught the language ${language}.`);
  return found;
}
