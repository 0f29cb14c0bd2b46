/**
 * “Which lock do I need?”: one recommendation for the answers, each of which may be open, in sentences for the page,
 * the terminal and `mcp` alike. Each line about a lock or a check comes from cells of the tables, which it brings
 * along, or from a named document (`recommendRules.ts`). The phrases are in `texts/`.
 */
import type { recommendWords } from '../../content/texts/recommend';
import { whichWords } from '../../content/texts/which';
import { harmsData } from '../../core/model/trace/severity';
import { withColon } from '../../core/model/values/joinedTexts';
import type { Language } from '../../core/model/values/text';
import {
  type Answers,
  askedQuestions,
  crashFaults,
  type Question,
  questionNames,
  questions,
  writeAnswers,
} from './choose';
import { type Asked, cellLink, claim, type Line, ofTable, plain, rowName, wordsOf } from './claim';
import { assumedAnswers, type Decision, decide, type KnownRows, orderOf, tableBehind, tableIn } from './decide';
import { type CellDifference, type CellRef, differencesOf, harmGroups, inGroup, triedCells } from './rank';
import * as rules from './recommendRules';
import { type CheckId, rowOfTable } from './rows';
import type { RowTimes } from './rowTime';

export interface Code {
  readonly text: string;
  readonly note: string;
}

/**
 * The run beside a recommendation. `isRemedy`: without the check the fault of the cell loses data, and the run is that
 * of the same fault with `check`. Otherwise it shows what the recommendation does not prevent.
 */
export interface Shown {
  readonly cell: CellRef;
  readonly check: CheckId;
  readonly isRemedy: boolean;
  readonly line: Line;
}

/** What another answer to one question would lead to. */
interface Change {
  readonly question: Question;
  readonly answer: string;
  readonly condition: string;
  readonly title: string;
  readonly address: string;
}

export interface Recommendation {
  readonly answers: Answers;
  readonly language: Language;
  readonly decision: Decision;
  /** Open questions, for each of which the careful answer was assumed. */
  readonly assumed: readonly Question[];
  readonly title: string;
  /** The guard, which begins the title. Empty: none. */
  readonly guard: string;
  /** Two sentences. */
  readonly why: string;
  /** What backs them. */
  readonly backing: readonly Line[];
  /** What was assumed or left out, what must be added, and what may surprise. */
  readonly notes: readonly Line[];
  /** Empty where no lock is needed. */
  readonly settings: readonly string[];
  readonly conditions: readonly Line[];
  /** The check at the resource as code, and what the code does not say. Null: none is recommended. */
  readonly code: Code | null;
  /** The lock as code, where no library of the table is recommended but a recipe for Redis. */
  readonly lockCode: Code | null;
  /** What can still fail, the worst first; at most three. */
  readonly cannot: readonly Line[];
  readonly shows: Shown;
  readonly runnersUp: readonly { readonly row: string; readonly title: string; readonly lines: readonly Line[] }[];
  /** The three that change it most. Empty: no other answer to one question changes it. */
  readonly changes: readonly Change[];
  readonly left: string;
}

export function recommend(answers: Answers, knownRows: KnownRows, language: Language): Recommendation {
  const decision = decide(answers, knownRows);
  const context = { answers, knownRows, decision, language };
  const { guard, row, reason } = decision;
  const words = wordsOf(context);
  const shownGuard = guard === 'version' && answers.runs === 'forge' ? 'push' : guard;
  const code = rules.codeOfGuard[shownGuard];
  const assumed = askedQuestions.filter((question) => answers[question] === undefined && counts(question, decision));
  return {
    answers,
    language,
    decision,
    assumed,
    title: titleOf(decision, context),
    guard: guard === 'none' ? '' : words.guards[guard],
    why: words.reasons[reason],
    backing: backingOf(context),
    notes: notesOf(assumed, context),
    settings: row === null ? [] : settingsOf(row, context),
    conditions: conditionsOf(shownGuard, context),
    code: code === undefined ? null : { text: code, note: words.codeNotes[shownGuard] },
    lockCode: lockCodeOf(row, context),
    cannot: cannotOf(context),
    shows: shownBy(context),
    runnersUp: runnersUpOf(context),
    changes: changesOf(context),
    left: words.left(decision.order.length, Object.keys(knownRows.infos).length),
  };
}

/**
 * Whether an answer to a question could have changed the decision. If no lock is recommended, what runs does not
 * matter.
 */
