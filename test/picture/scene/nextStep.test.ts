// What a clicker shows next: the moments of a run, then each answer, then the next story.
import { expect, test } from 'vitest';
import { nextStep, type PlayPosition, stepBack } from '../../../src/picture/scene/nextStep';

const position: PlayPosition = { at: 0, instants: [0, 100, 250, 400], versions: [null, 'fix', 'check'], open: null };

test('on by moments, then by answers, then to the next story', () => {
  expect(nextStep(position)).toEqual({ kind: 'moment', at: 100 });
  expect(nextStep({ ...position, at: 100 })).toEqual({ kind: 'moment', at: 250 });
  expect(nextStep({ ...position, at: 120 })).toEqual({ kind: 'moment', at: 250 });
  expect(nextStep({ ...position, at: 400 })).toEqual({ kind: 'answer', id: 'fix' });
  expect(nextStep({ ...position, at: 400, open: 'fix' })).toEqual({ kind: 'answer', id: 'check' });
  expect(nextStep({ ...position, at: 400, open: 'check' })).toEqual({ kind: 'story' });
});

test('back by moments, then to the telling before, and no farther than where the story begins', () => {
  expect(stepBack({ ...position, at: 400 })).toEqual({ kind: 'moment', at: 250 });
  expect(stepBack({ ...position, open: 'check' })).toEqual({ kind: 'answer', id: 'fix' });
  expect(stepBack({ ...position, open: 'fix' })).toEqual({ kind: 'answer', id: null });
  expect(stepBack(position)).toBe(null);
});

test('a question about a variant begins with that variant', () => {
  const about = { ...position, at: 400, versions: ['late', 'fix'], open: 'late' };
  expect(nextStep(about)).toEqual({ kind: 'answer', id: 'fix' });
});

test('a variant that is no answer leads on to the first telling, and a run without answers to the next story', () => {
  expect(nextStep({ ...position, at: 400, open: 'other' })).toEqual({ kind: 'answer', id: null });
  expect(nextStep({ ...position, at: 400, versions: [null] })).toEqual({ kind: 'story' });
});
