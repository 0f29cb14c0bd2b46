/** Turns the arguments of `record` into data, or says what is wrong with them. Reads no file and no story. */

import { type Ordered, readTyped } from '../../cli/typed';
import * as words from '../../cli/words';
import { type Language, languages, type Text } from '../../model/text';
import * as asked from './recordWords';

export type Order =
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'record';
      /** A story, the path of a file, or a link. */
      readonly target: string;
      readonly size: 'scene' | 'bench' | 'present';
      readonly theme: 'light' | 'dark';
      /** The file to write; undefined: one named after the target. */
      readonly file: string | undefined;
      readonly language: Language;
    };

const options = {
  present: { type: 'boolean' },
  bench: { type: 'boolean' },
  dark: { type: 'boolean' },
  out: { type: 'string' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames = '--present, --bench, --dark, --out, --lang, --help';

/** @param typed the words after the program's name. */
export function parseOrder(typed: readonly string[]): Ordered<Order> {
  const { words: targets, given, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<Order> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  const [target = '', ...more] = targets;
  if (target === '') return refuse(asked.nothing);
  if (more.length > 0) return refuse(words.tooMany);
  if (has('present') && has('bench')) return refuse(asked.oneSize);
  const size = has('present') ? 'present' : has('bench') ? 'bench' : 'scene';
  return {
    ok: true,
    order: { kind: 'record', target, size, theme: has('dark') ? 'dark' : 'light', file: given('out'), language },
  };
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'present':
    case 'bench':
    case 'dark':
    case 'help':
    case 'h':
      return value === undefined ? null : words.takesNoValue(rawName);
    case 'lang':
      return languages.some((language) => language === value) ? null : words.badLanguage(value, languages);
    case 'out':
      return /.\.gif$/i.test(value ?? '') ? null : asked.badFile;
    default:
      return words.noOption(rawName, optionNames);
  }
}
