/** What a goal has found in words, beside what it wants: `15 of at most 3 requests`. */
import type { Met } from '../../judge/goal';
import type { Measured } from '../../judge/measured';
import { formatLength, formatNumber } from '../../model/format';
import type { LockFact, Measure } from '../../model/verdict';
import { explainOutcome } from '../../narrate/explain';
import type { FirstSpeech } from '../../narrate/speech';
import type { learnWords } from './words';

interface Saying {
  readonly words: (typeof learnWords)['en'];
  readonly speech: FirstSpeech;
}

/** A part of a goal, with whether it is met. */
export interface MeasuredLine {
  readonly text: string;
  readonly met: Met;
}

/** A line for each part of a goal that has several, all of which must be met; else one line. */
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
      const { is, wanted } = worded(found, saying.speech);
      return said.word(is, wanted);
    }
    case 'not':
      return notText(found.part, saying);
    default:
      return found.parts.map((part) => measuredText(part, saying)).join(said[found.kind]);
  }
}

function notText(part: Measured, saying: Saying): string {
  const said = saying.words.measured;
  // A count says for itself whether it is wanted: the goal stands beside it.
  if (part.kind === 'fact') return measuredText(part, saying);
  if (part.kind !== 'outcome' && part.kind !== 'lock' && part.kind !== 'data')
    return said.not(measuredText(part, saying));
  const { is, wanted } = worded(part, saying.speech);
  return said.notWord(is, wanted);
}

function worded(found: Extract<Measured, { kind: 'outcome' | 'lock' | 'data' }>, speech: FirstSpeech) {
  switch (found.kind) {
    case 'outcome':
      return { is: explainOutcome(found.is, speech), wanted: found.wanted.map((one) => explainOutcome(one, speech)) };
    case 'lock':
      return { is: lockText(found.is, speech), wanted: found.wanted.map((one) => lockText(one, speech)) };
    case 'data':
      return { is: speech.pair.datas[found.is], wanted: found.wanted.map((one) => speech.pair.datas[one]) };
  }
  return found satisfies never;
}

const lockText = (lock: LockFact, { headlines }: FirstSpeech): string => headlines[lock === 'overlap' ? 'two' : lock];

const times: readonly Measure[] = ['freeAfterCrash', 'overlapTime', 'waitMax'];

function measureText({ measure, value, min, max }: Extract<Measured, { kind: 'measure' }>, { words }: Saying): string {
  const said = words.measured;
  const isTime = times.includes(measure);
  const number = (one: number): string => (isTime ? formatLength(one) : formatNumber(Math.round(one * 10) / 10));
  const limits = [
    // A time of at least a microsecond is any: what counts is that there is one.
    ...(min === undefined || (isTime && min <= 1) ? [] : [said.atLeast(number(min))]),
    ...(max === undefined ? [] : [said.atMost(number(max))]),
  ].join(said.and);
  if (value === null) return limits === '' ? said.nothing : `${said.nothing}${said.beside}${limits}`;
  const [one = '', several = ''] = said.of[measure];
  return said.number(number(value), limits, (max ?? min ?? value) === 1 ? one : several);
}
