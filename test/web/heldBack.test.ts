// The text about a try that did not break the run: for the near miss of every exercise, and for some tries word for
// word.
import { describe, expect, test } from 'vitest';
import type { BreakExercise } from '../../src/core/model/scenario/exercise';
import { applyPatch } from '../../src/core/model/scenario/patch';
import type { Both, Language } from '../../src/core/model/values/text';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { chapters } from '../../src/course/exercises/index';
import { judgeAttempt } from '../../src/course/judging/exercise';
import { heldBack } from '../../src/web/learn/heldBack';
import { learnWords } from '../../src/web/learn/words';
import { wordsOf } from '../support/wordsOf';
import '../support/handIn';

const all = (await Promise.all(chapters.map(({ load }) => load()))).flat();
const breaks = all.filter((exercise): exercise is BreakExercise => exercise.kind === 'break');

function saidOf(exercise: BreakExercise, patch: BreakExercise['solution'], language: Language = 'en'): string | null {
  const scenario = applyPatch(exercise.scenario, patch);
  const play = (one: typeof scenario) => runScenario(one, parts);
  const judged = judgeAttempt(exercise, scenario, play);
  const saying = {
    words: learnWords[language],
    shared: wordsOf[language],
    text: <T>(both: Both<T>) => both[language],
  };
  return heldBack(exercise, play(scenario), judged, saying);
}

describe.each(breaks.map((exercise) => [exercise.id, exercise] as const))('%s', (_, exercise) => {
  test('a near miss has a reason in both languages, and a solution has none', () => {
    expect(saidOf(exercise, exercise.nearMiss)).toMatch(/\.$/);
    expect(saidOf(exercise, exercise.nearMiss, 'zh')).toMatch(/。$/);
    expect(saidOf(exercise, exercise.solution)).toBeNull();
  });

  test('nothing is said before anything is tried', () => {
    expect(saidOf(exercise, {})).toBeNull();
  });
});

test.each([
  // The pause of this try comes before the lock is asked for.
  ['anothers-key', 'The fault was over before client 1 asked for the lock.'],
  ['take-it-down', 'A and B did not hear from client 1; 3 of 5 were enough for a quorum of 3.'],
  ['a-gap-in-the-check', 'The storage rejected 43 from client 1: token 33 is older than 34.'],
  // Its given faults cut off D and E. That is not the reason why the try failed.
  ['one-wrong-clock', 'Client 1 called release at 1.883 s, and its key was freed on A, B and C by 1.910 s.'],
])('what held back the near miss of %s', (id, sentence) => {
  const exercise = breaks.find((one) => one.id === id);
  expect(exercise && saidOf(exercise, exercise.nearMiss)).toContain(sentence);
});

test('a pause that is over before its client asks for the lock is not weighed against the validity', () => {
  const exercise = breaks.find(({ id }) => id === 'drag-a-pause');
  const pausedAt = (at: number) =>
    exercise &&
    saidOf(exercise, {
      faults: { pause: { kind: 'pause', process: 'client1', when: { kind: 'time', at }, for: 50 } },
    });
  expect(pausedAt(0)).toBe('The fault was over before client 1 asked for the lock.');
  expect(pausedAt(1000)).toMatch(/^Client 1 left the lock \d+ ms before its validity ended\.$/);
});

test('a fault that never happened is said to', () => {
  const exercise = breaks.find(({ id }) => id === 'anothers-key');
  const when = { kind: 'step', process: 'client1', step: 'write', nth: 99 } as const;
  const faults = { late: { kind: 'pause', process: 'client1', when, for: 100 } } as const;
  expect(exercise && saidOf(exercise, { faults })).toBe('The fault “late” never happened.');
});
