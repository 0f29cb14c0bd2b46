// The tests before and after the exercises: their right answers are the outcomes of the runs, and the figures are
// those that others would compute.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { goalResult } from '../../../src/core/judge/goal';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { dataFacts, lockFacts } from '../../../src/core/model/trace/outcome';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { chapters } from '../../../src/course/exercises';
import {
  questionsAskedIn,
  questionsOf,
  transferOutcomes,
  transferQuestions,
} from '../../../src/course/exercises/transfer';
import { type Answers, type Keys, learningGainOf, outcomesOf, scored } from '../../../src/course/judging/transfer';

const asked = await questionsAskedIn('before');
const all = (await Promise.all(chapters.map(({ load }) => load()))).flat();
/** The same lock under the same faults is the same story, whatever the settings. */
const sameRun = ({ lock, faults }: Scenario): string => JSON.stringify([lock.id, faults]);

/** What the author of the test expects to happen. The runs must agree. */
const expected: Keys = {
  failover: 'refused',
  'delayed-restart': 'well',
  'slow-network': 'late',
  'unique-row': 'shut',
  'frozen-container': 'lost',
  'pause-noticed': 'well',
};

describe('the six situations', () => {
  test.each(asked)('$id comes to exactly one of the five outcomes, under other seeds too', ({ id, scenario }) => {
    for (let seed = scenario.seed; seed < scenario.seed + 12; seed++) {
      const { verdict } = runScenario({ ...scenario, seed }, parts);
      expect({ seed, found: outcomesOf(verdict, transferOutcomes) }).toEqual({ seed, found: [expected[id]] });
    }
  });

  test('need all five outcomes, and no exercise has their runs', () => {
    expect(transferQuestions.map(({ id }) => id)).toEqual(Object.keys(expected));
    expect(new Set(Object.values(expected))).toEqual(new Set(transferOutcomes.map(({ id }) => id)));
    const ofExercises = new Set(all.map(({ scenario }) => sameRun(scenario)));
    for (const { id, scenario } of asked) expect([id, ofExercises.has(sameRun(scenario))]).toEqual([id, false]);
  });

  test('are stories, in an order of their own each time', () => {
    const [before, after] = [questionsOf('before'), questionsOf('after')];
    expect(new Set(before)).toEqual(new Set(after));
    expect(before.filter((question, index) => after[index] === question)).toEqual([]);
    for (const { id } of before) expect(stories.some((story) => story.id === id)).toBe(true);
  });

  test('say nothing of what will happen', () => {
    for (const { id, situation } of asked)
      for (const words of [situation.en, situation.zh])
        expect([id, /refus|lost|lose|both|twice|in vain|拒绝|丢失|同时|两个客户端/.test(words)]).toEqual([id, false]);
    expect(asked.every(({ title }) => title.en !== '' && title.zh !== '')).toBe(true);
  });

  test('no two outcomes can come about together', () => {
    for (const lock of lockFacts)
      for (const data of dataFacts) {
        const met = transferOutcomes.filter(({ goal }) => goalResult(goal, { lock, data } as never) === 'true');
        expect([lock, data, met.length < 2]).toEqual([lock, data, true]);
      }
  });
});

const keys: Keys = { a: 'x', b: 'y', c: 'z', d: 'x' };
const sureOf = (sure: number, outcomes: readonly string[]): Answers =>
  Object.fromEntries(Object.keys(keys).map((id, i) => [id, { outcome: outcomes[i] ?? '', sure }]));

describe('the figures', () => {
  test('count what is right, and how far the confidence was off', () => {
    expect(scored(keys, sureOf(80, ['x', 'y', 'x', 'y']))).toEqual({
      right: 2,
      all: 4,
      brier: expect.closeTo(0.34, 10),
    });
    expect(scored(keys, sureOf(100, ['x', 'y', 'z', 'x'])).brier).toBe(0);
    expect(scored(keys, sureOf(100, ['y', 'x', 'x', 'z'])).brier).toBe(1);
    // Nothing answered: no right answer and no confidence.
    expect(scored(keys, {})).toEqual({ right: 0, all: 4, brier: 0 });
  });

  test('the gain is the share of what was missing', () => {
    const of = (right: number) => ({ right, all: 6, brier: 0 });
    expect(learningGainOf(of(2), of(4))).toBe(0.5);
    expect(learningGainOf(of(2), of(6))).toBe(1);
    expect(learningGainOf(of(3), of(3))).toBe(0);
    expect(learningGainOf(of(4), of(2))).toBe(-1);
    expect(learningGainOf(of(6), of(6))).toBeNull();
  });

  test('the Brier score is between 0 and 1, and least for an honest confidence', () => {
    const answers = fc.array(
      fc.record({ outcome: fc.constantFrom('x', 'y', 'z'), sure: fc.integer({ min: 0, max: 100 }) }),
      {
        minLength: 4,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(answers, (given) => {
        const by = (sure: number | null): Answers =>
          Object.fromEntries(
            Object.keys(keys).map((id, i) => [id, { ...given[i], ...(sure === null ? {} : { sure }) } as never]),
          );
        const { brier, right, all } = scored(keys, by(null));
        expect(brier).toBeGreaterThanOrEqual(0);
        expect(brier).toBeLessThanOrEqual(1);
        // Among all constant confidences, the share of right answers is the best.
        const honest = scored(keys, by((100 * right) / all)).brier;
        for (const sure of [0, 20, 40, 60, 80, 100])
          expect(scored(keys, by(sure)).brier).toBeGreaterThanOrEqual(honest - 1e-12);
      }),
    );
  });
});
