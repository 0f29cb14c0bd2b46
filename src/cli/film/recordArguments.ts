/** Turns the arguments of `record` into data, or reports what is wrong with them. Reads no file and no story. */

import type { Language } from '../../core/model/values/text';
import { type Help, type Options, type ParsedCommand, parseCommandLine, refuse } from '../commandLine';
import * as words from '../words';
import * as asked from './recordWords';

export type Command =
  | Help
  | {
      readonly kind: 'record';
      /** A story, the path of a file, or a link. */
      readonly target: string;
      readonly size: 'scene' | 'bench' | 'present';
      readonly theme: 'light' | 'dark';
      /** The file to write; undefined: it is named after the target. */
      readonly file: string | undefined;
      readonly language: Language;
    };

const options: Options = {
  present: 'flag',
  bench: 'flag',
  dark: 'flag',
  out: (text) => (/.\.gif$/i.test(text ?? '') ? null : asked.badFile),
};

/** @param typed the words after the program's name. */
export const parseCommand = (typed: readonly string[]): ParsedCommand<Command> =>
  parseCommandLine<Command>(typed, options, ({ words: targets, optionValue, has, language }) => {
    const [target = '', ...more] = targets;
    if (target === '') return refuse(asked.nothing);
    if (more.length > 0) return refuse(words.tooMany);
    if (has('present') && has('bench')) return refuse(asked.oneSize);
    const size = has('present') ? 'present' : has('bench') ? 'bench' : 'scene';
    return { kind: 'record', target, size, theme: has('dark') ? 'dark' : 'light', file: optionValue('out'), language };
  });
