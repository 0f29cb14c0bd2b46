/** Turns the arguments of `attack` into data, or reports what is wrong with them. Reads no file. */

import { harms } from '../../core/model/trace/severity';
import type { Language, Text } from '../../core/model/values/text';
import type { HarmTarget } from '../../search/explore/harm';
import {
  type CommandLine,
  type Help,
  needed,
  type Options,
  type ParsedCommand,
  parseCommandLine,
  refuse,
  whole,
} from '../commandLine';
import { type Search, searchIn, searchOptions, workersMost } from '../exploreArguments';
import { badNumber, notAmong } from '../exploreWords';
import * as asked from './attackWords';
import * as ci from './ci/ciWords';
import { type Reporter, reporters } from './ci/reported';
import { type Shard, shardIn, shardsMost } from './ci/shard';

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
      /** Null: the report is the usual one, for a person. */
      readonly reporter: Reporter | null;
      /** How long it may search, in ms. Null: without a limit. */
      readonly budget: number | null;
      /** Null: the whole space. */
      readonly shard: Shard | null;
      /** The file of known breaks. */
      readonly accept: string | null;
      /** Whether that file is written. */
      readonly isUpdated: boolean;
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
  reporter: (text) => (reporters.some((name) => name === text) ? null : notAmong('--reporter', reporters)),
  budget: (text) => (budgetIn(text) === null ? ci.badBudget : null),
  shard: (text) => (shardIn(text) === null ? ci.badShard(shardsMost) : null),
  accept: needed(ci.needsAccept),
  update: 'flag',
};

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const budgetMost = 24 * 3_600_000;

/** In ms. Null: it is not a time above 0 with its unit. */
function budgetIn(text: string | undefined): number | null {
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text ?? '') ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  return ms > 0 && ms <= budgetMost ? ms : null;
}

const usualFolder = 'attack-runs';

/** @param typed the words after the program's name. */
export const parseAttack = (typed: readonly string[]): ParsedCommand<AttackCommand> =>
  parseCommandLine<AttackCommand>(typed, options, (commandLine) => {
    const { words, optionValue, number, has, language } = commandLine;
    const [file = '', target, ...more] = words;
    if (file === '') return refuse(asked.noFileGiven);
    if (more.length > 0) return refuse(asked.tooMany);
    const problem = misfitIn(commandLine);
    if (problem !== null) return refuse(problem);
    return {
      kind: 'attack',
      file,
      target: target ?? null,
      ...searchIn(commandLine),
      harm: sought.find((harm) => harm === optionValue('harm')) ?? 'any',
      workers: number('threads'),
      folder: optionValue('out') ?? usualFolder,
      isPlayed: has('play'),
      isLive: has('live'),
      isJson: has('json'),
      reporter:
        reporters.find((name) => name === optionValue('reporter')) ??
        (optionValue('accept') === undefined ? null : 'text'),
      budget: budgetIn(optionValue('budget')),
      shard: shardIn(optionValue('shard')),
      accept: optionValue('accept') ?? null,
      isUpdated: has('update'),
      language,
    };
  });

const ofSearch = ['reporter', 'budget', 'shard', 'accept'];

/** Options that exclude each other. */
function misfitIn({ optionValue, has }: CommandLine): Text | null {
  if (has('update') && optionValue('accept') === undefined) return ci.updatesWhat;
  const isSearch = !has('play') && !has('live');
  if (!isSearch && ofSearch.some((name) => optionValue(name) !== undefined)) return ci.searchesOnly;
  return has('json') && (optionValue('reporter') ?? optionValue('accept')) !== undefined ? ci.oneForm : null;
}
