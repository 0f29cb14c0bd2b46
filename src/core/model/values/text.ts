/** Texts for people who read English or Chinese. Locks, checks and stories carry their own texts in this form. */

import { visibleToAll } from './visible';

export interface Text {
  readonly en: string;
  readonly zh: string;
}

export type Language = keyof Text;

/** One thing in both languages: a text, or a table of words. */
export type Both<T> = Readonly<Record<Language, T>>;

export const languages = ['en', 'zh'] as const satisfies readonly Language[];

/** Makes one thing for each language. */
export const inBoth = <T>(make: (language: Language) => T): Both<T> => ({ en: make('en'), zh: make('zh') });

/** A title with the title of one of its parts: `title: part`. */
export const titled = (title: Text, part: Text): Text => ({
  en: `${title.en}: ${part.en}`,
  zh: `${title.zh}：${part.zh}`,
});

/** A text that is the same in every language, such as an error message, which may quote untrusted text. */
export const sentence = (words: string): Text => ({ en: `${visibleToAll(words)}.`, zh: `${visibleToAll(words)}。` });

/** A title and the text under it, as one run of sentences. A title may be a question. */
export function underTitle(title: string, sentence: string): string {
  const isChinese = /[\u4e00-\u9fff]/.test(title);
  const end = /[?？!！]$/.test(title) ? '' : isChinese ? '。' : '.';
  return `${title}${end}${isChinese ? '' : ' '}${sentence}`;
}

/** A list as people read it, in either language: `a, b, c`. */
export const listed = (words: readonly string[]): string => words.join(', ');
