// Every exercise can be solved as it says, and not by a near miss; its texts exist in both languages.
import { describe, expect, test } from 'vitest';
import type { Exercise } from '../../../src/core/model/scenario/exercise';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Patch } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runnerWith, runScenario } from '../../../src/core/run/runScenario';
import { chapters } from '../../../src/course/exercises';
import { judgeCounterfactual } from '../../../src/course/judging/counterfactual';
import { judgeAttempt } from '../../../src/course/judging/exercise';
import { rightPredictions } from '../../../src/course/judging/predictions';
import { isAttemptable } from '../../../src/course/kinds';

const exercises: readonly Exercise[] = (await Promise.all(chapters.map(({ load }) => load()))).flat();
const named = exercises.map((exercise) => [exercise.id, exercise] as const);

test('each stands in its chapter, with a name of its own', async () => {
  expect(new Set(exercises.map(({ id }) => id)).size).toBe(exercises.length);
  for (const { id, load } of chapters) for (const { chapter } of await load()) expect(chapter).toBe(id);
});

describe.each(named)('%s', (_, exercise) => {
  test('begins with a scenario that a link may hold, unsolved', () => {
    const parsed = parseScenario(exercise.scenario, parts);
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
    if (isAttemptable(exercise))
      expect(judgeAttempt(exercise, exercise.scenario, runnerWith(parts))).toMatchObject({
        solved: false,
        breaches: [],
      });
  });

  // `names.test.ts` covers those in which marks are named, `code.heavy.test.ts` those in which a lock is written, and
  // `order.test.ts` those in which the reader is the network.
  test.skipIf(!isAttemptable(exercise) && exercise.kind !== 'predict')(
    'is solved by its solution, and not by its near miss',
    () => {
      if (exercise.kind === 'predict') {
        const right = rightPredictions(exercise, runScenario(exercise.scenario, parts));
        expect(right).toEqual([exercise.solution]);
        expect(exercise.options.map(({ id }) => id)).toContain(exercise.nearMiss);
        expect(exercise.nearMiss).not.toBe(exercise.solution);
        return;
      }
      if (!isAttemptable(exercise)) return;
      const tried = (patch: typeof exercise.solution) =>
        judgeAttempt(exercise, applyPatch(exercise.scenario, patch), runnerWith(parts));
      expect(tried(exercise.solution)).toMatchObject({ solved: true, breaches: [] });
      // A near miss follows the rules, and misses the goal.
      expect(tried(exercise.nearMiss)).toMatchObject({ solved: false, breaches: [] });
    },
  );

  if (exercise.kind === 'predict')
    test('says of every answer why, and makes a wrong one right, and no other, by one change', () => {
      for (const option of exercise.options) {
        const { id, why, rightWhen } = option;
        expect(why.en, id).toMatch(/\w/);
        if (rightWhen === undefined) continue;
        expect(id).not.toBe(exercise.solution);
        const changed = applyPatch(exercise.scenario, rightWhen);
        const parsed = parseScenario(changed, parts);
        expect(parsed.ok ? [] : parsed.problems, id).toEqual([]);
        const run = runScenario(changed, parts);
        expect(rightPredictions(exercise, run)).toEqual([id]);
        expect(judgeCounterfactual(exercise.scenario, option, run), id).toMatchObject({ solved: true, breaches: [] });
      }
    });

  if (exercise.kind === 'predict')
    test('and its changes run long enough to be judged', () => {
      for (const { id, rightWhen = {} } of exercise.options) {
        const { verdict } = runScenario(applyPatch(exercise.scenario, rightWhen), parts);
        expect(verdict.unknownBecause, id).not.toBe('short');
      }
    });

  test('says everything in both languages', () => {
    const texts = textsIn(exercise);
    expect(texts.length).toBeGreaterThan(5);
    for (const { en, zh } of texts) {
      expect(en).toMatch(/\w/);
      expect(zh).toMatch(/[\u4e00-\u9fff]|^Redlock$/);
    }
  });

  if (exercise.kind === 'choose')
    test('offers what solves it', () => {
      const { lock, storage } = applyPatch(exercise.scenario, exercise.solution);
      expect(exercise.locks).toContainEqual(lock);
      expect(exercise.storages).toContainEqual(storage);
    });
});

function textsIn(value: unknown): readonly { readonly en: string; readonly zh: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value && 'zh' in value) return [value as { en: string; zh: string }];
  return Object.values(value).flatMap(textsIn);
}

/** Claims in the texts of an exercise beside its solution and its near miss. */
describe('what is said of the checks is so', () => {
  const exerciseOf = (id: string) => {
    const found = exercises.find((exercise) => exercise.id === id);
    if (found === undefined || !isAttemptable(found)) throw new Error(`No exercise "${id}".`);
    return found;
  };
  const isSolvedBy = (id: string, patch: Patch) => {
    const exercise = exerciseOf(id);
    return judgeAttempt(exercise, applyPatch(exercise.scenario, patch), runnerWith(parts)).solved;
  };
  const quorum: Patch = { lock: { settings: { token: 'quorum' } } };

  test.each(['give-it-a-number', 'the-account'])('%s: tokens do once the token of a read counts, too', (id) => {
    expect(isSolvedBy(id, { ...quorum, storage: { id: 'fencing' } })).toBe(false);
    expect(isSolvedBy(id, { ...quorum, storage: { id: 'fencing', settings: { readsLeaveToken: true } } })).toBe(true);
  });

  test('give-it-a-number: a resource on which nothing can be lost is no way out', () => {
    expect(isSolvedBy('give-it-a-number', { storage: { id: 'mail' } })).toBe(false);
  });

  test.each([1200, 1350, 1500])(
    'a-gap-in-the-check: a pause of %i ms, as long as allowed, is judged to its end',
    (ms) => {
      const { scenario, solution } = exerciseOf('a-gap-in-the-check');
      const { second } = applyPatch(scenario, solution).faults;
      if (second?.kind !== 'pause') throw new Error('The solution is not a pause.');
      expect(isSolvedBy('a-gap-in-the-check', { faults: { second: { ...second, for: ms } } })).toBe(true);
    },
  );

  test('a-gap-in-the-check: in one step, the same pauses lose nothing', () => {
    const { scenario, solution } = exerciseOf('a-gap-in-the-check');
    const paused = applyPatch(scenario, solution);
    const { gap: _, ...others } = paused.storage.settings ?? {};
    const inOneStep = { ...paused, storage: { id: 'fencing', settings: others } };
    expect(runScenario(paused, parts).verdict.outcome).toBe('lost');
    expect(runScenario(inOneStep, parts).verdict.outcome).toBe('overlap');
  });

  test('a-lease-of-the-push: with the SHA that was pulled, the same pause loses nothing', () => {
    const { scenario, solution } = exerciseOf('a-lease-of-the-push');
    const paused = applyPatch(scenario, solution);
    const withSha = applyPatch(paused, { storage: { settings: { pushes: 'force-with-sha' } } });
    expect(runScenario(paused, parts).verdict.data).toBe('lost');
    expect(runScenario(withSha, parts).verdict.data).toBe('refused');
  });
});
