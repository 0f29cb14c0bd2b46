/**
 * The answer of an attack, as text that is complete by itself, and as data. Texts from the attacked code are quoted.
 */
import type { Language } from '../../core/model/values/text';
import { visibleToAll } from '../../core/model/values/visible';
import { type NamedBreak, namedBreaks, statementOn } from '../attack/ci/breakName';
import type { Found } from '../attack/ci/found';
import * as words from './mcpWords';

/** More would cost a model tokens. */
const linesMost = 60;
const eventsMost = 8;
const answersMost = 3;

/** The most characters of a line. A key that the code chose may have any length. */
const lineMost = 300;

export interface Answer {
  /** `not settled`: no break, but also no run that could have shown one. */
  readonly verdict: 'broken' | 'nothing found' | 'not settled' | 'stopped';
  /** How many different runs were made. Null: not known. */
  readonly runs: number | null;
  readonly kinds: readonly string[];
  /** What a search that was stopped has not tried. */
  readonly notSearched: readonly string[];
  readonly breaks: readonly {
    readonly name: string;
    readonly harm: string;
    /** The address of the run. */
    readonly run: string | null;
    /** Lines count from 1; null: not known. */
    readonly line: number | null;
    readonly faults: readonly {
      readonly kind: string;
      readonly process: string;
      readonly step: string;
      readonly line: number | null;
    }[];
  }[];
}

interface Answered {
  readonly answer: Answer;
  readonly text: string;
}

interface Attacked {
  readonly file: string;
  readonly source: string;
  readonly kinds: readonly string[];
  readonly notes: readonly string[];
  readonly language: Language;
}

export function answerOf(result: Found, attacked: Attacked): Answered {
  const { language, kinds, source } = attacked;
  const breaks = namedBreaks(result.breaks, source);
  const whole = result.unsettled === null ? 'nothing found' : 'not settled';
  const verdict = breaks.length > 0 ? 'broken' : result.isWhole ? whole : 'stopped';
  const least = Math.min(...breaks.map(({ faults }) => faults.length));
  const headline = {
    broken: (result.isWhole ? words.broken : words.brokenSoFar)(least, result.runs),
    'nothing found': words.nothingFound(result.runs),
    'not settled': words.notSettled(result.runs),
    stopped: words.stopped,
  }[verdict][language];
  const open = result.unsettled === null ? [] : [result.unsettled];
  const openLines = result.isWhole
    ? open
    : [words.notSearched[language], ...result.notSearched.map((one) => `- ${one}`)];
  const head = [headline, ...openLines, ...(result.space === '' ? [] : [result.space]), ...attacked.notes];
  const blocks = breaks.map((one, index) => ['', ...blockOf(one, index + 1, attacked)]);
  const [first] = breaks;
  const last = first?.run == null ? [] : ['', words.opens(first.run)[language]];
  const lines = fitted(head, blocks, { last, language });
  return {
    answer: { verdict, runs: result.runs, kinds, ...dataOf(result, breaks) },
    text: lines.map(oneLine).join('\n'),
  };
}

/** The budget was spent before there was a report, or a break. */
export function cutAnswer({ kinds, budgetMs, language }: Cut): Answered {
  const notSearched = [words.someRuns(kinds)[language]];
  const text = [words.cut(budgetMs)[language], ...notSearched.map((one) => `- ${one}`)];
  return {
    answer: { verdict: 'stopped', runs: null, kinds, notSearched, breaks: [] },
    text: text.map(oneLine).join('\n'),
  };
}

interface Cut extends Pick<Attacked, 'kinds' | 'language'> {
  readonly budgetMs: number;
}

/** A message that the code may have written, as a quotation: each line is marked, and it is short. */
export function quoted(problem: string, language: Language): string {
  const lines = problem.split('\n').slice(0, eventsMost);
  return [words.refused[language], ...lines.map((line) => `> ${oneLine(line)}`)].join('\n');
}

function blockOf(one: NamedBreak, number: number, { file, source, language }: Attacked): readonly string[] {
  const at = (line: number): string => (line > 0 ? ` (${file}:${line})` : '');
  const faults = one.faults
    .filter(({ line }) => line > 0)
    .map(
      ({ kind, process, line }) =>
        words.faultLocation({ kind, process, place: `${file}:${line}`, statement: statementOn(source, line) })[
          language
        ],
    );
  return [
    `${number}. ${one.headline}${at(one.line)}`,
    ...[
      one.name,
      ...faults,
      ...one.details,
      ...one.seen.slice(-eventsMost),
      ...one.answers.slice(0, answersMost),
      ...(one.run === null ? [] : [one.run]),
    ].map((line) => `   ${line}`),
  ];
}

interface Around {
  readonly last: readonly string[];
  readonly language: Language;
}

/** Breaks that do not fit are counted. */
function fitted(head: readonly string[], blocks: readonly (readonly string[])[], { last, language }: Around) {
  const lines = head.slice(0, linesMost / 2);
  let shownCount = 0;
  for (const block of blocks) {
    if (lines.length + block.length + last.length + 1 > linesMost) break;
    lines.push(...block);
    shownCount++;
  }
  const more = blocks.length - shownCount;
  return [...lines, ...(more > 0 ? [words.moreBreaks(more)[language]] : []), ...last];
}

function dataOf({ notSearched }: Found, breaks: readonly NamedBreak[]): Pick<Answer, 'notSearched' | 'breaks'> {
  const lineOf = (line: number): number | null => (line > 0 ? line : null);
  return {
    notSearched: notSearched.map(oneLine),
    breaks: breaks.map(({ name, harm, run, line, faults }) => ({
      name: oneLine(name),
      harm,
      run: run === null ? null : oneLine(run),
      line: lineOf(line),
      faults: faults.map((fault) => ({
        kind: fault.kind,
        process: fault.process,
        step: fault.step,
        line: lineOf(fault.line),
      })),
    })),
  };
}

/**
 * The name of a file or an address that somebody else chose. Names that could be read as words are in quotation marks.
 */
export const quotedName = (name: string): string =>
  /^[\p{L}\p{N}\p{M}@.:/\\_-]+$/u.test(name) ? oneLine(name) : JSON.stringify(oneLine(name)).replaceAll('`', '\\u0060');

/** A text that code may have written, on one short line, with everything in it visible. */
export function oneLine(text: string): string {
  const letters = [...visibleToAll(text.replace(/\s*\n\s*/g, ' '))];
  return letters.length <= lineMost ? letters.join('') : `${letters.slice(0, lineMost).join('')}…`;
}
