/** What the run has of a goal, and what is missing: `Each lock taken cost 15 requests. The goal is at most 3.` */
import type { GoalResult } from '../../core/judge/goal';
import type { GoalEvaluation } from '../../core/judge/goalEvaluation';
import type { DataFact, LockFact } from '../../core/model/trace/outcome';
import { harmsData, type Severity } from '../../core/model/trace/severity';
import type { Metric } from '../../core/model/trace/verdict';
import { formatLength, formatNumber } from '../../core/model/values/format';
import { explainOutcome } from '../../core/narrate/explain';
import type { Speech } from '../../core/narrate/speech';
import type { learnWords } from './words';

interface Saying {
  readonly words: (typeof learnWords)['en'];
  readonly speech: Speech;
}

/** A part of a goal, and whether it is met. */
export interface MeasuredLine {
  readonly text: string;
  readonly met: GoalResult;
}

/** One line for each part of a goal of several parts, all of which must be met; otherwise one line. */
export const measuredLines = (result: GoalEvaluation, saying: Saying): readonly MeasuredLine[] =>
  result.kind === 'all'
    ? result.parts.flatMap((part) => measuredLines(part, saying))
    : [{ text: measuredText(result, saying), met: result.met }];

export function measuredText(result: GoalEvaluation, saying: Saying): string {
  const phrases = saying.words.measured;
  switch (result.kind) {
    case 'all':
      return result.parts.map((part) => measuredText(part, saying)).join(phrases.and);
    case 'any': {
      // Once the goal is met, the unmet parts do not matter.
      const counting = result.parts.filter(({ met }) => result.met !== 'true' || met === 'true');
      return counting.map((part) => measuredText(part, saying)).join(phrases.or);
    }
    default:
      return phrases.sentences(foundText(result, saying), result.met === 'true' ? null : missingText(result, saying));
  }
}

function foundText(result: GoalEvaluation, saying: Saying): string {
  const phrases = saying.words.measured;
  switch (result.kind) {
    case 'measure': {
      const { measure, value } = result;
      return value === null ? phrases.nothing : phrases.of[measure](numberText(measure, value));
    }
    case 'fact': {
      const [happened = '', never = ''] = phrases.facts[result.fact];
      return result.count === 0 ? never : phrases.times(happened, result.count);
    }
    case 'data':
      return isKept(result.is) && result.wanted.every((one) => one === 'twice')
        ? phrases.onlyOnce
        : phrases.data[result.is];
    case 'outcome':
    case 'lock': {
      const ending = endingText(result.is, saying.speech);
      return phrases.ends(result.byLuck === true ? saying.speech.headlines.lucky(ending) : ending);
    }
    case 'not':
      return foundText(result.part, saying);
    case 'all':
    case 'any':
      return result.parts.map((part) => foundText(part, saying)).join(phrases.listed);
  }
  return result satisfies never;
}

/** Null: the goal above says it. */
function missingText(
  result: Exclude<GoalEvaluation, { kind: 'all' | 'any' }>,
  { words, speech }: Saying,
): string | null {
  const phrases = words.measured;
  switch (result.kind) {
    case 'measure':
      return limitsText(result, phrases);
    case 'fact':
      return null;
    case 'data':
      // “Nothing was lost” says what is missing, if a loss is wanted.
      return isKept(result.is) && !result.wanted.some(isKept)
        ? null
        : phrases.wanted(result.wanted.map((one) => speech.pair.datas[one]));
    case 'outcome':
    case 'lock':
      return phrases.wanted(result.wanted.map((one) => endingText(one, speech)));
    case 'not':
      return result.met === 'false' && result.part.kind !== 'fact' ? phrases.unwanted : null;
  }
  return result satisfies never;
}

const isKept = (data: DataFact): boolean => !harmsData(data) && data !== 'unknown';

const endingText = (ending: Severity | LockFact, speech: Speech): string =>
  ending === 'overlap' ? speech.headlines.two : explainOutcome(ending, speech);

/** Metrics that are lengths of time. */
export const times: readonly Metric[] = ['freeAfterCrash', 'overlapTime', 'waitMax'];

const numberText = (measure: Metric, value: number): string =>
  times.includes(measure) ? formatLength(value) : formatNumber(Math.round(value * 10) / 10);

function limitsText(
  { measure, min, max }: Extract<GoalEvaluation, { kind: 'measure' }>,
  phrases: Saying['words']['measured'],
): string | null {
  const number = (value: number): string => numberText(measure, value);
  // A least time of one microsecond means any time: what counts is that there is one.
  const least = times.includes(measure) && min !== undefined && min <= 1 ? undefined : min;
  if (max === undefined) return least === undefined ? null : phrases.atLeast(number(least));
  if (least === undefined) return max === 0 ? phrases.none : phrases.atMost(number(max));
  return least === max ? phrases.exactly(number(least)) : phrases.between(number(least), number(max));
}
