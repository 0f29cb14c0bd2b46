/** What is wrong with an address of the table, in both languages. */
import { nearest } from '../../core/model/values/spelling';
import type { Text } from '../../core/model/values/text';
import { visibleToAll } from '../../core/model/values/visible';

/** How many names are listed when none is near. */
const shownMax = 15;
/** The longest word of an address that is compared. No name is longer, and comparing letter by letter takes time. */
const wordMax = 60;

const cut = (text: string): string => visibleToAll([...text.slice(0, 2 * wordMax)].slice(0, wordMax).join(''));

export const noRow: Text = {
  en: 'A frame of the table shows one row or two: row="redlock".',
  zh: '框架只显示表格的一行或两行，例如 row="redlock"。',
};

/** @param allowed the words that could stand there; empty: none */
export function badAddress(word: string, allowed: readonly string[]): Text {
  const short = cut(word);
  if (allowed.length === 0)
    return { en: `The address has a part too many: “${short}”.`, zh: `网址中多了一段：“${short}”。` };
  const near = word.length > wordMax ? null : nearest(word, allowed);
  const more = allowed.length > shownMax ? ' …' : '';
  const names = allowed.slice(0, shownMax);
  return {
    en: `The address names “${short}”, which is not in this table. ${near === null ? `There are: ${names.join(', ')}${more || '.'}` : `Did you mean “${near}”?`}`,
    zh: `网址中的“${short}”不在这张表里。${near === null ? `可用的有：${names.join('、')}${more || '。'}` : `是不是“${near}”？`}`,
  };
}

/** For “Which lock do I need?”. @param allowed the answers that could stand there; empty: none */
export function badAnswer(word: string, allowed: readonly string[]): Text {
  if (allowed.length === 0) return badAddress(word, allowed);
  const short = cut(word);
  return {
    en: `The address answers a question with “${short}”, which is no answer to it. There are: ${allowed.join(', ')}.`,
    zh: `网址中的“${short}”不是这个问题的选项。可用的有：${allowed.join('、')}。`,
  };
}

/** @param text the settings as the address has them, or one of them */
export function badChange(text: string): Text {
  const short = cut(text);
  return {
    en: `The address asks for settings that this row cannot have: “${short}”.`,
    zh: `网址要求的设置，这一行不能采用：“${short}”。`,
  };
}
