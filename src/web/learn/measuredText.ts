/** What the run has of a goal, and what is missing: `Each lock taken cost 15 requests. The goal is at most 3.` */
import type { GoalResult } from '../../core/judge/goal';
import type { Measured } from '../../core/judge/measured';
import type { DataFact, LockFact } from '../../core/model/trace/outcome';
import { harmsData, type Severity } from '../../core/model/trace/severity';
import type { Measure } from '../../core/model/trace/verdict';
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
export const measuredLines = (found: Measured, saying: Saying): readonly MeasuredLine[] =>
  found.kind === 'all'
    ? found.parts.flatMap((part) => measuredLines(part, saying))
    : [{ text: measuredText(found, saying), met: found.met }];

export function measuredText(found: Measured, saying: Saying): string {
  const said = saying.words.measured;
  switch (found.kind) {
    case 'all':
      return found.parts.map((part) => measuredText(part, saying)).join(said.and);
    case 'any': {
      // Once the goal is met, the unmet parts do not matter.
      const counting = found.parts.filter(({ met }) => found.met !== 'true' || met === 'true');
      return counting.map((part) => measuredText(part, saying)).join(said.or);
    }
    default:
      return said.sentences(foundText(found, saying), found.met === 'true' ? null : missingText(found, saying));
  }
}

function foundText(found: Measured, saying: Saying): string {
  const said = saying.words.measured;
  switch (found.kind) {
    case 'measure': {
      const { measure, value } = found;
      return value === null ? said.nothing : said.of[measure](numberText(measure, value));
    }
    case 'fact': {
      const [happened = '', never = ''] = said.facts[found.fact];
      return found.count === 0 ? never : said.times(happened, found.count);
    }
    case 'data':
      return isKept(found.is) && found.wanted.every((one) => one === 'twice') ? said.onlyOnce : said.data[found.is];
    case 'outcome':
    case 'lock': {
      const ending = endingText(found.is, saying.speech);
      return said.ends(found.byLuck === true ? saying.speech.headlines.lucky(ending) : ending);
    }
    case 'not':
      return foundText(found.part, saying);
    case 'all':
    case 'any':
      return found.parts.map((part) => foundText(part, saying)).join(said.listed);
  }
  return found satisfies never;
}

/** Null: the goal above says it. */
function missingText(found: Exclude<Measured, { kind: 'all' | 'any' }>, { words, speech }: Saying): string | null {
  const said = words.measured;
  switch (found.kind) {
    case 'measure':
      return limitsText(found, said);
    case 'fact':
      return null;
    case 'data':
      // “Nothing was lost” says what is missing, if a loss is wanted.
      return isKept(found.is) && !found.wanted.some(isKept)
        ? null
        : said.wanted(found.wanted.map((one) => speech.pair.datas[one]));
    case 'outcome':
    case 'lock':
      return said.wanted(found.wanted.map((one) => endingText(one, speech)));
    case 'not':
      return found.met === 'false' && found.part.kind !== 'fact' ? said.unwanted : null;
  }
  return found satisfies never;
}

const isKept = (data: DataFact): boolean => !harmsData(data) && data !== 'unknown';

const endingText = (ending: Severity | LockFact, speech: Speech): string =>
  ending === 'overlap' ? speech.headlines.two : explainOutcome(ending, speech);

/** Measures that are lengths of time. */
export const times: readonly Measure[] = ['freeAfterCrash', 'overlapTime', 'waitMax'];

const numberText = (measure: Measure, value: number): string =>
  times.includes(measure) ? formatLength(value) : formatNumber(Math.round(value * 10) / 10);

function limitsText(
  { measure, min, max }: Extract<Measured, { kind: 'measure' }>,
  said: Saying['words']['measured'],
): string | null {
  const number = (value: number): string => numberText(measure, value);
  // A least time of one microsecond means any time: what counts is that there is one.
  const least = times.includes(measure) && min !== undefined && min <= 1 ? undefined : min;
  if (max === undefined) return least === undefined ? null : said.atLeast(number(least));
  if (least === undefined) return max === 0 ? said.none : said.atMost(number(max));
  return least === max ? said.exactly(number(least)) : said.between(number(least), number(max));
}
