/** Turns the arguments of `matrix` into data, or says what is wrong with them. Reads no file. */
import { type CheckId, type Leases, leases, type Row, rows } from '../matrix/rows';
import { checksWith } from '../matrix/tables';
import { type Language, languages, type Text } from '../model/text';
import { parts } from '../run/parts';
import * as asked from './matrixWords';
import { type Ordered, readTyped } from './typed';
import * as words from './words';

export interface TableName {
  readonly check: CheckId;
  readonly leases: Leases;
}

export type Order =
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'matrix';
      /** None: only what is made after them. */
      readonly tables: readonly TableName[];
      readonly rows: readonly Row[];
      /** Undefined: as many as the machine has cores, but one. */
      readonly workers: number | undefined;
      readonly language: Language;
    };

const options = {
  rows: { type: 'string' },
  workers: { type: 'string' },
  lang: { type: 'string' },
  'same-lease': { type: 'boolean' },
  all: { type: 'boolean' },
  heads: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames = '--rows, --same-lease, --workers, --all, --heads, --lang, --help';

const workersMost = 8;

/** @param typed the words after the program's name. */
export function parseOrder(typed: readonly string[]): Ordered<Order> {
  const { words: checks, given, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<Order> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  if (has('all') && (checks.length > 0 || has('same-lease'))) return refuse(asked.allIsAll);
  if (has('heads') && (checks.length > 0 || has('same-lease') || has('all') || given('rows') !== undefined))
    return refuse(asked.headsAreAlone);
  const which = has('same-lease') ? 'same' : 'own';
  const known = [...parts.resources.keys()];
  const stranger = checks.find((check) => !known.includes(check));
  if (stranger !== undefined) return refuse(words.noCheck(stranger, known));
  const named = checks.length > 0 ? known.filter((check) => checks.includes(check)) : checksWith(which);
  const workers = given('workers');
  return {
    ok: true,
    order: {
      kind: 'matrix',
      tables: has('heads')
        ? []
        : has('all')
          ? leases.flatMap(tablesWith)
          : named.map((check) => ({ check, leases: which })),
      rows: rowsIn(given('rows')),
      workers: workers === undefined ? undefined : Number(workers),
      language,
    },
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

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'same-lease':
    case 'all':
    case 'heads':
    case 'help':
    case 'h':
      return value === undefined ? null : words.takesNoValue(rawName);
    case 'lang':
      return languages.some((language) => language === value) ? null : words.badLanguage(value, languages);
    case 'rows':
      return rowsProblem(value);
    case 'workers':
      return /^[1-8]$/.test(value ?? '') ? null : asked.badWorkers(workersMost);
    default:
      return words.noOption(rawName, optionNames);
  }
}
