/** What is wrong with an address of the table, in both languages. */
import type { Text } from '../../model/text';

/** So many names are told. */
const toldMax = 40;

export const noRow: Text = {
  en: 'A frame of the table shows one row or two: row="redlock".',
  zh: '框架只显示表格的一行或两行，例如 row="redlock"。',
};

/** @param allowed what could stand there; empty: nothing */
export function badPlace(word: string, allowed: readonly string[]): Text {
  const short = [...word].slice(0, 60).join('');
  if (allowed.length === 0)
    return { en: `The address has a part too many: “${short}”.`, zh: `网址中多了一段：“${short}”。` };
  const names = allowed.slice(0, toldMax);
  return {
    en: `The address names “${short}”, which is not in this table. There are: ${names.join(', ')}.`,
    zh: `网址中的“${short}”不在这张表里。可用的有：${names.join('、')}。`,
  };
}

/** @param text the settings as the address has them, or one of them */
export function badChange(text: string): Text {
  const short = [...text].slice(0, 60).join('');
  return {
    en: `The address asks for settings that this row cannot have: “${short}”.`,
    zh: `网址要求的设置，这一行不能采用：“${short}”。`,
  };
}
