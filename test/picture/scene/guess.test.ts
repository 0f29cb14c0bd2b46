// A room's answer is judged by the outcome of the run, and not by anything that a story says.
import { expect, test } from 'vitest';
import { dataFacts, lockFacts } from '../../../src/core/model/trace/outcome';
import { type Guess, guesses, judgeGuess } from '../../../src/picture/scene/guess';

const judged = (guess: Guess, lock: (typeof lockFacts)[number], data: (typeof dataFacts)[number]) =>
  judgeGuess(guess, { lock, data });

test.each([
  ['nothing', 'held', 'safe', 'right'],
  ['nothing', 'overlap', 'refused', 'wrong'],
  ['nothing', 'held', 'lost', 'wrong'],
  ['overlap', 'overlap', 'lucky', 'right'],
  ['overlap', 'overlap', 'lost', 'more'],
  ['overlap', 'overlap', 'twice', 'more'],
  ['overlap', 'held', 'lost', 'wrong'],
  ['lost', 'overlap', 'lost', 'right'],
  ['lost', 'overlap', 'torn', 'right'],
  ['lost', 'overlap', 'refused', 'wrong'],
  ['nobody', 'stuck', 'safe', 'right'],
  ['nobody', 'unavailable', 'lost', 'more'],
  ['nobody', 'held', 'safe', 'wrong'],
  ['nothing', 'unknown', 'safe', 'open'],
] as const)('“%s” of a run with %s and %s is %s', (guess, lock, data, expected) => {
  expect(judged(guess, lock, data)).toBe(expected);
});

test('of each outcome that can be told at least one answer is right', () => {
  for (const lock of lockFacts)
    for (const data of dataFacts) {
      const found = guesses.map((guess) => judged(guess, lock, data));
      const isTold = !found.includes('open');
      expect([lock, data, found.includes('right')]).toEqual([lock, data, isTold]);
    }
});
