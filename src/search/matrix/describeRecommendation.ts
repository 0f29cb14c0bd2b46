/**
 * A recommendation in sentences, for the page, the decision record and the terminal alike. The phrases are in
 * `texts/`; this file decides which of them each claim gets. It knows no page: a link says what it leads to, and the
 * reader knows where that is.
 */

import { matrix as matrixEnglish } from '../../content/texts/en/matrix';
import { recommendWords } from '../../content/texts/recommend';
import { whichWords } from '../../content/texts/which';
import { matrix as matrixChinese } from '../../content/texts/zh/matrix';
import type { FaultKind } from '../../core/model/fault';
import { formatMs } from '../../core/model/format';
import { withComma } from '../../core/model/joinedTexts';
import type { Both, Language } from '../../core/model/text';
import { type Answers, type Question, questionNames, writeAnswers } from './choose';
import { codeLanguageOf } from './codeLanguages';
import type { CellDifference, CellRef } from './rank';
import type { Change, Claim, LockAdvice, Recommendation, RunnerUp, Shown } from './recommendation';
import { assumedAnswers, type GuardId, isPush, sources } from './recommendRules';
import { nameOfRow } from './rowInfo';
import { rowInfos } from './rowInfos';
import { writeTableAddress } from './tableAddress';

/**
 * cell: an address of the table, with its `#`. story: a story of the playground, with its variant. web: a full
 * address.
 */
export interface Link {
  readonly to: 'cell' | 'story' | 'web';
  readonly address: string;
  readonly text: string;
  /** The link text beside the name of the lock, which is left out. */
  readonly short: string;
}

export interface Line {
  readonly text: string;
  readonly links: readonly Link[];
}

export interface Code {
  readonly text: string;
  readonly note: string;
}

