/**
 * “Which lock do I need?”: one recommendation for the answers, each of which may be open. It is derived: each claim
 * about a lock or a check comes from cells of the tables or from a named document (`recommendRules.ts`). It knows no
 * words.
 */
import { type Answers, askedQuestions, deaths, loss, type Question, questions } from './choose';
import { codeLanguageOf } from './codeLanguages';
import { type Decision, decide, type KnownRows, orderOf, tableIn } from './decide';
import { type CellRef, differencesOf, harmGroupNames, inGroup, triedCells } from './rank';
import type { CellClaim, Change, Claim, Recommendation, RunnerUp, Shown } from './recommendation';
import {
  assumedAnswers,
  type Condition,
  conditionOfLeader,
  conditionOfLongWork,
  conditionsOfGuard,
  conditionsOfLock,
  conditionsOfRow,
  isPush,
  repeatStory,
  tableOfGuard,
  tokenFails,
} from './recommendRules';
import { rows } from './rows';
import type { RowTimes } from './rowTime';

const runnersUpMax = 2;
const changesMax = 3;
const cannotMax = 3;

export function recommend(answers: Answers, known: KnownRows): Recommendation {
  const decision = decide(answers, known);
  const { reason, guard, isGuardThere, row, order, ignored } = decision;
  return {
    answers,
    assumed: askedQuestions.filter(
      (question) => answers[question] === undefined && !ignored.includes(question) && counts(question, decision),
    ),
    ignored,
    reason,
    lock: row === null ? null : { row, times: timesOf(row, known) },
    guard,
    isGuardThere,
    why: whyOf(decision, known),
    warnings: warningsOf(answers, decision, known),
    conditions: conditionsOf(decision, answers),
    cannot: cannotOf(decision, known),
    shows: shownBy(decision, known),
    runnersUp: runnersUpOf(answers, decision, known),
    changes: changesOf(answers, decision, known),
    left: { rows: order.length, all: Object.keys(known.infos).length },
  };
}

function timesOf(row: string, { times }: KnownRows): RowTimes {
  const found = times[row];
  if (found === undefined) throw new Error(`There are no times of the row ${row}.`);
  return found;
}

/**
 * Whether an answer to a question could have changed the decision. If no lock is recommended, what runs does not
 * matter.
 */
function counts(question: Question, { reason, row }: Decision): boolean {
  if (question === 'language') return row !== null && codeLanguageOf(row) !== null;
  if (question === 'check') return reason !== 'saves-work';
  return question === 'harm' || row !== null;
}

const lockOfRow = (row: string): string => rows.find(({ id }) => id === row)?.lock ?? row;

/** The row whose cells back the claims: the lock's row, or the row without a lock. */
const describedRow = ({ row }: Decision): string => row ?? 'no-lock';

function cellsOf(row: string, { guard }: Pick<Decision, 'guard'>, { tables }: KnownRows): readonly CellRef[] {
  return triedCells(tableIn(tables, tableOfGuard[guard]), row);
}

const claim = (id: CellClaim['id'], cells: readonly CellRef[]): readonly CellClaim[] =>
  cells.length === 0 ? [] : [{ kind: 'cells', id, cells }];

const recognized: Claim = { kind: 'story', id: 'recognized', ...repeatStory };

function whyOf(decision: Decision, known: KnownRows): readonly Claim[] {
  const { reason, order } = decision;
  const cells = cellsOf(describedRow(decision), decision, known);
  switch (reason) {
    case 'recognize-repeats':
    case 'unique-row': {
      // Even the best of them does this twice, so no lock prevents it.
      const mails = triedCells(tableIn(known.tables, 'mail'), order[0] ?? 'no-lock');
      return [...claim('twice', worstFirst(inGroup(mails, 'loses'))), recognized];
    }
    case 'version-alone':
    case 'version-and-lock':
    case 'version-added':
    case 'leader':
      return [...claim('no-loss', cells), ...unguarded(decision, known)];
    case 'dead-servers':
      return claim(
        'no-loss',
        cells.filter(({ kind }) => deaths.includes(kind)),
      );
    case 'saves-work':
      return [];
    default:
      return reason satisfies never;
  }
}

/** Without the check, the same row loses data. */
const unguarded = (decision: Decision, { tables }: KnownRows): readonly CellClaim[] =>
  claim('unguarded', worstFirst(inGroup(triedCells(tableIn(tables, 'no-check'), describedRow(decision)), 'loses')));

/** A unique key refuses only new rows. A change of an existing row gets through as it does without a lock. */
const existingRows = ({ tables }: KnownRows): readonly CellClaim[] =>
  claim('existing-rows', worstFirst(inGroup(triedCells(tableIn(tables, 'no-check'), 'no-lock'), 'loses')));

/** Kinds that people know best come first: a pause, then a crash. */
function worstFirst(cells: readonly CellRef[]): readonly CellRef[] {
  const first = ['pause', 'crash', 'restart', 'delay'];
  const rank = ({ kind }: CellRef): number => (first.includes(kind) ? first.indexOf(kind) : first.length);
  return [...cells].sort((one, other) => rank(one) - rank(other));
}

