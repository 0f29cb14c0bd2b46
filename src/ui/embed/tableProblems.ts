/** What an address asks for of the table “What breaks what”, and which of its parameters cannot be followed, in words. */
import { type runParameters, tableParameters } from '../../model/embedParameters';
import type { Text } from '../../model/text';
import { readParameters } from '../files/embedParameters';
import { givenTwice, noParameter } from '../files/embedProblems';
import { notInRow, notInTable } from './problems';

type Given = Pick<Location, 'search' | 'hash'>;

/** The row and the check of a table stand for them. */
const ofStories: readonly string[] = ['story', 'variant', 'lock', 'storage'];
/** A cell is a run, and a row is none. */
const ofRuns: readonly (typeof runParameters)[number][] = ['controls', 'from', 'to', 'loop', 'at', 'outcome'];
const ofAll: readonly (typeof runParameters)[number][] = ['theme', 'lang', 'height'];

const names: readonly string[] = ['view', ...tableParameters];
/** For people. */
const known: readonly string[] = [...names, ...ofAll, ...ofRuns];

/** The place in the table, as an address of its page has it. */
export function placeAsked({ search }: Pick<Given, 'search'>): string {
  const asked = new URLSearchParams(search);
  // A slash within one of them is none of the address.
  return tableParameters.map((name) => (asked.get(name) ?? '').replaceAll('/', '%252F')).join('/');
}

/**
 * What is wrong with the place in the table is told by `placeProblems`.
 *
 * @param isRun whether a cell is shown, as a run
 */
export function tableProblems({ search, hash }: Given, isRun: boolean): readonly Text[] {
  const given = new URLSearchParams(search);
  const rest = new URLSearchParams(search);
  const problems = hash.startsWith('#v1.') ? [notInTable('scenario')] : [];
  for (const name of new Set(given.keys())) {
    const problem = problemOf(name, isRun);
    if (problem !== null) problems.push(problem);
    else if (names.includes(name) && given.getAll(name).length > 1) problems.push(givenTwice(name));
    // The others are read as those of any embed.
    if (problem !== null || names.includes(name)) rest.delete(name);
  }
  return [...problems, ...readParameters(rest).problems];
}

function problemOf(name: string, isRun: boolean): Text | null {
  if (ofStories.includes(name)) return notInTable(name);
  if (ofRuns.some((one) => one === name)) return isRun ? null : notInRow(name);
  return [...known, 'v', 'frame', 'room'].includes(name) ? null : noParameter(name, known);
}
