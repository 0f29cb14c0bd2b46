/**
 * What an address of the table names, behind its `#`: one row or two, a kind of fault, a check, the leases. These addresses are
 * kept forever. It knows no page and no history.
 *
 * `#redlock/pause/no-check` is a cell, `#redlock` a row, `#redlock+redsync/pause` two cells side by side. What is left out at
 * the end is as on the plain page, and what is left out before that has a word: `#all/any/fencing/same`.
 */
import type { Text } from '../../model/text';
import { badPlace } from './placeProblems';

export type Leases = 'own' | 'same';

export interface Place {
  /** None, one, or two that lie side by side. */
  readonly rows: readonly string[];
  /** Null: the whole row. */
  readonly kind: string | null;
  readonly check: string;
  readonly leases: Leases;
}

/** What there is to be named. */
export interface Known {
  readonly rows: readonly string[];
  readonly kinds: readonly string[];
  /** The first is the check of the plain page. */
  readonly checks: readonly string[];
}

export interface ReadPlace {
  /** What could be followed. */
  readonly place: Place;
  readonly problem: Text | null;
}

const everyRow = 'all';
const anyKind = 'any';
const rowsMax = 2;

/** Words that no row, kind or check may be called. */
export const reservedWords: readonly string[] = [everyRow, anyKind, 'same', 'which'];

export const plainPlace = ({ checks: [check = ''] }: Known): Place => ({ rows: [], kind: null, check, leases: 'own' });

/** @param hash with its `#` or without; empty for the plain page */
export function readPlace(hash: string, known: Known): ReadPlace {
  const parts = decoded(hash.replace(/^#/, '')).split('/');
  const [rowPart = '', kindPart = '', checkPart = '', leasePart = '', ...rest] = parts;
  const problems: Text[] = [];
  const allowed = (word: string, names: readonly string[]): boolean => {
    if (names.includes(word)) return true;
    problems.push(badPlace(word, names));
    return false;
  };
  const named = rowPart === '' || rowPart === everyRow ? [] : [...new Set(rowPart.split('+'))];
  const rows = named.filter((row) => allowed(row, known.rows)).slice(0, rowsMax);
  const hasKind = kindPart !== '' && kindPart !== anyKind && allowed(kindPart, known.kinds);
  const plain = plainPlace(known);
  const check = checkPart !== '' && allowed(checkPart, known.checks) ? checkPart : plain.check;
  const leases: Leases =
    leasePart !== '' && allowed(leasePart, ['own', 'same']) && leasePart === 'same' ? 'same' : 'own';
  for (const word of rest) problems.push(badPlace(word, []));
  for (const word of named.slice(rowsMax)) problems.push(badPlace(word, []));
  // A kind of fault without a row names nothing that could be shown.
  const kind = hasKind && rows.length > 0 ? kindPart : null;
  return { place: { rows, kind, check, leases }, problem: problems[0] ?? null };
}

/** The shortest address of a place, with its `#`. `#all` for the plain page. */
export function writePlace({ rows, kind, check, leases }: Place, known: Known): string {
  const parts = [
    rows.length === 0 ? everyRow : rows.join('+'),
    kind ?? anyKind,
    // A cell has its check in its address, so that it means the same if another check comes first one day.
    check === plainPlace(known).check && kind === null && leases === 'own' ? '' : check,
    leases === 'own' ? '' : leases,
  ];
  while (parts.at(-1) === '' || (parts.length === 2 && parts[1] === anyKind)) parts.pop();
  return `#${parts.join('/')}`;
}

/** Never throws: an address may have been cut within a character. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
