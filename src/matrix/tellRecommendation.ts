/**
 * A recommendation in sentences, for the page, the decision record and the terminal alike. What is said stands in `texts/`; here it is
 * decided what is said of which claim. It knows no page: a link says what it leads to, and the reader says where that is.
 */
import type { FaultKind } from '../model/fault';
import type { Both, Language } from '../model/text';
import { matrix as matrixEnglish } from '../texts/en/matrix';
import { recommend as english } from '../texts/en/recommend';
import { which as whichEnglish } from '../texts/en/which';
import { matrix as matrixChinese } from '../texts/zh/matrix';
import { recommend as chinese } from '../texts/zh/recommend';
import { which as whichChinese } from '../texts/zh/which';
import { type Answers, type Question, writeAnswers } from './choose';
import { writePlace } from './place';
import type { CellDifference, CellRef } from './rank';
import type { Change, Claim, LockAdvice, Recommendation, RunnerUp } from './recommendation';
import { assumedAnswers, type GuardId, sources } from './recommendRules';
import { nameOfRow } from './rowHead';
import { rowHeads } from './rowHeadTexts';

/** cell: an address of the table, with its `#`. story: a story of the playground, with its variant. web: a whole address. */
export interface Link {
  readonly to: 'cell' | 'story' | 'web';
  readonly address: string;
  readonly text: string;
}

export interface Line {
  readonly text: string;
  readonly links: readonly Link[];
}

export interface ToldRunnerUp {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface ToldRecommendation {
  readonly title: string;
  /** Two sentences. */
  readonly why: string;
  /** What backs them. */
  readonly backing: readonly Line[];
  /** What was assumed or left out, what is to be added, and what is not as one expects. */
  readonly notes: readonly Line[];
  /** Empty where no lock is needed. */
  readonly settings: readonly string[];
  readonly conditions: readonly Line[];
  readonly cannot: readonly Line[];
  readonly shows: Line;
  readonly runnersUp: readonly ToldRunnerUp[];
  readonly changes: readonly Line[];
  readonly left: string;
}

interface Words {
  readonly said: typeof english;
  readonly table: typeof matrixEnglish;
  readonly which: typeof whichEnglish;
  readonly language: Language;
}

const inEnglish: Words = { said: english, table: matrixEnglish, which: whichEnglish, language: 'en' };
const inChinese: Words = { said: chinese, table: matrixChinese, which: whichChinese, language: 'zh' };
const all: Both<Words> = { en: inEnglish, zh: inChinese };

/** The words of a recommendation: headings, and the like. */
export const recommendWords: Both<typeof english> = { en: english, zh: chinese };

export function tellRecommendation(told: Recommendation, language: Language): ToldRecommendation {
  const words = all[language];
  const { said } = words;
  return {
    title: titleOf(told.guard, told.lock?.row ?? null, words),
    why: said.reasons[told.reason],
    backing: told.why.map((claim) => lineOf(claim, words)),
    notes: notesOf(told, words),
    settings: told.lock === null ? [] : settingsOf(told.lock, words),
    conditions: told.conditions.map((claim) => lineOf(claim, words)),
    cannot: told.cannot.map((claim) => lineOf(claim, words)),
    shows: { text: cellText(told.shows, words), links: [cellLink(told.shows, words)] },
    runnersUp: told.runnersUp.map((one) => toldRunnerUp(one, told, words)),
    changes:
      told.changes.length === 0
        ? [{ text: said.noChange, links: [] }]
        : told.changes.map((change) => changeLine(change, told.answers, words)),
    left: said.left(told.left.rows, told.left.all),
  };
}

/** The answer to a question, as it is read; that of an open one is what it is taken for. */
export function answerText(question: Question, answers: Answers, language: Language): string {
  const { which } = all[language];
  const labels: Readonly<Record<string, string>> = which.answers[question];
  return labels[answers[question] ?? ''] ?? which.open;
}

export const questionText = (question: Question, language: Language): string => all[language].which.questions[question];

const rowName = (row: string, { language }: Words): string => {
  const head = rowHeads[row];
  return head === undefined ? row : nameOfRow(head, language);
};

function titleOf(guard: GuardId, row: string | null, words: Words): string {
  const { title, guards } = words.said;
  if (row === null) return title.guard(guards[guard]);
  return guard === 'none' ? title.lock(rowName(row, words)) : title.both(guards[guard], rowName(row, words));
}

function notesOf({ assumed, ignored, isGuardThere, warnings }: Recommendation, words: Words): readonly Line[] {
  const { said, language } = words;
  const plain = (text: string): Line => ({ text, links: [] });
  return [
    ...(isGuardThere ? [] : [plain(said.mustAdd)]),
    ...warnings.map((claim) => lineOf(claim, words)),
    ...assumed.map((question) =>
      plain(said.assumed(questionText(question, language), answerText(question, assumedAnswers, language))),
    ),
    ...ignored.map((question) => plain(said.ignored(questionText(question, language)))),
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

/** More kinds of faults are counted, not named. */
const kindsMax = 4;
const linksMax = 2;

function kindsOf(cells: readonly CellRef[], { said, table }: Words): string {
  const shown = cells.slice(0, kindsMax);
  return said.kinds(
    shown.map(({ kind, length }) => said.kindFrom(table.kinds[kind], length)),
    cells.length - shown.length,
  );
}

function lineOf(claim: Claim, words: Words): Line {
  const { said } = words;
  switch (claim.kind) {
    case 'document': {
      const address = sources[claim.source];
      return { text: said.conditions[claim.id], links: [{ to: 'web', address, text: hostOf(address) }] };
    }
    case 'story': {
      const address = `?story=${claim.story}&variant=${claim.variant}`;
      return { text: said.recognized, links: [{ to: 'story', address, text: claim.story }] };
    }
    case 'cells':
      return {
        text: claimText(claim, words),
        links: claim.cells.slice(0, linksMax).map((cell) => cellLink(cell, words)),
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
      return claims[id](cells.length);
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
    outcome: words.table.outcomesTold[outcome],
    from: null,
  });

/** The check of the plain page. */
const plainCheck = { rows: [], kinds: [], checks: ['no-check'] };

function cellLink({ row, kind, check }: CellRef, words: Words): Link {
  const address = writePlace({ rows: [row], kind, check, leases: 'own' }, plainCheck);
  return { to: 'cell', address, text: `${rowName(row, words)}, ${kindName(kind, words)}` };
}

const kindName = (kind: FaultKind, { table }: Words): string => table.kinds[kind];

function toldRunnerUp(one: RunnerUp, { lock }: Recommendation, words: Words): ToldRunnerUp {
  const { runnerUp, settings } = words.said;
  const plain = (text: string): Line => ({ text, links: [] });
  const difference = (say: typeof runnerUp.better) => (pair: CellDifference) => ({
    text: say(
      kindName(pair.cell.kind, words),
      words.table.outcomesTold[pair.cell.outcome],
      words.table.outcomesTold[pair.against.outcome],
    ),
    links: [cellLink(pair.cell, words)],
  });
  const differences = [...one.better.map(difference(runnerUp.better)), ...one.worse.map(difference(runnerUp.worse))];
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

function changeLine({ question, answer, guard, row }: Change, answers: Answers, words: Words): Line {
  const changed: Answers = Object.assign({}, answers, { [question]: answer });
  const text = answerText(question, changed, words.language);
  const link: Link = { to: 'cell', address: `#which/${writeAnswers(changed)}`, text };
  return { text: words.said.change(text, titleOf(guard, row, words)), links: [link] };
}