function counts(question: Question, { reason, row, ignored }: Decision): boolean {
  if (ignored.includes(question)) return false;
  if (question === 'language') return row !== null && rowOfTable(row).language !== undefined;
  if (question === 'check') return reason !== 'saves-work';
  return question === 'harm' || row !== null;
}

/** The text of the answer to a question. */
export function answerText(question: Question, answers: Answers, language: Language): string {
  const labels: Readonly<Record<string, string>> = whichWords[language].answers[question];
  return labels[answers[question] ?? ''] ?? whichWords[language].open;
}

/** The answers in their order, without the questions: `data, so nothing may cause it · a version`. */
export const answersText = (answers: Answers, language: Language): string =>
  questionNames
    .filter((question) => answers[question] !== undefined)
    .map((question) => answerText(question, answers, language))
    .join(' · ');

function titleOf({ guard, row }: Decision, context: Asked): string {
  const { title, guards } = wordsOf(context);
  if (row === null) return title.guard(guards[guard]);
  return guard === 'none' ? title.lock(rowName(row, context)) : title.both(guards[guard], rowName(row, context));
}

function notesOf(assumed: readonly Question[], context: Asked): readonly Line[] {
  const { language, decision } = context;
  const { isGuardThere, ignored, row } = decision;
  const { dropped, ...words } = wordsOf(context);
  const instead: Readonly<Record<string, string>> = dropped;
  const { questions: texts } = whichWords[language];
  const needs = row === null ? null : (rowOfTable(row).language ?? null);
  const defaultAnswers: Answers = { ...assumedAnswers, ...(needs && { language: needs }) };
  const assume = (question: Question): string =>
    words[question === 'language' ? 'forLanguage' : 'assumed'](
      texts[question],
      answerText(question, defaultAnswers, language),
    );
  return [
    ...(isGuardThere ? [] : [plain(assumed.includes('check') ? words.mustAddUnlessThere : words.mustAdd)]),
    ...warningsOf(context),
    ...librariesOf(row, context),
    // A recommendation that brings its own check says so: that nothing is assumed would seem to contradict it.
    ...assumed.filter((question) => question !== 'check' || isGuardThere).map((question) => plain(assume(question))),
    ...ignored.map((question) => plain(instead[question] ?? words.ignored(texts[question]))),
  ];
}

function timesOf(row: string, { knownRows }: Asked): RowTimes {
  const rowTimes = knownRows.times[row];
  if (rowTimes === undefined) throw new Error(`There are no times of the row ${row}.`);
  return rowTimes;
}

function lockCodeOf(row: string | null, context: Asked): Code | null {
  const lease = rules.recipes.includes(row ?? '') ? timesOf(row ?? '', context).lease : null;
  const key = rules.recipeKey[context.answers.harm ?? assumedAnswers.harm];
  return lease === null ? null : { text: rules.recipeCode(key, lease), note: wordsOf(context).recipeNote };
}

/** Of the recipe, in the language of the answers or in any. */
const librariesOf = (row: string | null, context: Asked): readonly Line[] =>
  rules.recipeLibraries
    .filter(([id]) => rules.recipes.includes(row ?? '') && (context.answers.language ?? id) === id)
    .map(([id, link]) => ({ ...plain(wordsOf(context).recipeLibraries[id]), links: [link] }));

function settingsOf(row: string, context: Asked): readonly string[] {
  const { lease, renewEvery, timeout, blockedFor } = timesOf(row, context);
  const { settings: say } = wordsOf(context);
  const work = rules.workMs[context.answers.work ?? assumedAnswers.work];
  return [
    lease !== null && renewEvery === null && work >= lease ? say.shortLease(lease) : say.lease(lease),
    say.renewEvery(renewEvery),
    say.timeout(timeout),
    say.blockedFor(blockedFor),
    say.asMeasured,
  ];
}

const lockOfRow = (row: string): string => rowOfTable(row).lock;

/** The row whose cells back the claims: the lock's row, or the row without a lock. */
const describedRow = ({ decision: { row } }: Asked): string => row ?? 'no-lock';

const describedCells = (context: Asked): readonly CellRef[] =>
  triedCells(tableBehind(context.decision.guard, context.knownRows), describedRow(context));

const cellsIn = (check: CheckId, row: string, { knownRows }: Asked): readonly CellRef[] =>
  triedCells(tableIn(knownRows.tables, check), row);

/** Kinds that people know best come first: a pause, then a crash. */
function worstFirst(cells: readonly CellRef[]): readonly CellRef[] {
  const first = ['delay', 'restart', 'crash', 'pause'];
  return [...cells].sort((one, other) => first.indexOf(other.kind) - first.indexOf(one.kind));
}

