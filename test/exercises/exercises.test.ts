// Every exercise can be solved as it says, and not by what comes near; its texts are there in both languages.
import { describe, expect, test } from 'vitest';
import { chapters } from '../../src/exercises';
import { judgeAttempt, rightPredictions } from '../../src/explore/exercise';
import { registry } from '../../src/explore/registry';
import { runScenario } from '../../src/explore/run';
import type { Exercise } from '../../src/model/exercise';
import { parseScenario } from '../../src/model/parse/parseScenario';
import { applyPatch } from '../../src/model/patch';

const exercises: readonly Exercise[] = (await Promise.all(chapters.map(({ load }) => load()))).flat();
const named = exercises.map((exercise) => [exercise.id, exercise] as const);

test('there are at least sixteen, of every kind, in the chapter where they stand, each with a name of its own', async () => {
  expect(exercises.length).toBeGreaterThanOrEqual(16);
  expect(new Set(exercises.map(({ id }) => id)).size).toBe(exercises.length);
  expect(new Set(exercises.map(({ kind }) => kind)).size).toBe(4);
  for (const { id, load } of chapters) for (const { chapter } of await load()) expect(chapter).toBe(id);
});

describe.each(named)('%s', (_, exercise) => {
  test('begins with a scenario that a link may hold, unsolved', () => {
    const parsed = parseScenario(exercise.scenario, registry);
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
    if (exercise.kind !== 'predict')
      expect(judgeAttempt(exercise, exercise.scenario, runScenario)).toMatchObject({ solved: false, breaches: [] });
  });

  test('is solved by its solution, and not by its near miss', () => {
    if (exercise.kind === 'predict') {
      const right = rightPredictions(exercise, runScenario(exercise.scenario));
      expect(right).toEqual([exercise.solution]);
      expect(exercise.options.map(({ id }) => id)).toContain(exercise.nearMiss);
      expect(exercise.nearMiss).not.toBe(exercise.solution);
      return;
    }
    const tried = (patch: typeof exercise.solution) =>
      judgeAttempt(exercise, applyPatch(exercise.scenario, patch), runScenario);
    expect(tried(exercise.solution)).toMatchObject({ solved: true, breaches: [] });
    // A near miss keeps to the rules: it is the goal that it misses.
    expect(tried(exercise.nearMiss)).toMatchObject({ solved: false, breaches: [] });
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
