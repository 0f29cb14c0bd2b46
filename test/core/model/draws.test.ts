// The numbers that a process draws depend on the process, its life and the purpose, and on nothing else.
import { expect, test } from 'vitest';
import { Draws } from '../../../src/core/model/values/random';

const some = (draws: Draws, name: string, count = 8): readonly number[] =>
  Array.from({ length: count }, () => draws.draw(name, 1000));

test('the same process of the same seed draws the same, and another does not', () => {
  const drawn = some(new Draws(7, 'client1'), 'jitter');
  expect(some(new Draws(7, 'client1'), 'jitter')).toEqual(drawn);
  expect(some(new Draws(7, 'client2'), 'jitter')).not.toEqual(drawn);
  expect(some(new Draws(8, 'client1'), 'jitter')).not.toEqual(drawn);
  expect(new Set(drawn).size).toBeGreaterThan(1);
});

test('what is drawn under one name does not change what is drawn under another', () => {
  const alone = some(new Draws(7, 'client1'), 'jitter', 2);
  const draws = new Draws(7, 'client1');
  const [first] = some(draws, 'jitter', 1);
  some(draws, 'owner', 3);
  expect([first, ...some(draws, 'jitter', 1)]).toEqual(alone);
});

test('a later life that draws anew draws something else', () => {
  const lives = [0, 1, 2].map((life) => some(new Draws(7, 'client1', life), 'jitter').join());
  expect(new Set(lives).size).toBe(3);
  expect(lives[0]).toBe(some(new Draws(7, 'client1'), 'jitter').join());
});
