// Which faults an exercise allows, and at which processes.
import { expect, test } from 'vitest';
import { exercises } from '../../src/course/exercises/fiveNodes';
import { budgetRules } from '../../src/web/learn/budgetRules';
import '../support/handIn';

const named = (id: string) => {
  const found = exercises.find((exercise) => exercise.id === id);
  if (found === undefined) throw new Error(`There is no exercise ${id}.`);
  return found;
};

test('only the processes of the budget may be hit, and all where it names none', () => {
  const exercise = named('take-it-down');
  if (exercise.kind !== 'break') throw new Error('It is to be broken.');
  const { mayHit } = budgetRules(exercise.budget);
  expect((['nodeA', 'nodeE', 'client1', 'storage'] as const).filter(mayHit)).toEqual(['nodeA', 'nodeE']);
  const { processes: _, ...budget } = exercise.budget;
  expect(budgetRules(budget).mayHit('client1')).toBe(true);
});
