/** Turns the arguments of `matrix` into data, or reports what is wrong with them. Reads no file. */

import type { Language, Text } from '../core/model/values/text';
import { parts } from '../core/run/parts';
import { type CheckId, type Leases, leases, type Row, rows } from '../search/matrix/rows';
import { checksWith } from '../search/matrix/tables';
import {
  type CommandLine,
  type Help,
  type Options,
  type ParsedCommand,
  parseCommandLine,
  type Refused,
  refuse,
  whole,
} from './commandLine';
import * as asked from './matrixWords';
import * as words from './words';

export interface TableName {
  readonly check: CheckId;
  readonly leases: Leases;
}

export type Command =
  | Help
  | {
      readonly kind: 'matrix';
      /** Empty: only what is made after the tables. */
      readonly tables: readonly TableName[];
      readonly rows: readonly Row[];
      /** Undefined: one fewer than the machine has cores. */
      readonly workers: number | undefined;
      readonly language: Language;
    };

const workersMost = 8;

const options: Options = {
  rows: rowsProblem,
  'same-lease': 'flag',
  workers: whole(workersMost, () => asked.badWorkers(workersMost)),
  all: 'flag',
  heads: 'flag',
};

/** @param typed the words after the program's name. */
export const parseCommand = (typed: readonly string[]): ParsedCommand<Command> =>
  parseCommandLine<Command>(typed, options, commandOf);

function commandOf({ words: checks, optionValue, number, has, language }: CommandLine): Command | Refused {
  if (has('all') && (checks.length > 0 || has('same-lease'))) return refuse(asked.allIsAll);
  if (has('heads') && (checks.length > 0 || has('same-lease') || has('all') || optionValue('rows') !== undefined))
    return refuse(asked.headsAreAlone);
  const which: Leases = has('same-lease') ? 'same' : 'own';
  const knownChecks = [...parts.resources.keys()];
  const stranger = checks.find((check) => !knownChecks.includes(check));
  if (stranger !== undefined) return refuse(words.noCheck(stranger, knownChecks));
  const named = checks.length > 0 ? knownChecks.filter((check) => checks.includes(check)) : checksWith(which);
  const usual = has('all') ? leases.flatMap(tablesWith) : named.map((check) => ({ check, leases: which }));
  return {
    kind: 'matrix',
    tables: has('heads') ? [] : usual,
    rows: rowsIn(optionValue('rows')),
    workers: number('workers'),
    language,
  };
}

const tablesWith = (which: Leases): readonly TableName[] =>
  checksWith(which).map((check) => ({ check, leases: which }));

function rowsIn(text: string | undefined): readonly Row[] {
  const names = text?.split(',');
  return names === undefined ? rows : rows.filter(({ id }) => names.includes(id));
}

function rowsProblem(text: string | undefined): Text | null {
  const ids = rows.map(({ id }) => id);
  const stranger = (text ?? '').split(',').find((name) => !ids.includes(name));
  return stranger === undefined ? null : asked.noRow(stranger, ids);
}
