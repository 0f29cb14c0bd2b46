/** What a goal has measured, in words, beside its limit: `15 requests; allowed: at most 3`. */
import type { GoalResult } from '../../core/judge/goal';
import type { Measured } from '../../core/judge/measured';
import { formatLength, formatNumber } from '../../core/model/format';
import type { DataFact, LockFact } from '../../core/model/outcome';
import type { Measure } from '../../core/model/verdict';
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
    case 'measure':
      return measureText(found, saying);
    case 'fact':
      return said.times(said.facts[found.fact], found.count);
    case 'outcome':
    case 'lock':
    case 'data': {
      if (found.kind === 'data' && isKept(found.is)) return said.nothingLost;
      const { is, wanted } = worded(found, saying.speech);
      return said.word(is, wanted);
    }
    case 'not':
      return notText(found.part, saying);
    case 'any': {
      // Once the goal is met, the unmet parts do not matter.
      const counting = found.parts.filter(({ met }) => found.met !== 'true' || met === 'true');
      return counting.map((part) => measuredText(part, saying)).join(said.any);
    }
    default:
      return found.parts.map((part) => measuredText(part, saying)).join(said[found.kind]);
  }
}

const isKept = (data: DataFact): boolean => !['torn', 'twice', 'lost', 'unknown'].includes(data);

function notText(part: Measured, saying: Saying): string {
  const said = saying.words.measured;
  // A count is not negated: the goal beside it says whether it is wanted.
  if (part.kind === 'fact') return measuredText(part, saying);
  if (part.kind !== 'outcome' && part.kind !== 'lock' && part.kind !== 'data')
    return said.not(measuredText(part, saying));
  const { is, wanted } = worded(part, saying.speech);
  return said.notWord(is, wanted);
}

function worded(found: Extract<Measured, { kind: 'outcome' | 'lock' | 'data' }>, speech: Speech) {
  const lucky = (text: string): string =>
    found.kind !== 'data' && found.byLuck === true ? speech.headlines.lucky(text) : text;
  switch (found.kind) {
    case 'outcome':
      return {
        is: lucky(explainOutcome(found.is, speech)),
        wanted: found.wanted.map((one) => explainOutcome(one, speech)),
      };
    case 'lock':
      return { is: lucky(lockText(found.is, speech)), wanted: found.wanted.map((one) => lockText(one, speech)) };
    case 'data':
      return { is: speech.pair.datas[found.is], wanted: found.wanted.map((one) => speech.pair.datas[one]) };
  }
  return found satisfies never;
}

const lockText = (lock: LockFact, { headlines }: Speech): string => headlines[lock === 'overlap' ? 'two' : lock];

/** Measures that are lengths of time. */
export const times: readonly Measure[] = ['freeAfterCrash', 'overlapTime', 'waitMax'];

function measureText({ measure, value, min, max }: Extract<Measured, { kind: 'measure' }>, { words }: Saying): string {
  const said = words.measured;
  const isTime = times.includes(measure);
  const number = (one: number): string => (isTime ? formatLength(one) : formatNumber(Math.round(one * 10) / 10));
  const [one = '', several = ''] = said.of[measure];
  const is = value === null ? said.nothing : said.number(number(value), value === 1 ? one : several);
  // A least time of one microsecond means any time: what counts is that there is one.
  const least = isTime && min !== undefined && min <= 1 ? undefined : min;
  const limits = limitsText(least, max, { number, said });
  return limits === null ? is : `${is}${said.beside}${limits}`;
}

interface SayingLimits {
  readonly number: (one: number) => string;
  readonly said: Saying['words']['measured'];
}

function limitsText(min: number | undefined, max: number | undefined, { number, said }: SayingLimits): string | null {
  if (min === undefined && max === undefined) return null;
  if (max === undefined) return said.atLeast(number(min ?? 0));
  if (min === undefined) return max === 0 ? said.allowedNone : said.atMost(number(max));
  return min === max ? said.exactly(number(min)) : said.between(number(min), number(max));
}
