/**
 * Which guard and which lock: the rules by which the answers lead to one recommendation. The rows that the answers
 * leave are ranked by their cells. It knows no words.
 */
import type { recommendWords } from '../../content/texts/recommend';
import { type Answers, choose, type Question, type Tables } from './choose';
import { onlyWhereItRuns, type RowsByName, ranked } from './rank';
import { type CheckId, rowOfTable } from './rows';
import type { Table } from './table';

/** What is known about the rows before any lock is loaded. */
export interface KnownRows extends RowsByName {
  /** With the default leases, by check: `comparedChecks`. */
  readonly tables: Tables;
}

/**
 * What the resource does with a write.
 * none: it checks nothing.
 * token: it refuses a write older than the newest token that it saw.
 * version: it refuses a write that is not based on the current version.
 * unique: it refuses a second row with the same key.
 * key: the receiver recognizes a repeat by its idempotency key.
 */
export type GuardId = 'none' | 'token' | 'version' | 'unique' | 'key';

const tableOfGuard: Readonly<Record<GuardId, CheckId>> = {
  none: 'no-check',
  token: 'fencing',
  version: 'version',
  // It guards only new rows, so the table without a check applies to the rest.
  unique: 'no-check',
  key: 'mail',
};

/** The table that shows what happens behind a guard. */
export const tableBehind = (guard: GuardId, { tables }: KnownRows): Table => tableIn(tables, tableOfGuard[guard]);

export function tableIn(tables: Tables, check: CheckId): Table {
  const table = tables[check];
  if (table === undefined) throw new Error(`The table of ${check} is not loaded.`);
  return table;
}

/** The assumed answer of an open question: the careful one. */
export const assumedAnswers = {
  harm: 'never',
  check: 'nothing',
  runs: 'anything',
  work: 'minutes',
} as const satisfies Answers;

interface Left {
  /** The rows that the answers leave, the best first. */
  readonly order: readonly string[];
  /** Questions whose answers were dropped, because no lock met them. */
  readonly ignored: readonly Question[];
}

export interface Decision extends Left {
  /** The rule that decided. */
  readonly reason: keyof typeof recommendWords.en.reasons;
  readonly guard: GuardId;
  /** False: it is not in the answers, so it must be added. */
  readonly isGuardThere: boolean;
  /** The recommended lock. Null: none. */
  readonly row: string | null;
}

export function decide(answers: Answers, knownRows: KnownRows): Decision {
  const { harm, check, ...where } = { ...assumedAnswers, ...answers };
  const by = (reason: Decision['reason'], guard: GuardId, rest: Left, isGuardThere = true): Decision => ({
    ...{ reason, guard, isGuardThere, row: rest.order[0] ?? null },
    ...rest,
  });
  const isChecked = check === 'version';
  const left = (guard: GuardId, filter: Answers = where): Left => leftBy(filter, guard, knownRows);
  if (harm === 'outside') return { ...by('recognize-repeats', 'key', left('key'), check === 'unique'), row: null };
  if (harm === 'work') return by('saves-work', 'none', left('none', { ...where, harm }));
  const versioned = left('version', { ...where, harm, check: 'version' });
  if (harm === 'leader') return by('leader', 'version', versioned, isChecked);
  if (check === 'unique') return { ...by('unique-row', 'unique', left('unique')), row: null };
  const order = harm === 'servers' && !isChecked ? orderOf({ ...where, harm, check }, 'none', knownRows) : [];
  if (order[0] !== undefined) {
    const hasToken = check === 'token' && knownRows.infos[order[0]]?.hasToken === true;
    return by('dead-servers', hasToken ? 'token' : 'none', { order, ignored: [] });
  }
  const isShort = where.work === 'second';
  const reason = !isChecked ? 'version-added' : isShort ? 'version-alone' : 'version-and-lock';
  return { ...by(reason, 'version', versioned, isChecked), ...(isShort && { row: null }) };
}

/**
 * The answers that are dropped while no row is left, the first one first: those about clocks and waiting are given
 * least often. Then the length of the work, which can be done in steps; few languages have a lock that renews itself.
 */
const dropOrder: readonly Question[] = ['clock', 'waits', 'work'];

function leftBy(filter: Answers, guard: GuardId, knownRows: KnownRows): Left {
  const answeredQuestions = dropOrder.filter((question) => filter[question] !== undefined);
  for (let count = 0; count <= answeredQuestions.length; count++) {
    const ignored = answeredQuestions.slice(0, count);
    const fewerAnswers: Answers = {
      ...filter,
      ...Object.fromEntries(ignored.map((question) => [question, undefined])),
    };
    const order = orderOf(fewerAnswers, guard, knownRows);
    if (order.length > 0) return { order, ignored };
  }
  return { order: [], ignored: [] };
}

export function orderOf(filter: Answers, guard: GuardId, knownRows: KnownRows): readonly string[] {
  const { infos, tables } = knownRows;
  const isThere = (service = ''): boolean => !onlyWhereItRuns.includes(service) || filter.runs === service;
  const named = choose(filter, infos, tables).stays.filter(
    (row) => rowOfTable(row).isNeverRecommended !== true && isThere(infos[row]?.service),
  );
  return ranked(named, tableBehind(guard, knownRows), knownRows, filter.harm === 'work');
}
