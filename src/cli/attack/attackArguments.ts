/** Turns the arguments of `attack` into data, or reports what is wrong with them. Reads no file. */

import type { Language } from '../../core/model/text';
import { type HarmTarget, harms } from '../../search/explore/harm';
import { type Help, needed, type Options, type ParsedCommand, parseCommandLine, refuse, whole } from '../commandLine';
import { type Search, searchIn, searchOptions, workersMost } from '../exploreArguments';
import { badNumber, notAmong } from '../exploreWords';
import * as asked from './attackWords';

export type AttackCommand =
  | Help
  | (Search & {
      readonly kind: 'attack';
      readonly file: string;
      /** A story, a scenario, a link or a run. Null: the usual scenario. */
      readonly target: string | null;
      /** Undefined: one fewer than the machine has cores. */
      readonly workers: number | undefined;
      /** Where the runs that break are written. */
      readonly folder: string;
      /** Plays one run with the faults of its scenario instead of searching. */
      readonly isPlayed: boolean;
      /** The same on real servers, with a process for each client. */
      readonly isLive: boolean;
      readonly isJson: boolean;
      readonly language: Language;
    });

const sought: readonly HarmTarget[] = ['any', ...harms];

const options: Options = {
  play: 'flag',
  live: 'flag',
  ...searchOptions,
  harm: (text) => (sought.some((harm) => harm === text) ? null : notAmong('--harm', sought)),
  threads: whole(workersMost, badNumber),
  out: needed(asked.needsFolder),
  json: 'flag',
};

const usualFolder = 'attack-runs';

/** @param typed the words after the program's name. */
export const parseAttack = (typed: readonly string[]): ParsedCommand<AttackCommand> =>
  parseCommandLine<AttackCommand>(typed, options, (read) => {
    const { words, given, number, has, language } = read;
    const [file = '', target, ...more] = words;
    if (file === '') return refuse(asked.noFileGiven);
    if (more.length > 0) return refuse(asked.tooMany);
    return {
      kind: 'attack',
      file,
      target: target ?? null,
      ...searchIn(read),
      harm: sought.find((harm) => harm === given('harm')) ?? 'any',
      workers: number('threads'),
      folder: given('out') ?? usualFolder,
      isPlayed: has('play'),
      isLive: has('live'),
      isJson: has('json'),
      language,
    };
  });