function warningsOf({ check, harm }: Answers, { guard }: Decision, { tables }: KnownRows): readonly Claim[] {
  if (check !== 'token' || harm === 'work' || harm === 'outside' || (guard !== 'version' && guard !== 'token'))
    return [];
  const fencing = tableIn(tables, 'fencing');
  const cells = tokenFails.flatMap(({ row, kind }) => triedCells(fencing, row).filter((cell) => cell.kind === kind));
  return claim(
    'token-fails',
    cells.filter(({ outcome }) => loss.includes(outcome)),
  );
}

function conditionsOf({ guard, row, reason, ignored }: Decision, answers: Answers): readonly Claim[] {
  const conditions: readonly Condition[] = [
    ...conditionsOfGuard[isPush({ guard, answers }) ? 'push' : guard],
    ...(reason === 'leader' ? [conditionOfLeader] : []),
    ...(row !== null && ignored.includes('work') ? [conditionOfLongWork] : []),
    ...(row === null ? [] : [...(conditionsOfLock[lockOfRow(row)] ?? []), ...(conditionsOfRow[row] ?? [])]),
  ];
  return conditions.map(({ id, source }) => ({ kind: 'document', id, source }));
}

/**
 * What can still fail with the recommendation, the worst first. If the receiver recognizes repeats, no failure of the
 * lock does harm.
 */
function cannotOf(decision: Decision, known: KnownRows): readonly Claim[] {
  const { guard } = decision;
  if (guard === 'key') return [];
  if (guard === 'unique') return existingRows(known);
  const cells = cellsOf(describedRow(decision), decision, known);
  return harmGroupNames.flatMap((group) => claim(group, worstFirst(inGroup(cells, group)))).slice(0, cannotMax);
}

/** The check at work, against a fault of the kind that people know best. Else the worst cell; else any cell. */
function shownBy(decision: Decision, known: KnownRows): Shown {
  const { guard, order } = decision;
  const row = guard === 'key' ? (order[0] ?? 'no-lock') : describedRow(decision);
  const table = tableIn(known.tables, tableOfGuard[guard]);
  const { check } = table;
  const cells = triedCells(table, row);
  const safe = cells.filter(({ outcome }) => !loss.includes(outcome)).map(({ kind }) => kind);
  const mended = unguarded(decision, known).flatMap((one) => one.cells.filter(({ kind }) => safe.includes(kind)));
  if (mended[0] !== undefined && guard !== 'key') return { cell: mended[0], check, isRemedy: true };
  const [shown] = [...harmGroupNames.flatMap((group) => worstFirst(inGroup(cells, group))), ...cells];
  if (shown === undefined) throw new Error(`No cell of the row ${row} was tried with ${table.check}.`);
  return { cell: shown, check, isRemedy: false };
}

function runnersUpOf(
  { waits: _waits, ...answers }: Answers,
  decision: Decision,
  known: KnownRows,
): readonly RunnerUp[] {
  const { row, guard, order } = decision;
  const { harm, check } = { ...assumedAnswers, ...answers };
  const where: Answers = { work: answers.work ?? assumedAnswers.work, ...(harm === 'servers' && { harm, check }) };
  const everywhere = orderOf(guard === 'version' ? { ...where, check: 'version' } : where, guard, known);
  const taken = new Set(row === null ? [] : [lockOfRow(row)]);
  const found: RunnerUp[] = [];
  // A token guards only some of the rows, so all are compared without it.
  const compared = { guard: guard === 'token' ? 'none' : guard } as const;
  const ofRecommended = row === null ? [] : cellsOf(row, compared, known);
  for (const candidate of [...order, ...everywhere]) {
    if (found.length === runnersUpMax) break;
    if (taken.has(lockOfRow(candidate))) continue;
    taken.add(lockOfRow(candidate));
    const { better, worse } = differencesOf(cellsOf(candidate, compared, known), ofRecommended);
    found.push({
      row: candidate,
      times: timesOf(candidate, known),
      isElsewhere: !order.includes(candidate),
      better,
      worse,
    });
  }
  return found;
}

function changesOf(answers: Answers, decision: Decision, known: KnownRows): readonly Change[] {
  const assumed: Answers = assumedAnswers;
  const tried = changeable.flatMap((question) =>
    questions[question]
      .filter((answer) => answer !== (answers[question] ?? assumed[question]))
      .map((answer) => {
        const other = decide(Object.assign({}, answers, { [question]: answer }), known);
        return { question, answer, other, weight: weightOf(decision, other) };
      }),
  );
  const seen = new Set<string>();
  return [...tried]
    .sort((one, other) => other.weight - one.weight)
    .filter(({ weight, other, question }) => {
      const key = `${question} ${other.guard} ${other.row}`;
      return weight > 0 && !seen.has(key) && seen.add(key);
    })
    .slice(0, changesMax)
    .map(({ question, answer, other: { reason, row, guard, isGuardThere } }) => ({
      question,
      answer,
      reason,
      row,
      guard,
      isGuardThere,
    }));
}

/** Nobody writes in another language because of a lock. */
const changeable = askedQuestions.filter((question) => question !== 'language');

/** How much another answer changes: a different guard most, then whether there is a lock, then which. */
function weightOf(one: Decision, other: Decision): number {
  const guard = one.guard === other.guard ? 0 : 4;
  const hasLock = (one.row === null) === (other.row === null) ? 0 : 3;
  const lock = one.row === other.row ? 0 : 2;
  return guard + hasLock + lock + (one.isGuardThere === other.isGuardThere ? 0 : 1);
}