const losses = (cells: readonly CellRef[]): readonly CellRef[] => worstFirst(inGroup(cells, 'loses'));

/** Without the check, the same row loses data. */
const unguarded = (context: Asked): readonly CellRef[] => losses(cellsIn('no-check', describedRow(context), context));

function backingOf(context: Asked): readonly Line[] {
  const { reason, order } = context.decision;
  const cells = describedCells(context);
  const { recognized, watch } = wordsOf(context);
  switch (reason) {
    case 'recognize-repeats':
    case 'unique-row': {
      const { story, variant } = rules.repeatStory;
      const link = { address: `../?story=${story}&variant=${variant}`, text: watch, name: withColon(watch, story) };
      return [
        // Even the best of them does this twice, so no lock prevents it.
        ...claim('twice', losses(cellsIn('mail', order[0] ?? 'no-lock', context)), context),
        { ...plain(recognized), links: [link] },
      ];
    }
    case 'version-alone':
    case 'version-and-lock':
    case 'version-added':
    case 'leader':
      return [...claim('no-loss', cells, context), ...claim('unguarded', unguarded(context), context)];
    case 'dead-servers':
      return claim(
        'no-loss',
        cells.filter(({ kind }) => crashFaults.includes(kind)),
        context,
      );
    case 'saves-work':
      return [];
    default:
      return reason satisfies never;
  }
}

function warningsOf(context: Asked): readonly Line[] {
  const { answers, decision } = context;
  if (answers.check !== 'token' || !['version', 'token'].includes(decision.guard)) return [];
  const cells = rules.tokenFails.flatMap(([row, kind]) =>
    cellsIn('fencing', row, context).filter((cell) => cell.kind === kind && harmsData(cell.outcome)),
  );
  return claim('token-fails', cells, context);
}

function conditionsOf(guard: keyof typeof recommendWords.en.codeNotes, context: Asked): readonly Line[] {
  const { reason, row, ignored } = context.decision;
  const all = [
    rules.conditionOfGuard[guard],
    ...(reason === 'leader' ? [rules.conditionOfLeader] : []),
    ...(row !== null && guard === 'none' ? [rules.conditionOfOutage] : []),
    ...(row !== null && ignored.includes('work') ? [rules.conditionOfLongWork] : []),
    ...(row === null ? [] : (rowOfTable(row).conditions ?? [])),
  ].filter((condition) => condition !== undefined);
  return all.map(([id, address]) => {
    const host = address.split('/')[2] ?? address;
    return { id, text: wordsOf(context).conditions[id], links: [{ address, text: host, name: host }], cells: [] };
  });
}

/** If the receiver recognizes repeats, no failure of the lock does harm. */
function cannotOf(context: Asked): readonly Line[] {
  const { guard } = context.decision;
  if (guard === 'key') return [];
  // A unique key refuses only new rows. A change of an existing row gets through as it does without a lock.
  if (guard === 'unique') return claim('existing-rows', losses(cellsIn('no-check', 'no-lock', context)), context);
  const cells = describedCells(context);
  return harmGroups.flatMap((group) => claim(group, worstFirst(inGroup(cells, group)), context)).slice(0, 3);
}

/** The check at work, against a fault of the kind that people know best. Else the worst cell; else any cell. */
function shownBy(context: Asked): Shown {
  const { decision, knownRows } = context;
  const { guard, order } = decision;
  const table = tableBehind(guard, knownRows);
  const cells = triedCells(table, guard === 'key' ? (order[0] ?? 'no-lock') : describedRow(context));
  const isSafe = ({ kind }: CellRef): boolean => cells.some((cell) => cell.kind === kind && !harmsData(cell.outcome));
  const preventedCell = guard === 'key' ? undefined : unguarded(context).find(isSafe);
  const cell = preventedCell ?? [...harmGroups.flatMap((group) => worstFirst(inGroup(cells, group))), ...cells][0];
  if (cell === undefined) throw new Error(`No cell was tried with ${table.check}.`);
  const { kinds, outcomesInWords, cell: sentence } = ofTable(context);
  const [kind, outcome] = [kinds[cell.kind], outcomesInWords[cell.outcome]];
  const text = preventedCell
    ? wordsOf(context).remedy(kind, outcome)
    : sentence({ row: rowName(cell.row, context), kind, outcome, from: null });
  const line = { id: 'shows', text, links: [cellLink(cell, context)], cells: [cell] };
  return { cell, check: table.check, isRemedy: preventedCell !== undefined, line };
}

