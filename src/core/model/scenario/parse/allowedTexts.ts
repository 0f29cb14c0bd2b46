/** The allowed values of a field, as words after "must be". In Chinese a space comes first if digits or code follow. */

import { listed, type Text } from '../../values/text';
import type { NumberField } from '../fields';

/** Code among words. */
export const verbatim = (code: string): Text => ({ en: code, zh: ` ${code}` });

export const exactly = (version: number): Text => verbatim(`${version}`);

/** One of these words. */
export function oneOf(words: readonly string[]): Text {
  const quoted = listed(words.map((word) => `"${word}"`));
  return words.length === 1 ? verbatim(quoted) : { en: `one of ${quoted}`, zh: `下列之一：${quoted}` };
}

/** These fields and no other. */
export const fieldList = (names: readonly string[]): Text =>
  names.length === 0 ? { en: 'none', zh: '无' } : { en: listed(names), zh: listed(names) };

/** How far a number may go, and what it counts. */
export interface Range {
  readonly unit: NumberField['unit'];
  readonly min: number;
  readonly max: number;
}

const unitWords = {
  ms: { en: 'a number of milliseconds', zh: '毫秒数' },
  s: { en: 'a whole number of seconds', zh: '整秒数' },
  count: { en: 'a whole number', zh: '整数' },
  ratio: { en: 'a number', zh: '数' },
  ppm: { en: 'a number of millionths', zh: '百万分数' },
} as const satisfies Record<Range['unit'], Text>;

export const aNumber: Text = unitWords.ratio;

export const numberIn = ({ unit, min, max }: Range): Text => ({
  en: `${unitWords[unit].en} from ${min} to ${max}`,
  zh: ` ${min} 到 ${max} 的${unitWords[unit].zh}`,
});

export const wholeNumber = (min: number, max: number): Text => numberIn({ unit: 'count', min, max });

export const orWord = (number: Text, word: string): Text => ({
  en: `${number.en}, or "${word}"`,
  zh: `${number.zh}，或 "${word}"`,
});

export const orQuantiles = (number: Text): Text => ({
  en: `${number.en}, or { min, p50, p99, max } rising within it`,
  zh: `${number.zh}，或在此范围内递增的 { min, p50, p99, max }`,
});

export const trueOrFalse: Text = { en: 'true or false', zh: ' true 或 false' };

export const schemaAddress: Text = { en: 'the address of the schema', zh: 'schema 的地址' };

export const byProcess: Text = { en: 'an object with processes as its keys', zh: '以进程名为键的对象' };

export const aName = (lengthMax: number): Text => ({
  en: `a name of 1 to ${lengthMax} characters`,
  zh: `1 到 ${lengthMax} 个字符的名字`,
});

export const faultsByName = (max: number): Text => ({
  en: `an object of at most ${max} faults by their names`,
  zh: `以名字为键、最多 ${max} 个故障的对象`,
});

export const aProcess: Text = {
  en: 'the name of a process such as client1, nodeA, replicaA1 or storage',
  zh: '进程名，例如 client1、nodeA、replicaA1 或 storage',
};

export const processes = (min: number, max: number): Text => ({
  en: `a list of ${min} to ${max} processes`,
  zh: `${min} 到 ${max} 个进程的列表`,
});

export const aStep: Text = { en: 'the name of a step', zh: '步骤名' };

export const aMessage: Text = {
  en: 'a message: { from, to, leg, nth } or { from, to, leg, after }',
  zh: '一条消息：{ from, to, leg, nth } 或 { from, to, leg, after }',
};
