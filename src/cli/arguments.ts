/** Turns the arguments of `play` into data, or reports what is wrong with them. Reads no file and no story. */
import { seedField } from '../core/model/scenario/settingsFields';
import type { Language } from '../core/model/values/text';
import { type Help, needed, type Options, type ParsedCommand, parseCommandLine, refuse, whole } from './commandLine';
import * as words from './words';

/** What to do, and the language of the output. */
export type Command =
  | { readonly kind: 'list'; readonly language: Language }
  | Help
  | {
      readonly kind: 'play';
      /** Null: the page's first scenario, with a given lock. */
      readonly target: string | null;
      /** The id of a lock or library that replaces the scenario's own. */
      readonly lock: string | undefined;
      /** Replaces the scenario's own seed. */
      readonly seed: number | undefined;
      readonly isJson: boolean;
      /** Whether it runs on real Redis instead of the simulator. */
      readonly isLive: boolean;
      readonly language: Language;
    };

const options: Options = {
  lock: needed(words.needsLock),
  seed: (text, name) => whole(seedField.max, () => words.badSeed(text, seedField), seedField.min)(text, name),
  json: 'flag',
  live: 'flag',
  list: 'flag',
};

/** @param typed the words after the program's name. */
export const parseCommand = (typed: readonly string[]): ParsedCommand<Command> =>
  parseCommandLine<Command>(typed, options, ({ words: targets, optionValue, number, has, language }) => {
    if (has('list')) return targets.length > 0 ? refuse(words.tooMany) : { kind: 'list', language };
    const [target, ...more] = targets;
    const lock = optionValue('lock');
    if ((target ?? '') === '' && lock === undefined) return refuse(words.nothing);
    if (more.length > 0) return refuse(words.tooMany);
    const [isJson, isLive] = [has('json'), has('live')];
    return { kind: 'play', target: target ?? null, lock, seed: number('seed'), isJson, isLive, language };
  });