function runnersUpOf(context: Asked): Recommendation['runnersUp'] {
  const { knownRows, decision } = context;
  const { row, guard, order } = decision;
  const { harm, check, work } = { ...assumedAnswers, ...context.answers };
  const where: Answers = {
    work,
    ...(harm === 'servers' && { harm, check }),
    ...(guard === 'version' && { check: 'version' }),
  };
  const everywhere = orderOf(where, guard, knownRows);
  // The recommended row comes first, and each later row is the first of its lock.
  const all = [...(row === null ? [] : [row]), ...order, ...everywhere];
  const firsts = all.filter((one, at) => all.findIndex((each) => lockOfRow(each) === lockOfRow(one)) === at);
  const runnerUpRows = firsts.filter((one) => one !== row).slice(0, 2);
  return runnerUpRows.map((each) => ({
    row: each,
    title: rowName(each, context),
    lines: runnerUpLines(each, context),
  }));
}

function runnerUpLines(row: string, context: Asked): readonly Line[] {
  const { knownRows, decision } = context;
  const { runnerUp, settings } = wordsOf(context);
  // A token guards only some of the rows, so all are compared without it.
  const table = tableBehind(decision.guard === 'token' ? 'none' : decision.guard, knownRows);
  const first = decision.row;
  const [own, ofFirst] = [triedCells(table, row), first === null ? [] : triedCells(table, first)];
  const differences = [
    ...differenceLines(differencesOf(1, own, ofFirst), runnerUp.better, context),
    ...differenceLines(differencesOf(-1, own, ofFirst), runnerUp.worse, context),
  ];
  const { blockedFor } = timesOf(row, context);
  const isBlocking = first === null || timesOf(first, context).blockedFor !== blockedFor;
  return [
    ...(first === null ? [plain(runnerUp.inFront)] : differences.length === 0 ? [plain(runnerUp.same)] : []),
    ...differences,
    ...(isBlocking ? [plain(runnerUp.blocks(settings.blockedFor(blockedFor)))] : []),
    ...(decision.order.includes(row) ? [] : [plain(runnerUp.elsewhere)]),
  ];
}

/** Kinds of faults with equal differences share a line. */
function differenceLines(
  pairs: readonly CellDifference[],
  say: (kinds: string, outcome: string, instead: string) => string,
  context: Asked,
): readonly Line[] {
  const { outcomesInWords: inWords } = ofTable(context);
  const likeIt = ({ cell, against }: CellDifference): readonly CellDifference[] =>
    pairs.filter((one) => one.cell.outcome === cell.outcome && one.against.outcome === against.outcome);
  return pairs
    .filter((pair) => likeIt(pair)[0] === pair)
    .map((first) => {
      const group = likeIt(first);
      const links = group.map(({ cell }) => cellLink(cell, context));
      const kinds = links.map(({ text }) => text);
      return {
        id: 'compared',
        text: say(wordsOf(context).kinds(kinds, 0), inWords[first.cell.outcome], inWords[first.against.outcome]),
        links,
        cells: group.flatMap(({ cell, against }) => [cell, against]),
      };
    });
}

/** Nobody writes in another language because of a lock. */
const changeable = ['harm', 'check', 'runs', 'work'] as const;

function changesOf(context: Asked): readonly Change[] {
  const { answers, decision } = context;
  const now = { ...assumedAnswers, ...answers };
  const tried = changeable.flatMap((question) =>
    questions[question]
      .filter((answer) => answer !== now[question])
      .map((answer) => {
        const changed: Answers = { ...answers, [question]: answer };
        const other = decide(changed, context.knownRows);
        const conditions: Readonly<Record<string, string>> = wordsOf(context).changeIf[question];
        return {
          ...{ question, answer, condition: conditions[answer] ?? answer, title: titleOf(other, context) },
          address: `#which/${writeAnswers(changed)}`,
          weight: weightOf(decision, other),
          key: `${question} ${other.guard} ${other.row}`,
        };
      }),
  );
  return tried
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .filter(({ key }, at, all) => all.findIndex((one) => one.key === key) === at)
    .slice(0, 3);
}

/** How much another answer changes: a different guard most, then whether there is a lock, then which. */
const weightOf = (one: Decision, other: Decision): number =>
  (one.guard === other.guard ? 0 : 4) +
  ((one.row === null) === (other.row === null) ? 0 : 3) +
  (one.row === other.row ? 0 : 2) +
  (one.isGuardThere === other.isGuardThere ? 0 : 1);
