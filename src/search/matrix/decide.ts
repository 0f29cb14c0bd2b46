/**
 * Which guard and which lock: the rules by which the answers lead to one recommendation. The rows that the answers
 * leave are ranked by their cells. It knows no words and no claims.
 */
import { type Answers, choose, type Question, type Tables } from './choose';
import { ranked } from './rank';
import {
  assumedAnswers,
  type GuardId,
  neverRecommended,
  onlyWhereItRuns,
  type ReasonId,
  setUpOrder,
  tableOfGuard,
} from './recommendRules';
import type { RowInfo } from './rowInfo';
import type { CheckId } from './rows';
import type { RowTimes } from './rowTime';
import type { Table } from './table';

/** What is known about the rows before any lock is loaded. */
export interface KnownRows {
  readonly infos: Readonly<Record<string, RowInfo>>;
  readonly times: Readonly<Record<string, RowTimes>>;
  /** With the default leases, by check: `comparedChecks`. */
  readonly tables: Tables;
}

export interface Decision {
  readonly reason: ReasonId;
  readonly guard: GuardId;
  readonly isGuardThere: boolean;
  /** The recommended lock. Null: none. */
  readonly row: string | null;
  /** The rows that the answers leave, the best first. */
  readonly order: readonly string[];
  readonly ignored: readonly Question[];
}

type Full = Required<Pick<Answers, keyof typeof assumedAnswers>> & Answers;

export function decide(answers: Answers, known: KnownRows): Decision {
  const full: Full = { ...assumedAnswers, ...answers };
  const left = (filter: Answers, guard: GuardId) => leftBy(filter, guard, known);
  const { harm, check, runs, work, waits, language, clock } = full;
  const where: Answers = {
    runs,
    work,
    ...(waits && { waits }),
    ...(language && { language }),
    ...(clock && { clock }),
  };
  switch (harm) {
    case 'outside': {
      const isGuardThere = check === 'unique';
      return { reason: 'recognize-repeats', guard: 'key', isGuardThere, row: null, ...left(where, 'key') };
    }
    case 'work':
      return lockOf('saves-work', 'none', left(where, 'none'));
    case 'leader': {
      const elected = left({ ...where, harm, check: 'version' }, 'version');
      return { ...lockOf('leader', 'version', elected), isGuardThere: check === 'version' };
    }
    case 'servers':
    case 'never':
      break;
    default:
      return harm satisfies never;
  }
  if (check === 'unique')
    return { reason: 'unique-row', guard: 'unique', isGuardThere: true, row: null, ...left(where, 'unique') };
  if (check !== 'version' && harm === 'servers') {
    const filter: Answers = { ...where, harm, check };
    const order = orderOf(filter, 'none', known);
    const [best] = order;
    if (best !== undefined) {
      const hasToken = check === 'token' && known.infos[best]?.hasToken === true;
      return lockOf('dead-servers', hasToken ? 'token' : 'none', { order, ignored: [] });
    }
  }
  return versioned(check === 'version', work, left({ ...where, harm, check: 'version' }, 'version'));
}

interface Left {
  readonly order: readonly string[];
  readonly ignored: readonly Question[];
}

function versioned(isThere: boolean, work: Full['work'], left: Left): Decision {
  const reason = isThere ? (work === 'second' ? 'version-alone' : 'version-and-lock') : 'version-added';
  const row = work === 'second' ? null : (left.order[0] ?? null);
  return { reason, guard: 'version', isGuardThere: isThere, row, ...left };
}

const lockOf = (reason: ReasonId, guard: GuardId, left: Left): Decision => ({
  reason,
  guard,
  isGuardThere: true,
  row: left.order[0] ?? null,
  ...left,
});

/**
 * The answers that are dropped while no row is left, the first one first: those about clocks and waiting are given
 * least often. Then the length of the work, which can be done in steps; few languages have a lock that renews itself.
 */
const dropOrder: readonly Question[] = ['clock', 'waits', 'work'];

function leftBy(filter: Answers, guard: GuardId, known: KnownRows): Left {
  const given = dropOrder.filter((question) => filter[question] !== undefined);
  for (let count = 0; count <= given.length; count++) {
    const ignored = given.slice(0, count);
    const kept: Answers = { ...filter, ...Object.fromEntries(ignored.map((question) => [question, undefined])) };
    const order = orderOf(kept, guard, known);
    if (order.length > 0) return { order, ignored };
  }
  return { order: [], ignored: [] };
}

export function orderOf(filter: Answers, guard: GuardId, { infos, times, tables }: KnownRows): readonly string[] {
  const { stays } = choose(filter, infos, tables);
  const isThere = (service = ''): boolean => !onlyWhereItRuns.includes(service) || filter.runs === service;
  const named = stays.filter((row) => !neverRecommended.includes(row) && isThere(infos[row]?.service));
  return ranked(named, { table: tableIn(tables, tableOfGuard[guard]), infos, times, setUp });
}

export function tableIn(tables: Tables, check: CheckId): Table {
  const table = tables[check];
  if (table === undefined) throw new Error(`The table of ${check} is not loaded.`);
  return table;
}

function setUp({ service, asksSeveral }: RowInfo): number {
  const kind = asksSeveral ? 'several' : service;
  const order: readonly string[] = setUpOrder;
  const at = order.indexOf(kind);
  return at === -1 ? order.length : at;
}