export interface RunnerUpText {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** What another answer would lead to. */
export interface ChangeText {
  readonly condition: string;
  readonly title: string;
  readonly link: Link;
}

export interface RecommendationText {
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
  readonly cannot: readonly Line[];
  readonly shows: Line;
  readonly runnersUp: readonly RunnerUpText[];
  /** Empty: no other answer to one question changes it. */
  readonly changes: readonly ChangeText[];
  readonly left: string;
}

interface Words {
  readonly said: typeof recommendWords.en;
  readonly table: typeof matrixEnglish;
  readonly which: typeof whichWords.en;
  readonly language: Language;
}

const inEnglish: Words = { said: recommendWords.en, table: matrixEnglish, which: whichWords.en, language: 'en' };
const inChinese: Words = { said: recommendWords.zh, table: matrixChinese, which: whichWords.zh, language: 'zh' };
const all: Both<Words> = { en: inEnglish, zh: inChinese };

export function describeRecommendation(recommendation: Recommendation, language: Language): RecommendationText {
  const words = all[language];
  const { said } = words;
  const shownGuard = isPush(recommendation) ? 'push' : recommendation.guard;
  const code = guardCode[shownGuard];
  return {
    title: titleOf(recommendation.guard, recommendation.lock?.row ?? null, words),
    guard: recommendation.guard === 'none' ? '' : said.guards[recommendation.guard],
    why: said.reasons[recommendation.reason],
    backing: recommendation.why.map((claim) => lineOf(claim, words)),
    notes: notesOf(recommendation, words),
    settings: recommendation.lock === null ? [] : settingsOf(recommendation.lock, words),
    conditions: recommendation.conditions.map((claim) => lineOf(claim, words)),
    code: code === null ? null : { text: code, note: said.codeNotes[shownGuard] },
    cannot: recommendation.cannot.map((claim) => lineOf(claim, words)),
    lockCode:
      recommendation.lock !== null && recipes.includes(recommendation.lock.row)
        ? { text: recipeCode, note: said.recipeNote }
        : null,
    shows: { text: shownText(recommendation.shows, words), links: [cellLink(recommendation.shows.cell, words)] },
    runnersUp: recommendation.runnersUp.map((one) => runnerUpText(one, recommendation, words)),
    changes: recommendation.changes.map((change) => changeText(change, recommendation.answers, words)),
    left: said.left(recommendation.left.rows, recommendation.left.all),
  };
}

/** The text of the answer to a question. For an open question, the text of the assumed answer. */
export function answerText(question: Question, answers: Answers, language: Language): string {
  const { which } = all[language];
  const labels: Readonly<Record<string, string>> = which.answers[question];
  return labels[answers[question] ?? ''] ?? which.open;
}

export const questionText = (question: Question, language: Language): string => all[language].which.questions[question];

const rowName = (row: string, { language }: Words): string => {
  const head = rowInfos[row];
  return head === undefined ? row : nameOfRow(head, language);
};

function titleOf(guard: GuardId, row: string | null, words: Words): string {
  const { title, guards } = words.said;
  if (row === null) return title.guard(guards[guard]);
  return guard === 'none' ? title.lock(rowName(row, words)) : title.both(guards[guard], rowName(row, words));
}

function notesOf({ assumed, ignored, isGuardThere, warnings, lock }: Recommendation, words: Words): readonly Line[] {
  const { said, language } = words;
  const dropped: Readonly<Record<string, string>> = said.dropped;
  const plain = (text: string): Line => ({ text, links: [] });
  const needs = lock === null ? null : codeLanguageOf(lock.row);
  // A recommendation that brings its own check says so: that nothing is assumed would seem to contradict it.
  const isCheckOpen = assumed.includes('check');
  const taken: Answers = { ...assumedAnswers, ...(needs && { language: needs }) };
  return [
    ...(isGuardThere ? [] : [plain(isCheckOpen ? said.mustAddUnlessThere : said.mustAdd)]),
    ...warnings.map((claim) => lineOf(claim, words)),
    ...assumed
      .filter((question) => question !== 'check' || isGuardThere)
      .map((question) =>
        plain(
          question === 'language'
            ? said.forLanguage(answerText(question, taken, language), questionText(question, language))
            : said.assumed(questionText(question, language), answerText(question, taken, language)),
        ),
      ),
    ...ignored.map((question) => plain(dropped[question] ?? said.ignored(questionText(question, language)))),
  ];
}

function settingsOf({ times }: LockAdvice, { said }: Words): readonly string[] {
  const { lease, renewEvery, timeout, blockedFor, asMeasured } = said.settings;
  return [
    lease(times.lease),
    renewEvery(times.renewEvery),
    timeout(times.timeout),
    blockedFor(times.blockedFor),
    asMeasured,
  ];
}

/** Further kinds of faults are counted, not named. */
const kindsMax = 4;
const linksMax = 2;

function kindsOf(cells: readonly CellRef[], { said, table }: Words): string {
  const shown = cells.slice(0, kindsMax);
  return said.kinds(
    shown.map(({ kind, length }) => said.kindFrom(table.kinds[kind], lengthText(length))),
    cells.length - shown.length,
  );
}

/** In ms. A shorter fault is over at once, so its length is not shown. */
const noticed = 100;

/** Rounded up to a tenth of a second, so that the sentence stays true. */
const lengthText = (ms: number | null): string | null =>
  ms === null || ms < noticed ? null : formatMs(ms < 1000 ? ms : Math.ceil(ms / 100) * 100);

function lineOf(claim: Claim, words: Words): Line {
  const { said } = words;
  switch (claim.kind) {
    case 'document': {
      const address = sources[claim.source];
      return {
        text: said.conditions[claim.id],
        links: [{ to: 'web', address, text: hostOf(address), short: hostOf(address) }],
      };
    }
    case 'story': {
      const address = `?story=${claim.story}&variant=${claim.variant}`;
      return { text: said.recognized, links: [{ to: 'story', address, text: claim.story, short: said.watch }] };
    }
    case 'cells':
      return {
        text: claimText(claim, words),
        links: claim.cells.slice(0, linksMax).map((cell) => {
          const link = cellLink(cell, words);
          return claim.id === 'token-fails' ? { ...link, short: rowName(cell.row, words) } : link;
        }),
      };
    default:
      return claim satisfies never;
  }
}

/** `www.postgresql.org` of an address of the web. */
const hostOf = (address: string): string => address.split('/')[2] ?? address;

function claimText({ id, cells }: Claim & { readonly kind: 'cells' }, words: Words): string {
  const { claims } = words.said;
  const names = [...new Set(cells.map(({ row }) => rowName(row, words)))];
  switch (id) {
    case 'no-loss':
      return claims[id](
        cells.length,
        cells.reduce((sum, { runs }) => sum + runs, 0),
      );
    case 'token-fails':
      return claims[id](words.said.kinds(names, 0));
    case 'twice':
      return claims[id](names.join(), kindsOf(cells, words));
    default:
      return claims[id](kindsOf(cells, words));
  }
}

const cellText = ({ row, kind, outcome }: CellRef, words: Words): string =>
  words.table.cell({
    row: rowName(row, words),
    kind: words.table.kinds[kind],
    outcome: words.table.outcomesInWords[outcome],
    from: null,
  });

const shownText = ({ cell, isRemedy }: Shown, words: Words): string =>
  isRemedy
    ? words.said.remedy(words.table.kinds[cell.kind], words.table.outcomesInWords[cell.outcome])
    : cellText(cell, words);

/** The check of the plain page. */
const plainCheck = { rows: [], kinds: [], checks: ['no-check'] };

function cellLink({ row, kind, check }: CellRef, words: Words): Link {
  const address = writeTableAddress({ rows: [row], kind, check, leases: 'own' }, plainCheck);
  const short = kindName(kind, words);
  return { to: 'cell', address, text: withComma(rowName(row, words), short), short };
}

const kindName = (kind: FaultKind, { table }: Words): string => table.kinds[kind];

function runnerUpText(one: RunnerUp, { lock }: Recommendation, words: Words): RunnerUpText {
  const { runnerUp, settings } = words.said;
  const plain = (text: string): Line => ({ text, links: [] });
  const differences = [
    ...differenceLines(one.better, runnerUp.better, words),
    ...differenceLines(one.worse, runnerUp.worse, words),
  ];
  const blocks =
    one.times.blockedFor === lock?.times.blockedFor
      ? []
      : [plain(runnerUp.blocks(settings.blockedFor(one.times.blockedFor)))];
  const inFront = lock === null ? [plain(runnerUp.inFront)] : differences.length === 0 ? [plain(runnerUp.same)] : [];
  return {
    title: rowName(one.row, words),
    lines: [...inFront, ...differences, ...blocks, ...(one.isElsewhere ? [plain(runnerUp.elsewhere)] : [])],
  };
}

/** Kinds of faults with equal differences share a line. */
function differenceLines(
  pairs: readonly CellDifference[],
  say: (kinds: string, outcome: string, instead: string) => string,
  words: Words,
): readonly Line[] {
  const { outcomesInWords } = words.table;
  const isFirst = ({ cell, against }: CellDifference, index: number): boolean =>
    pairs.findIndex((pair) => pair.cell.outcome === cell.outcome && pair.against.outcome === against.outcome) === index;
  return pairs.filter(isFirst).map((first) => {
    const group = pairs.filter(
      ({ cell, against }) => cell.outcome === first.cell.outcome && against.outcome === first.against.outcome,
    );
    const kinds = words.said.kinds(
      group.map(({ cell }) => kindName(cell.kind, words)),
      0,
    );
    return {
      text: say(kinds, outcomesInWords[first.cell.outcome], outcomesInWords[first.against.outcome]),
      links: group.map(({ cell }) => cellLink(cell, words)),
    };
  });
}

function changeText({ question, answer, guard, row }: Change, answers: Answers, words: Words): ChangeText {
  const changed: Answers = Object.assign({}, answers, { [question]: answer });
  const conditions: Readonly<Record<string, string>> = words.said.changeIf[question];
  const condition = conditions[answer] ?? answer;
  const link: Link = { to: 'cell', address: `#which/${writeAnswers(changed)}`, text: condition, short: condition };
  return { condition, title: titleOf(guard, row, words), link };
}

/** Rows that are Redis commands and no library. */
const recipes: readonly string[] = ['single-node', 'single-node-fsync', 'single-node-replica'];

const recipeCode = [
  'SET leader client-7 NX PX 3000',
  "EVAL \"if redis.call('GET', KEYS[1]) == ARGV[1] then",
  "  return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end\" 1 leader client-7 3000",
].join('\n');

/** The answers in their order, without the questions: `data, so nothing may cause it · a version`. */
export const answersText = (answers: Answers, language: Language): string =>
  questionNames
    .filter((question) => answers[question] !== undefined)
    .map((question) => answerText(question, answers, language))
    .join(' · ');

/** Null: nothing is checked. */
/** `push`: git's own check of a version. */
const guardCode: Readonly<Record<GuardId | 'push', string | null>> = {
  none: null,
  token: ['UPDATE stock SET n = 43, token = 34', 'WHERE id = 1 AND token <= 34'].join('\n'),
  version: ['UPDATE stock SET n = 43, version = 8', 'WHERE id = 1 AND version = 7'].join('\n'),
  unique: ['BEGIN;', "INSERT INTO done (job) VALUES ('2026-11-26');", 'UPDATE report SET total = 43;', 'COMMIT;'].join(
    '\n',
  ),
  key: ['POST /charges', 'Idempotency-Key: invoice-1043'].join('\n'),
  push: 'git push origin HEAD:main',
};
