// What a goal found beside what it requires. Over random verdicts and goals, the words never contradict met or not
// met.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalResult } from '../../../src/core/judge/goal';
import { type Measured, measured, nearestMiss } from '../../../src/core/judge/measured';
import { factKinds } from '../../../src/core/model/fact';
import { dataFacts, lockFacts } from '../../../src/core/model/outcome';
import { severities, severityOf } from '../../../src/core/model/severity';
import { type Goal, type Measure, measures, type Verdict } from '../../../src/core/model/verdict';
import { measuredText } from '../../../src/web/learn/measuredText';
import { learnWords } from '../../../src/web/learn/words';
import { wordsOf } from '../../support/wordsOf';
import '../../support/handIn';

const saying = {
  en: { words: learnWords.en, speech: wordsOf.en.speech },
  zh: { words: learnWords.zh, speech: wordsOf.zh.speech },
};

const clients = ['client1', 'client2'] as const;
const number = fc.integer({ min: 0, max: 40 });

const simple = fc.oneof(
  fc.record({ outcome: fc.uniqueArray(fc.constantFrom(...severities), { minLength: 1 }) }),
  fc.record({ lock: fc.uniqueArray(fc.constantFrom(...lockFacts), { minLength: 1 }) }),
  fc.record({ data: fc.uniqueArray(fc.constantFrom(...dataFacts), { minLength: 1 }) }),
  fc.record({ fact: fc.constantFrom(...factKinds), who: fc.constantFrom(...clients) }, { requiredKeys: ['fact'] }),
  fc.record({ measure: fc.constantFrom(...measures), min: number, max: number }, { requiredKeys: ['measure'] }),
) as fc.Arbitrary<Goal>;

const { goal } = fc.letrec<{ goal: Goal }>((tie) => ({
  goal: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    fc.record({ not: tie('goal') }),
    fc.record({ all: fc.array(tie('goal'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('goal'), { minLength: 1, maxLength: 3 }) }),
  ) as fc.Arbitrary<Goal>,
}));

const verdict = fc
  .record({
    lock: fc.constantFrom(...lockFacts),
    data: fc.constantFrom(...dataFacts),
    kinds: fc.array(fc.record({ kind: fc.constantFrom(...factKinds), who: fc.subarray([...clients]) })),
    values: fc.array(fc.option(number), { minLength: measures.length, maxLength: measures.length }),
  })
  .map(({ lock, data, kinds, values }) => ({
    outcome: severityOf({ lock, data }),
    lock,
    data,
    chain: [],
    facts: kinds.map((one) => ({ ...one, from: 0, to: 0, values: {} })),
    measures: Object.fromEntries(measures.map((one, i) => [one, values[i] ?? null])),
  })) as unknown as fc.Arbitrary<Verdict>;

/** Met or not, judged only from the words. */
function metInWords(found: Measured): string {
  switch (found.kind) {
    case 'measure':
      if (found.value === null) return 'not yet';
      return String(found.value >= (found.min ?? -1) && found.value <= (found.max ?? 1e9));
    case 'fact':
      return String(found.count > 0);
    case 'not':
      return { true: 'false', false: 'true', 'not yet': 'not yet' }[metInWords(found.part)] ?? '';
    case 'all':
    case 'any': {
      const decides = found.kind === 'all' ? 'false' : 'true';
      const parts = found.parts.map(metInWords);
      if (parts.includes(decides)) return decides;
      return parts.includes('not yet') ? 'not yet' : String(decides === 'false');
    }
    default:
      if (found.wanted.some((one) => one === found.is)) return 'true';
      return found.is === 'unknown' ? 'not yet' : 'false';
  }
}

test('what is told agrees with met or not met, for every goal', () => {
  fc.assert(
    fc.property(goal, verdict, (wanted, found) => {
      const value = measured(wanted, found);
      expect(value.met).toBe(goalResult(wanted, found));
      expect(metInWords(value)).toBe(value.met);
    }),
  );
});

