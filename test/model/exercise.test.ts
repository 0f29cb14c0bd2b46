// Exercises that people make: what is taken, what is refused with the field that is wrong, and the link that holds one.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020';
import { describe, expect, it, test } from 'vitest';
import { exerciseSchemaFile, exerciseSchemaText } from '../../scripts/makeSchema';
import { judgeAttempt } from '../../src/explore/exercise';
import { registry } from '../../src/explore/registry';
import { runScenario } from '../../src/explore/run';
import { decodeExercise, encodeExercise } from '../../src/model/link/exerciseLink';
import { parseExercise, parseExerciseText } from '../../src/model/parse/parseExercise';
import { applyPatch } from '../../src/model/patch';
import { story } from '../../src/stories/pauseBeforeWrite';

const { pause, ...others } = story.scenario.faults;

const breakIt = {
  format: 'redlock-playground exercise',
  version: 1,
  kind: 'break',
  title: 'A nap of your own',
  task: { en: 'Have an update lost.', zh: '让一次更新丢失。' },
  scenario: { ...story.scenario, faults: others },
  goals: [{ text: 'An update is lost', goal: { outcome: ['lost-update'] } }],
  budget: { faults: 1, kinds: ['pause'], lengthMax: 3000 },
  solution: { faults: { pause } },
};

const { budget: _, solution: __, ...about } = breakIt;
const fixIt = {
  ...about,
  kind: 'fix',
  scenario: story.scenario,
  goals: [{ text: 'No update is lost', goal: { not: { outcome: ['lost-update'] } } }],
  may: ['storage'],
};

function parsed(value: unknown) {
  const result = parseExercise(value, registry);
  if (!result.ok) throw new Error(result.problems[0]?.message.en);
  return result.exercise;
}

test('one that is to be broken is judged as the built-in ones are', () => {
  const exercise = parsed(breakIt);
  expect(exercise.title).toEqual({ en: 'A nap of your own', zh: 'A nap of your own' });
  expect(exercise.task.zh).toBe('让一次更新丢失。');
  expect(judgeAttempt(exercise, exercise.scenario, runScenario).solved).toBe(false);
  const solution = applyPatch(exercise.scenario, exercise.solution);
  expect(judgeAttempt(exercise, solution, runScenario)).toMatchObject({ solved: true, breaches: [] });
});

test('one that is to be mended must stand every pause where it says so', () => {
  const plain = parsed(fixIt);
  expect(judgeAttempt(plain, plain.scenario, runScenario).solved).toBe(false);
  const mended = { ...plain.scenario, storage: { id: 'version' as const } };
  expect(judgeAttempt(plain, mended, runScenario)).toMatchObject({ solved: true, runs: 1 });
  const everywhere = parsed({ ...fixIt, pausesEverywhere: { for: 3000 } });
  expect(judgeAttempt(everywhere, mended, runScenario).runs).toBeGreaterThan(5);
});

test('a link holds the whole of it, and a damaged one says so', () => {
  const link = encodeExercise(breakIt);
  expect(link.length).toBeLessThan(2000);
  expect(link).toMatch(/^x=v1\.[\w-]+$/);
  expect(decodeExercise(`#${link}`, registry)).toEqual({ ok: true, exercise: parsed(breakIt) });
  const cut = decodeExercise(link.slice(0, -5), registry);
  expect(cut).toMatchObject({ ok: false, problems: [{ message: { en: expect.stringContaining('damaged') } }] });
  expect(decodeExercise('x=v9.abc', registry)).toMatchObject({
    ok: false,
    problems: [{ message: { en: expect.stringContaining('(v9)') } }],
  });
});

test('a link of version 1 opens for ever', () => {
  // Made when the format was: never to be made anew.
  const kept = readFileSync(new URL('exerciseLink.v1.txt', import.meta.url), 'utf8').trim();
  expect(decodeExercise(kept, registry)).toMatchObject({ ok: true, exercise: { title: { en: 'A nap of your own' } } });
});

const rows: readonly (readonly [what: string, value: unknown, path: string])[] = [
  ['no format', { ...breakIt, format: undefined }, 'format'],
  ['a kind that nobody can make', { ...breakIt, kind: 'predict' }, 'kind'],
  ['a typo', { ...breakIt, gaols: [] }, 'gaols'],
  ['an empty title', { ...breakIt, title: '' }, 'title'],
  ['a title in one language of two', { ...breakIt, title: { en: 'A' } }, 'title.zh'],
  ['no goal', { ...breakIt, goals: [] }, 'goals'],
  ['a goal that is none', { ...breakIt, goals: [{ text: 'x', goal: { outcome: ['won'] } }] }, 'goals.0.goal.outcome.0'],
  ['a budget of nothing', { ...breakIt, budget: { faults: 0, kinds: ['pause'] } }, 'budget.faults'],
  ['a fault that does not exist', { ...breakIt, budget: { faults: 1, kinds: ['nap'] } }, 'budget.kinds.0'],
  ['a path that leads nowhere', { ...fixIt, may: ['seed'] }, 'may.0'],
  ['a scenario with a typo', { ...fixIt, scenario: { ...story.scenario, sed: 1 } }, 'scenario.sed'],
  [
    'a fault without its target',
    {
      ...fixIt,
      scenario: {
        ...story.scenario,
        settings: { ...story.scenario.settings, nodes: { ...story.scenario.settings.nodes, count: 3 } },
      },
    },
    'scenario.faults',
  ],
  ['a solution that cannot be run', { ...breakIt, solution: { lock: { id: 'none' } } }, 'solution.lock.id'],
];

describe('names the field that is wrong', () => {
  it.each(rows)('%s', (_what, value, path) => {
    const result = parseExercise(value, registry);
    expect(result.ok).toBe(false);
    const problems = result.ok ? [] : result.problems;
    expect(problems.map((problem) => problem.path).join(' ')).toContain(path);
    for (const { message } of problems) expect(message.en.length * message.zh.length).toBeGreaterThan(0);
  });

  it('says where the text is no JSON', () => {
    expect(parseExerciseText('{', registry)).toMatchObject({ ok: false });
  });
});

describe('the published schema', () => {
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(exerciseSchemaFile, 'utf8')));

  it('is what the parser says today (else run `npx tsx scripts/makeSchema.ts`)', () => {
    expect(readFileSync(exerciseSchemaFile, 'utf8')).toBe(exerciseSchemaText());
  });

  it('takes what the parser takes, and refuses what it refuses', () => {
    expect([validate(breakIt), validate(fixIt)]).toEqual([true, true]);
    const unseen = /target|cannot be run/;
    for (const [what, value] of rows)
      if (!unseen.test(what)) expect(validate(JSON.parse(JSON.stringify(value))), what).toBe(false);
  });
});
