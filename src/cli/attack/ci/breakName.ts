/**
 * The name of a break: its harm, and each fault with its place in words. It has no line number, because that changes
 * with every edit. It is English, since files hold it.
 */
import { visible } from '../../../core/model/values/visible';
import { type FaultAt, type FoundBreak, leastNeeded, type Step } from './found';

/** A break with its name. */
export interface NamedBreak extends FoundBreak {
  readonly name: string;
}

const stepNames: Readonly<Record<Step, string>> = {
  before: 'before acquire',
  acquire: 'in acquire',
  inside: 'while it holds the lock',
  release: 'in release',
  between: 'after release or refusal',
};

const statementMost = 120;

const linesOf = (source: string): readonly string[] => source.split(/\r\n|[\n\r\u2028\u2029]/);

/** The statement on a line of a file, which counts from 1, as one short line. Empty: there is none. */
export const statementOn = (source: string, line: number): string => statementAt(linesOf(source)[line - 1] ?? '');

/**
 * Breaks of one name are one: the first, with the places of all and what the weakest needs.
 *
 * @param source the text of the file; empty if there is no file
 */
export function namedBreaks(breaks: readonly FoundBreak[], source: string): readonly NamedBreak[] {
  const lines = linesOf(source);
  const named = new Map<string, NamedBreak>();
  for (const one of breaks) {
    const name = nameOf(one, lines);
    const same = named.get(name);
    const needs = leastNeeded([same?.needs ?? null, one.needs]);
    named.set(name, { ...one, name, ...same, needs, places: one.places + (same?.places ?? 0) });
  }
  return [...named.values()];
}

function nameOf({ harm, faults }: FoundBreak, lines: readonly string[]): string {
  if (faults.length === 0) return `${harm} without a fault`;
  return `${harm} by ${faults.map((fault) => placeOf(fault, lines)).join(' and ')}`;
}

function placeOf({ kind, step, line }: FaultAt, lines: readonly string[]): string {
  const statement = step === 'acquire' || step === 'release' ? statementAt(lines[line - 1] ?? '') : '';
  return `${kind} ${stepNames[step]}${statement === '' ? '' : `, at \`${statement}\``}`;
}

/** A text on one line, without control characters. */
function statementAt(line: string): string {
  const begin = line.slice(0, 10 * statementMost).trim();
  // By code points, because half of a surrogate pair is not valid text. It stands between backticks.
  return [...visible(begin.replace(/\s+/g, ' ').replaceAll('`', "'"))].slice(0, statementMost).join('').trimEnd();
}