test('every goal has words in both languages, and none says undefined', () => {
  fc.assert(
    fc.property(goal, verdict, fc.constantFrom('en' as const, 'zh' as const), (wanted, found, language) => {
      const said = measuredText(measured(wanted, found), saying[language]);
      expect(said).not.toBe('');
      expect(said).not.toMatch(/undefined|null|NaN|\[object/);
    }),
  );
});

const ofMeasure = (measure: Measure, value: number | null, limits: { min?: number; max?: number }): Measured => ({
  kind: 'measure',
  measure,
  value,
  met: 'true',
  ...limits,
});

test('a number stands beside the wanted one, with what it counts', () => {
  const said = (one: Measured) => [measuredText(one, saying.en), measuredText(one, saying.zh)];
  expect(said(ofMeasure('requestsPerAcquisition', 15, { max: 3 }))[0]).toBe('15 requests; allowed: at most 3');
  expect(said(ofMeasure('rounds', 1, { min: 2 }))[0]).toBe('1 round; goal: at least 2');
  expect(said(ofMeasure('waitMax', 7_200_000, { max: 5_000_000 }))[0]).toBe('7.2 s; allowed: at most 5 s');
  expect(said(ofMeasure('freeAfterCrash', null, { max: 3_000_000 }))[0]).toBe(
    'nothing to measure yet; allowed: at most 3 s',
  );
  expect(said({ kind: 'fact', fact: 'overlap', count: 0, met: 'false' })[0]).toBe('two holders at once: never');
  expect(said(ofMeasure('rounds', 2, { max: 1 }))).toEqual(['2 rounds; allowed: at most 1', '轮数 2；最多 1']);
  expect(said(ofMeasure('rounds', 3, { min: 2, max: 2 }))).toEqual([
    '3 rounds; goal: exactly 2',
    '轮数 3；目标：正好 2',
  ]);
  expect(said(ofMeasure('rounds', 3, { min: 2, max: 4 }))[0]).toBe('3 rounds; goal: 2 to 4');
  expect(said(ofMeasure('acquired', 2, { max: 0 }))).toEqual([
    '2 locks taken; allowed: none',
    '加锁次数 2；一次也不能有',
  ]);
  expect(said(ofMeasure('overlapTime', 0, { min: 1 }))[0]).toBe('0 ms');
  expect(said({ kind: 'outcome', is: 'held', wanted: ['stuck'], met: 'false' })[0]).toMatch(/; goal: /);
});

test('of several ways to a goal, only those that meet it are told once one does', () => {
  const nothing: Measured = { ...ofMeasure('freeAfterCrash', null, { max: 3_000_000 }), met: 'not yet' };
  const rounds = ofMeasure('rounds', 2, { min: 2 });
  const any = (parts: readonly Measured[], met: Measured['met']): Measured => ({ kind: 'any', parts, met });
  expect(measuredText(any([nothing, rounds], 'true'), saying.en)).toBe('2 rounds; goal: at least 2');
  const few: Measured = { ...ofMeasure('rounds', 1, { min: 2 }), met: 'false' };
  expect(measuredText(any([nothing, few], 'not yet'), saying.en)).toBe(
    'nothing to measure yet; allowed: at most 3 s · or 1 round; goal: at least 2',
  );
});

test('of several runs, the one nearest to the limit is told', () => {
  const at = (value: number | null, limits: { min?: number; max?: number }) => ofMeasure('rounds', value, limits);
  expect(nearestMiss([])).toBeNull();
  expect(nearestMiss([at(1, { max: 9 }), at(8, { max: 9 }), at(3, { max: 9 })])).toMatchObject({ value: 8 });
  expect(nearestMiss([at(5, { min: 2 }), at(2, { min: 2 }), at(3, { min: 2 })])).toMatchObject({ value: 2 });
  expect(nearestMiss([at(null, { min: 2 }), at(2, { min: 2 })])).toMatchObject({ value: null });
});

test('where nothing is lost, a goal about the data says so, whatever it wants', () => {
  const wants = (is: 'safe' | 'lost'): Measured => ({ kind: 'data', is, wanted: ['lost'], met: 'false' });
  expect(measuredText(wants('safe'), saying.en)).toBe('So far nothing is lost.');
  expect(measuredText(wants('lost'), saying.en)).toContain('an update was lost');
});
