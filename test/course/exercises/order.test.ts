// The exercises in which the reader is the network: each is solved by its solution, by keys that exist, and by no list
// of fewer decisions.
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../../src/core/model/scenario/decision';
import type { OrderExercise } from '../../../src/core/model/scenario/exercise';
import { nth } from '../../../src/core/model/values/nth';
import { parts } from '../../../src/core/run/parts';
import { judgeOrder, solutionInWords } from '../../../src/course/judging/order';
import { levelNamed } from '../../../src/course/levels/levels';
import { choices, decide } from '../../../src/search/orders/choices';
import { foundOrders } from '../../../src/search/orders/search';
import { beginning, gameOf } from '../../../src/search/orders/state';
import { allExercises } from '../../support/allExercises';

const orders = allExercises.filter((exercise): exercise is OrderExercise => exercise.kind === 'order');

test('there are two of them', () =>
  expect(orders.map(({ id }) => id)).toEqual(['three-decisions', 'the-older-number-first']));

describe.each(orders.map((exercise) => [exercise.id, exercise] as const))('%s', (_, exercise) => {
  const { level, scenario, solution, decisionsMax } = exercise;
  const { rules, harms, scenario: ofLevel, least } = levelNamed(level);
  const game = gameOf(scenario, rules, parts);

  test('has the scenario of its level, and as many decisions as the level needs', () => {
    expect(scenario).toBe(ofLevel);
    expect(decisionsMax).toBe(least);
  });

  test('is solved by its solution, each decision of which is among the choices, and not before its end', () => {
    let state = beginning(game);
    for (const [i, decision] of solution.entries()) {
      expect(judgeOrder(exercise, solution.slice(0, i), parts)).toEqual({ used: i, isBroken: false, solved: false });
      expect(choices(state)).toContainEqual(decision);
      state = decide(state, decision);
    }
    expect(judgeOrder(exercise, solution, parts)).toEqual({ used: solution.length, isBroken: true, solved: true });
    expect(solution.length).toBeLessThanOrEqual(decisionsMax);
  });

  test('by no list of fewer decisions, as the search finds', () => {
    const question = { harms, faultsMax: 1, ordersMax: 200_000 };
    const fewer = foundOrders(game, { ...question, decisionsMax: decisionsMax - 1 });
    expect(fewer).toMatchObject({ least: null, complete: decisionsMax - 1 });
    const { least: found } = foundOrders(game, { ...question, decisionsMax });
    expect(judgeOrder(exercise, found ?? [], parts).solved).toBe(true);
  });

  test('is broken, but not solved, by one decision too many', () => {
    const stricter: OrderExercise = { ...exercise, decisionsMax: decisionsMax - 1 };
    expect(judgeOrder(stricter, solution, parts)).toMatchObject({ isBroken: true, solved: false });
  });

  test('says its solution in both languages', () => {
    const texts = solutionInWords(exercise, parts);
    expect(texts.length).toBe(solution.length);
    for (const { en, zh } of texts) expect([en, /[\u4e00-\u9fff]/.test(zh)]).toEqual([en, true]);
    expect(nth(texts, 0).en).toMatch(/^Deliver client 1’s /);
  });
});

/** Claims in the texts beside the solutions. */
describe('what is said of other orders is so', () => {
  const exerciseOf = (id: string): OrderExercise => {
    const found = orders.find((exercise) => exercise.id === id);
    if (found === undefined) throw new Error(`No exercise "${id}".`);
    return found;
  };

  test('three-decisions: with the reply as well, or without the SETNX, nobody is shut out', () => {
    const exercise = exerciseOf('three-decisions');
    const [setnx, start, kill] = exercise.solution;
    if (setnx?.kind !== 'deliver' || start === undefined || kill === undefined) throw new Error('Another solution.');
    const reply: Decision = {
      ...setnx,
      messages: setnx.messages.map(({ from, to, nth }) => ({ from: to, to: from, nth, leg: 'reply' })),
    };
    for (const decisions of [
      [setnx, reply, start, kill],
      [start, kill],
    ])
      expect(judgeOrder(exercise, decisions, parts).isBroken).toBe(false);
  });
});
