// Which faults an exercise lets somebody add, and at which processes.
import { expect, test } from 'vitest';
import { exercises } from '../../src/exercises/fiveNodes';
import { rulesOf } from '../../src/ui/learn/rulesOf';
import '../support/handIn';

const named = (id: string) => {
  const found = exercises.find((exercise) => exercise.id === id);
  if (found === undefined) throw new Error(`There is no exercise ${id}.`);
  return found;
};

test('only the processes of the budget may be hit, and all where it names none', () => {
  const exercise = named('take-it-down');
  const { mayHit } = rulesOf(exercise, null);
  expect((['nodeA', 'nodeE', 'client1', 'storage'] as const).filter(mayHit)).toEqual(['nodeA', 'nodeE']);
  if (exercise.kind !== 'break') throw new Error('It is to be broken.');
  const { processes: _, ...budget } = exercise.budget;
  expect(rulesOf({ ...exercise, budget }, null).mayHit('client1')).toBe(true);
});
