/**
 * What an address of the table names, behind its `#`: one row or two, a kind of fault, a check, the leases, other
 * settings of a row. These addresses are kept forever. It knows no page and no history.
 *
 * `#redlock/pause/no-check` is a cell, `#redlock` a row, `#redlock+redsync/pause` two cells side by side. A part left
 * out at the end means the plain page's value; a part left out before that has a word: `#all/any/fencing/same`. After
 * that, a row may have other settings: `#redlock/any/no-check/own/ttl=5000,work=2000`. Whether the row can have them
 * is decided by code that knows its lock.
 */
import type { Text } from '../../core/model/values/text';
import { badAddress, badChange } from './addressProblems';

export type Leases = 'own' | 'same';

export interface TableAddress {
  /** No row, one, or two side by side. */
  readonly rows: readonly string[];
  /** Null: the whole row. */
  readonly kind: string | null;
  readonly check: string;
  readonly leases: Leases;
}

/** The names that an address can use. */
export interface Known {
  readonly rows: readonly string[];
  readonly kinds: readonly string[];
  /** The first is the check of the plain page. */
  readonly checks: readonly string[];
}

/** Settings by name, as an address has them. */
export type Changes = Readonly<Record<string, string>>;

export interface ReadTableAddress {
  /** What the address names, without the parts that could not be read. */
  readonly address: TableAddress;
  /** Of one whole row. */
  readonly changes: Changes;
  readonly problem: Text | null;
}

const everyRow = 'all';
const anyKind = 'any';
const rowsMax = 2;

/** Words that may not be the id of a row, kind or check. */
export const reservedWords: readonly string[] = [everyRow, anyKind, 'same', 'which'];

export const plainAddress = ({ checks: [check = ''] }: Known): TableAddress => ({
  rows: [],
  kind: null,
  check,
  leases: 'own',
});

/** @param hash with its `#` or without; empty for the plain page */
export function readTableAddress(hash: string, vocabulary: Known): ReadTableAddress {
  const { address, changes, problems } = readParts(hash, vocabulary);
  return { address, changes, problem: problems[0] ?? null };
}

/** All problems of an address, for a page that shows them to its writer. */
export const addressProblems = (hash: string, vocabulary: Known): readonly Text[] =>
  readParts(hash, vocabulary).problems;

function readParts(hash: string, vocabulary: Known) {
  const parts = decoded(hash.replace(/^#/, '')).split('/');
  const [rowPart = '', kindPart = '', checkPart = '', leasePart = '', changePart = '', ...rest] = parts;
  const problems: Text[] = [];
  const allowed = (word: string, names: readonly string[]): boolean => {
    if (names.includes(word)) return true;
    problems.push(badAddress(word, names));
    return false;
  };
  const named = rowPart === '' || rowPart === everyRow ? [] : [...new Set(rowPart.split('+'))];
  const rows = named.filter((row) => allowed(row, vocabulary.rows)).slice(0, rowsMax);
  const hasKind = kindPart !== '' && kindPart !== anyKind && allowed(kindPart, vocabulary.kinds);
  const plain = plainAddress(vocabulary);
  const check = checkPart !== '' && allowed(checkPart, vocabulary.checks) ? checkPart : plain.check;
  const leases: Leases =
    leasePart !== '' && allowed(leasePart, ['own', 'same']) && leasePart === 'same' ? 'same' : 'own';
  const isRow = rows.length === 1 && !hasKind;
  const changes = changePart === '' ? {} : readChanges(changePart);
  if (changePart !== '' && !isRow) problems.push(badAddress(changePart, []));
  else if (changes === null) problems.push(badChange(changePart));
  for (const word of rest) problems.push(badAddress(word, []));
  for (const word of named.slice(rowsMax)) problems.push(badAddress(word, []));
  // A kind of fault without a row names nothing that could be shown.
  const kind = hasKind && rows.length > 0 ? kindPart : null;
  return {
    address: { rows, kind, check, leases },
    changes: (isRow && changes) || {},
    problems,
  };
}

/** Returns the shortest address of a place, with its `#`. `#all` is the plain page. */
export function writeTableAddress(
  { rows, kind, check, leases }: TableAddress,
  vocabulary: Known,
  changes: Changes = {},
): string {
  const changed = Object.entries(changes).map(([name, value]) => `${name}=${value}`);
  if (changed.length > 0) return `#${[rows.join('+'), kind ?? anyKind, check, leases, changed.join()].join('/')}`;
  const parts = [
    rows.length === 0 ? everyRow : rows.join('+'),
    kind ?? anyKind,
    // A cell's address always has its check, so that it keeps its meaning if another check comes first one day.
    check === plainAddress(vocabulary).check && kind === null && leases === 'own' ? '' : check,
    leases === 'own' ? '' : leases,
  ];
  while (parts.at(-1) === '' || (parts.length === 2 && parts[1] === anyKind)) parts.pop();
  return `#${parts.join('/')}`;
}

/** No row has more settings. */
const changesMax = 60;
const oneChange = /^([A-Za-z][A-Za-z0-9]{0,39})=([\w.-]{1,40})$/;

/** Null: the text is not of this form. */
function readChanges(text: string): Changes | null {
  const changes = new Map<string, string>();
  const parts = text.split(',', changesMax + 1);
  for (const part of parts) {
    const [, name, value] = oneChange.exec(part) ?? [];
    if (name === undefined || value === undefined || changes.has(name)) return null;
    changes.set(name, value);
  }
  return parts.length > changesMax ? null : Object.fromEntries(changes);
}

/** Never throws: an address may have been cut inside a character. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
