// What a goal found beside what it requires. Over random verdicts and goals, the words never contradict met or not
// met.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalResult } from '../../../src/core/judge/goal';
import { evaluateGoal, type GoalEvaluation, nearestMiss } from '../../../src/core/judge/goalEvaluation';
import { factKinds } from '../../../src/core/model/trace/fact';
import { dataFacts, lockFacts } from '../../../src/core/model/trace/outcome';
import { severities, severityOf } from '../../../src/core/model/trace/severity';
import { type Goal, type Metric, measures, type Verdict } from '../../../src/core/model/trace/verdict';
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
function metInWords(found: GoalEvaluation): string {
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
      const value = evaluateGoal(wanted, found);
      expect(value.met).toBe(goalResult(wanted, found));
      expect(metInWords(value)).toBe(value.met);
    }),
  );
});

test('every goal has words in both languages, and none says undefined', () => {
  fc.assert(
    fc.property(goal, verdict, fc.constantFrom('en' as const, 'zh' as const), (wanted, found, language) => {
      const said = measuredText(evaluateGoal(wanted, found), saying[language]);
      expect(said).not.toBe('');
      expect(said).not.toMatch(/undefined|null|NaN|\[object/);
    }),
  );
});

const ofMeasure = (
  measure: Metric,
  value: number | null,
  limits: { min?: number; max?: number },
  met: GoalEvaluation['met'] = 'false',
): GoalEvaluation => ({ kind: 'measure', measure, value, met, ...limits });

test('a goal that is missed is a sentence of what the run has, and one of what is missing', () => {
  const said = (one: GoalEvaluation) => [measuredText(one, saying.en), measuredText(one, saying.zh)];
  expect(said(ofMeasure('requestsPerAcquisition', 15, { max: 3 }))).toEqual([
    'Each lock taken cost 15 requests. The goal is at most 3.',
    '每次加锁用了 15 个请求。目标是最多 3。',
  ]);
  expect(said(ofMeasure('rounds', 1, { min: 2 }))[0]).toBe('Clients finished 1 round of work. The goal is at least 2.');
  expect(said(ofMeasure('waitMax', 7_200_000, { max: 5_000_000 }))[0]).toBe(
    'The longest wait was 7.2 s. The goal is at most 5 s.',
  );
  expect(said(ofMeasure('freeAfterCrash', null, { max: 3_000_000 }, 'not yet'))[0]).toBe(
    'There is nothing to measure yet. The goal is at most 3 s.',
  );
  expect(said({ kind: 'fact', fact: 'overlap', count: 0, met: 'false' })).toEqual([
    'No two clients held the lock at once.',
    '没有两个客户端同时持锁。',
  ]);
  expect(said(ofMeasure('rounds', 3, { min: 2, max: 2 }))).toEqual([
    'Clients finished 3 rounds of work. The goal is exactly 2.',
    '客户端做完了 3 轮工作。目标是正好 2。',
  ]);
  expect(said(ofMeasure('rounds', 5, { min: 2, max: 4 }))[0]).toMatch(/The goal is 2 to 4\.$/);
  expect(said(ofMeasure('acquired', 2, { max: 0 }))[0]).toBe('The lock was taken 2 times. The goal is none.');
  expect(said(ofMeasure('overlapTime', 0, { min: 1 }))[0]).toBe('Two clients held the lock at once for 0 ms.');
  expect(said({ kind: 'outcome', is: 'held', wanted: ['stuck', 'unavailable'], met: 'false' })[0]).toBe(
    'The run ends with “The lock worked”. The goal is “The lock is stuck” or “Nobody got through for a while”.',
  );
});

test('a goal that is met is what the run has, and lists nothing that others would need', () => {
  const unwanted: GoalEvaluation = { kind: 'data', is: 'safe', wanted: ['lost', 'torn', 'twice'], met: 'false' };
  const nothingLost: GoalEvaluation = { kind: 'not', part: unwanted, met: 'true' };
  expect([measuredText(nothingLost, saying.en), measuredText(nothingLost, saying.zh)]).toEqual([
    'Nothing was lost.',
    '什么也没丢。',
  ]);
  expect(measuredText(ofMeasure('rounds', 2, { min: 2 }, 'true'), saying.en)).toBe(
    'Clients finished 2 rounds of work.',
  );
  const lost: GoalEvaluation = { kind: 'not', part: { ...unwanted, is: 'lost', met: 'true' }, met: 'false' };
  expect(measuredText(lost, saying.en)).toBe('An update was lost. That must not happen.');
});

test('of several ways to a goal, only those that meet it are told once one does', () => {
  const nothing = ofMeasure('freeAfterCrash', null, { max: 3_000_000 }, 'not yet');
  const rounds = ofMeasure('rounds', 2, { min: 2 }, 'true');
  const any = (parts: readonly GoalEvaluation[], met: GoalEvaluation['met']): GoalEvaluation => ({
    kind: 'any',
    parts,
    met,
  });
  expect(measuredText(any([nothing, rounds], 'true'), saying.en)).toBe('Clients finished 2 rounds of work.');
  expect(measuredText(any([nothing, ofMeasure('rounds', 1, { min: 2 })], 'not yet'), saying.en)).toBe(
    'There is nothing to measure yet. The goal is at most 3 s. Or: Clients finished 1 round of work. The goal is at least 2.',
  );
});

test('of several runs, the one nearest to the limit is told', () => {
  const at = (value: number | null, limits: { min?: number; max?: number }) => ofMeasure('rounds', value, limits);
  expect(nearestMiss([])).toBeNull();
  expect(nearestMiss([at(1, { max: 9 }), at(8, { max: 9 }), at(3, { max: 9 })])).toMatchObject({ value: 8 });
  expect(nearestMiss([at(5, { min: 2 }), at(2, { min: 2 }), at(3, { min: 2 })])).toMatchObject({ value: 2 });
  expect(nearestMiss([at(null, { min: 2 }), at(2, { min: 2 })])).toMatchObject({ value: null });
});

test('where nothing is lost, a goal to lose something says so and nothing else', () => {
  const wants = (is: 'safe' | 'twice'): GoalEvaluation => ({ kind: 'data', is, wanted: ['lost'], met: 'false' });
  expect(measuredText(wants('safe'), saying.en)).toBe('Nothing was lost.');
  expect(measuredText(wants('twice'), saying.en)).toBe('Something was done twice. The goal is “an update was lost”.');
});
