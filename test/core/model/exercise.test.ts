// Exercises that people make: which are accepted, which are refused with the wrong field named, and the link that holds
// one.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020';
import { describe, expect, it, test } from 'vitest';
import { exerciseSchemaText } from '../../../scripts/schemas';
import { story as mail } from '../../../src/content/stories/argument/oneMailTooMany';
import { story } from '../../../src/content/stories/argument/pauseBeforeWrite';
import type { MadeExercise } from '../../../src/core/model/scenario/exercise';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runnerWith, runScenario } from '../../../src/core/run/runScenario';
import { pickedAnswers } from '../../../src/course/exercises/pickedAnswers';
import { pickedGoals } from '../../../src/course/exercises/pickedGoals';
import { judgeAttempt, runsMax } from '../../../src/course/judging/exercise';
import { breachesOf, type Trial } from '../../../src/course/judging/ownExercise';
import { rightPredictions } from '../../../src/course/judging/predictions';
import { choicesOf } from '../../../src/course/kinds/choose';
import { decodeExercise, encodeExercise } from '../../../src/course/kinds/exerciseLink';
import { changesOf, pairsAt } from '../../../src/course/kinds/fix';
import { parseExercise, parseExerciseText } from '../../../src/course/kinds/parseExercise';
import { presetOf } from '../../../src/web/exerciseEditor/draft';
import { judgeAtOnce } from '../../../src/web/state/judge';
import '../../support/handIn';

const { pause, ...others } = story.scenario.faults;

const breakIt = {
  format: 'redlock-playground exercise',
  version: 1,
  kind: 'break',
  title: 'A nap of your own',
  task: { en: 'Have an update lost.', zh: '让一次更新丢失。' },
  scenario: { ...story.scenario, faults: others },
  goals: [{ text: 'An update is lost', goal: { outcome: ['lost'] } }],
  budget: { faults: 1, kinds: ['pause'], lengthMax: 3000 },
  solution: { faults: { pause } },
};

const trial: Trial = {
  play: runnerWith(parts),
  judge: (exercise, scenario) => judgeAttempt(exercise, scenario, runnerWith(parts)),
};

const { budget: _, solution: __, ...about } = breakIt;
const fixIt = {
  ...about,
  kind: 'fix',
  scenario: story.scenario,
  goals: [{ text: 'No update is lost', goal: { not: { outcome: ['lost'] } } }],
  may: ['storage'],
};

const { goals: ___, ...question } = about;
const predictIt = {
  ...question,
  kind: 'predict',
  scenario: story.scenario,
  options: [
    { text: 'All is well', goal: { outcome: ['held'] } },
    { text: 'An update is lost', goal: { outcome: ['lost'] } },
  ],
};

const chooseIt = {
  ...about,
  kind: 'choose',
  goals: [
    { text: 'No update is lost', goal: { not: { outcome: ['lost'] } } },
    { text: 'Two rounds in quiet times', goal: { measure: 'rounds', min: 2 }, in: 'calm' },
  ],
  locks: [story.scenario.lock, { id: 'single-node', settings: { ttl: 1000 } }],
  storages: [{ id: 'no-check' }, { id: 'version' }],
  attacks: [{ title: 'A long pause', patch: { faults: { pause } } }],
};

type Tried = Exclude<MadeExercise, { readonly kind: 'predict' }>;

function taken(value: unknown): MadeExercise {
  const result = parseExercise(value, parts);
  if (!result.ok) throw new Error(result.problems[0]?.message.en);
  return result.exercise;
}

function parsed(value: unknown): Tried {
  const exercise = taken(value);
  if (exercise.kind === 'predict') throw new Error('A prediction is not tried.');
  return exercise;
}

test('of a prediction the run says what is right, and one without a right or a wrong answer is flawed', async () => {
  const exercise = taken(predictIt) as Extract<MadeExercise, { kind: 'predict' }>;
  expect(rightPredictions(exercise, runScenario(exercise.scenario, parts))).toEqual(['2']);
  expect(await breachesOf(exercise, trial)).toEqual([]);
  const [held, lost] = predictIt.options;
  for (const [options, flaw] of [
    [[held, held], 'None of the answers'],
    [[lost, lost], 'Every answer is right'],
  ] as const)
    expect((await breachesOf(taken({ ...predictIt, options }), trial))[0]?.en).toContain(flaw);
});

test('an answer may say why, and when it would be right; links from before say neither', async () => {
  const [held, lost] = predictIt.options;
  const options = [{ ...held, why: { en: 'No.', zh: '不。' }, rightWhen: { faults: { pause: { for: 10 } } } }, lost];
  const exercise = taken({ ...predictIt, options }) as Extract<MadeExercise, { kind: 'predict' }>;
  expect(exercise.options).toMatchObject([{ why: { en: 'No.', zh: '不。' } }, { why: { en: '', zh: '' } }]);
  expect(await breachesOf(exercise, trial)).toEqual([]);
  const never = { ...predictIt, options: [{ ...held, rightWhen: { faults: { pause: { for: 2901 } } } }, lost] };
  expect((await breachesOf(taken(never), trial))[0]?.en).toBe(
    '"rightWhen" must change one thing, a fault, a setting or the check, and make the answer “All is well” right.',
  );
});

test('a choice is tried by its attacks, and some of the choices stand them', () => {
  const exercise = parsed(chooseIt) as Extract<MadeExercise, { kind: 'choose' }>;
  expect(exercise.aims.map(({ in: where }) => where)).toEqual(['attacks', 'calm']);
  expect(exercise.attacks[0]?.title.zh).toBe('A long pause');
  const attempts = choicesOf(exercise).filter(({ storage }) => storage.id !== 'fencing');
  // All pairs of two locks and two checks, except the starting pair.
  expect(attempts).toHaveLength(3);
  const solving = attempts.filter((attempt) => judgeAttempt(exercise, attempt, runnerWith(parts)).solved);
  expect(solving.map(({ storage }) => storage.id)).toContain('version');
  expect(judgeAttempt(exercise, exercise.scenario, runnerWith(parts))).toMatchObject({ solved: false, runs: 2 });
});

test('a solution that does not solve, and an exercise that is solved before anything is done, are flawed', async () => {
  expect(await breachesOf(parsed(breakIt), trial)).toEqual([]);
  const short = { faults: { pause: { ...pause, for: 10 } } };
  expect((await breachesOf(parsed({ ...breakIt, solution: short }), trial))[0]?.en).toContain('“An update is lost”');
  const faultless = { ...fixIt, scenario: { ...story.scenario, faults: {} } };
  expect((await breachesOf(parsed(faultless), trial))[0]?.en).toContain('without any change');
});

test('what may change the check is solved by one of the checks', () => {
  const exercise = parsed(fixIt) as Extract<MadeExercise, { kind: 'fix' }>;
  const attempts = changesOf(exercise, { checks: ['no-check', 'version'], fields: {} });
  expect(attempts.map(({ storage }) => storage.id)).toEqual(['version']);
  expect(judgeAttempt(exercise, attempts[0] ?? exercise.scenario, runnerWith(parts)).solved).toBe(true);
  const other = parsed({ ...fixIt, may: ['lock.settings.ttl', 'settings.clockError'] }) as typeof exercise;
  const fields = parts.locks.get(other.scenario.lock.id)?.fields ?? {};
  const changed = changesOf(other, { checks: ['version'], fields });
  // Each is one change within the allowed range.
  expect(changed.length).toBeGreaterThan(3);
  for (const attempt of changed) expect(judgeAttempt(other, attempt, runnerWith(parts)).breaches).toEqual([]);
  expect(new Set(changed.map((attempt) => JSON.stringify(attempt))).size).toBe(changed.length);
  expect(changed.some((attempt) => judgeAttempt(other, attempt, runnerWith(parts)).solved)).toBe(true);
});

test('where no single change is enough, pairs of changes are tried, each of two settings', () => {
  const exercise = parsed({ ...fixIt, may: ['lock.settings.ttl', 'lock.settings.tries'] });
  if (exercise.kind !== 'fix') throw new Error('It is no fix.');
  const fields = parts.locks.get(exercise.scenario.lock.id)?.fields ?? {};
  const single = changesOf(exercise, { checks: [], fields });
  const pairs = pairsAt(exercise, single);
  const { ttl, tries } = exercise.scenario.lock.settings ?? {};
  const ofTtl = single.filter(({ lock }) => lock.settings?.['ttl'] !== ttl).length;
  expect(pairs).toHaveLength(ofTtl * (single.length - ofTtl));
  for (const { lock } of pairs)
    expect([lock.settings?.['ttl'] === ttl, lock.settings?.['tries'] === tries]).toEqual([false, false]);
  // The number of samples from many pairs, of all settings.
  const wide = parsed({ ...fixIt, may: ['lock.settings', 'settings'] });
  if (wide.kind !== 'fix') throw new Error('It is no fix.');
  const all = changesOf(wide, { checks: [], fields });
  const some = pairsAt(wide, all);
  expect(some).toHaveLength(400);
  expect(new Set(some.map((one) => JSON.stringify(one))).size).toBe(400);
});

test('one that is to be broken is judged as the built-in ones are', () => {
  const exercise = parsed(breakIt);
  expect(exercise.title).toEqual({ en: 'A nap of your own', zh: 'A nap of your own' });
  expect(exercise.task.zh).toBe('让一次更新丢失。');
  expect(judgeAttempt(exercise, exercise.scenario, runnerWith(parts)).solved).toBe(false);
  const solution = applyPatch(exercise.scenario, exercise.solution);
  expect(judgeAttempt(exercise, solution, runnerWith(parts))).toMatchObject({ solved: true, breaches: [] });
});

test('one that is to be fixed must stand every pause where it says so', () => {
  const plain = parsed(fixIt);
  expect(judgeAttempt(plain, plain.scenario, runnerWith(parts)).solved).toBe(false);
  const fixed = { ...plain.scenario, storage: { id: 'version' as const } };
  expect(judgeAttempt(plain, fixed, runnerWith(parts))).toMatchObject({ solved: true, runs: 1 });
  const everywhere = parsed({ ...fixIt, pausesEverywhere: { for: 3000 } });
  expect(judgeAttempt(everywhere, fixed, runnerWith(parts)).runs).toBeGreaterThan(5);
});

test('a link holds the whole of it, and a damaged one says so', () => {
  const link = encodeExercise(breakIt);
  expect(link.length).toBeLessThan(2000);
  expect(link).toMatch(/^x=v1\.[\w-]+$/);
  expect(decodeExercise(`#${link}`, parts)).toEqual({ ok: true, exercise: parsed(breakIt) });
  const cut = decodeExercise(link.slice(0, -5), parts);
  expect(cut).toMatchObject({ ok: false, problems: [{ message: { en: expect.stringContaining('damaged') } }] });
  expect(decodeExercise('x=v9.abc', parts)).toMatchObject({
    ok: false,
    problems: [{ message: { en: expect.stringContaining('(v9)') } }],
  });
});

test('a link of version 1 opens', () => {
  const kept = readFileSync(new URL('exerciseLink.v1.txt', import.meta.url), 'utf8').trim();
  const decoded = decodeExercise(kept, parts);
  expect(decoded).toMatchObject({ ok: true, exercise: { title: { en: 'A nap of your own' } } });
  // Its goal is a severity.
  if (!decoded.ok || decoded.exercise.kind !== 'break') throw new Error('It is one that is to be broken.');
  const { exercise } = decoded;
  expect(exercise.aims.map(({ goal }) => goal)).toEqual([{ outcome: ['lost'] }]);
  const solution = applyPatch(exercise.scenario, exercise.solution);
  expect(judgeAttempt(exercise, exercise.scenario, runnerWith(parts)).solved).toBe(false);
  expect(judgeAttempt(exercise, solution, runnerWith(parts)).solved).toBe(true);
});

/** The same as `fixIt`, with one goal for each of the two facts. */
const ofEach = {
  ...fixIt,
  goals: [
    { text: 'Two are inside', goal: { lock: ['overlap'] } },
    { text: 'The late write is refused', goal: { data: ['refused', 'safe'] } },
  ],
};

test('a goal may ask for the lock alone, or for the data alone', () => {
  const exercise = parsed(ofEach);
  expect(exercise.aims.map(({ goal }) => goal)).toEqual([{ lock: ['overlap'] }, { data: ['refused', 'safe'] }]);
  const metWith = (id: string) =>
    judgeAttempt(exercise, { ...exercise.scenario, storage: { id } }, runnerWith(parts)).aims.map(({ met }) => met);
  expect(metWith('no-check')).toEqual(['true', 'false']);
  expect(metWith('version')).toEqual(['true', 'true']);
  expect(decodeExercise(encodeExercise(ofEach), parts)).toEqual({ ok: true, exercise });
});

describe('the goals and answers that an author picks from', () => {
  const goals = [...pickedGoals, ...pickedAnswers];

  it('are taken as they are written', () => {
    for (const { id, text, goal } of goals)
      expect(parseExercise({ ...fixIt, goals: [{ text, goal }] }, parts).ok, id).toBe(true);
    for (const list of [pickedGoals, pickedAnswers]) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });

  it('ask for the lock and for the data', () => {
    const asked = (id: string) => goals.find((one) => one.id === id)?.goal;
    expect(asked('lock-held')).toEqual({ lock: ['held'] });
    expect(asked('no-luck')).toEqual({ data: ['safe', 'refused'] });
    expect(asked('data-refused')).toEqual({ data: ['refused'] });
  });

  it('are suggested as the run ended', () => {
    const preset = (scenario: Scenario) => presetOf(runScenario(scenario, parts));
    expect([...preset(story.scenario).goals]).toEqual(['lost', 'none-lost', 'quiet-rounds']);
    expect([...preset(mail.scenario).goals]).toEqual(['twice', 'data-kept', 'quiet-rounds']);
  });
});

const [good] = predictIt.options;

const rows: readonly (readonly [what: string, value: unknown, path: string])[] = [
  ['no format', { ...breakIt, format: undefined }, 'format'],
  ['a kind that does not exist', { ...breakIt, kind: 'guess' }, 'kind'],
  ['a prediction with one answer', { ...predictIt, options: predictIt.options.slice(1) }, 'options'],
  ['an answer without a predicate', { ...predictIt, options: [{ text: 'x' }, { text: 'y' }] }, 'options.0.goal'],
  ['a reason in no language', { ...predictIt, options: [{ ...good, why: { en: 'x' } }, good] }, 'options.0.why'],
  [
    'a change that cannot be run: its target',
    { ...predictIt, options: [{ ...good, rightWhen: { faults: { pause: { process: 'client9' } } } }, good] },
    'options.0.rightWhen',
  ],
  ['no lock to choose', { ...chooseIt, locks: [] }, 'locks'],
  ['a lock that does not exist', { ...chooseIt, locks: [{ id: 'padlock' }] }, 'locks.0.id'],
  ['a check with a strange setting', { ...chooseIt, storages: [{ id: 'version', settings: { x: 1 } }] }, 'storages.0'],
  [
    'an attack that cannot be run: its target',
    { ...chooseIt, attacks: [{ title: 'x', patch: { faults: { pause: { ...pause, process: 'client9' } } } }] },
    'attacks.0.patch',
  ],
  ['an attack without a title', { ...chooseIt, attacks: [{ title: '', patch: {} }] }, 'attacks.0.title'],
  [
    'a goal under attacks that there are not: its target',
    { ...chooseIt, attacks: undefined, goals: [{ ...chooseIt.goals[0], in: 'attacks' }] },
    'goals.0.in',
  ],
  ['a typo', { ...breakIt, gaols: [] }, 'gaols'],
  ['an empty title', { ...breakIt, title: '' }, 'title'],
  ['a title in one language of two', { ...breakIt, title: { en: 'A' } }, 'title.zh'],
  ['no goal', { ...breakIt, goals: [] }, 'goals'],
  ['a goal that is none', { ...breakIt, goals: [{ text: 'x', goal: { outcome: ['won'] } }] }, 'goals.0.goal.outcome.0'],
  ['a word of the data asked of the lock', { ...breakIt, goals: [{ text: 'x', goal: { lock: ['lost'] } }] }, 'lock.0'],
  ['a word of the lock asked of the data', { ...breakIt, goals: [{ text: 'x', goal: { data: ['held'] } }] }, 'data.0'],
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
        faults: {
          crash: { kind: 'crash', process: 'nodeE', when: { kind: 'time', at: 100 }, restartAfter: 'never' },
        },
      },
    },
    'scenario.faults',
  ],
  ['the kind of which only one is built in', { ...breakIt, kind: 'name' }, 'kind'],
  ['a solution that cannot be run', { ...breakIt, solution: { lock: { id: 'none' } } }, 'solution.lock.id'],
];

describe('names the field that is wrong', () => {
  it.each(rows)('%s', (_what, value, path) => {
    const result = parseExercise(value, parts);
    expect(result.ok).toBe(false);
    const problems = result.ok ? [] : result.problems;
    expect(problems.map((problem) => problem.path).join(' ')).toContain(path);
    for (const { message } of problems) expect(message.en.length * message.zh.length).toBeGreaterThan(0);
  });

  it('says where the text is no JSON', () => {
    expect(parseExerciseText('{', parts)).toMatchObject({ ok: false });
  });
});

describe('the published schema', () => {
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(exerciseSchemaText()));

  it('takes what the parser takes, and refuses what it refuses', () => {
    const good = [predictIt, breakIt, fixIt, chooseIt, ofEach];
    expect(good.map((value) => validate(value))).toEqual([true, true, true, true, true]);
    const unseen = /target|cannot be run/;
    for (const [what, value] of rows)
      if (!unseen.test(what)) expect(validate(JSON.parse(JSON.stringify(value))), what).toBe(false);
  });
});

describe('an attempt that takes many runs', () => {
  const rounds = (count: number, clients = 9): Tried =>
    parsed({
      ...fixIt,
      scenario: {
        ...story.scenario,
        faults: {},
        settings: {
          ...story.scenario.settings,
          clients,
          rounds: count,
          work: 1,
          think: 0,
          stagger: 0,
          duration: 600_000,
        },
      },
      pausesEverywhere: { for: 2500 },
    });

  it('is not judged beyond a limit, which is said with what would help', async () => {
    const exercise = rounds(1000);
    let played = 0;
    const count: Trial['play'] = (scenario, eventsMax) => {
      played++;
      return runScenario(scenario, parts, eventsMax);
    };
    const judged = judgeAttempt(exercise, exercise.scenario, (scenario) => count(scenario, 20_000));
    expect(played).toBe(1);
    expect(judged).toMatchObject({ solved: false, runs: 1 });
    expect(judged.tooMany).toBeGreaterThan(runsMax);
    expect(judged.aims.map(({ met }) => met)).toEqual(['not yet']);
    const [flaw] = await breachesOf(exercise, trial);
    expect(flaw?.en).toBe(
      `Judging this takes ${judgeAttempt(exercise, exercise.scenario, runnerWith(parts)).tooMany} runs; at most 1000 are allowed. Use fewer clients or rounds, or a shorter run.`,
    );
  });

  it('is judged beside the page where it takes more than a page may do at once', () => {
    expect(judgeAtOnce(rounds(20), rounds(20).scenario)).toBeNull();
    const small = rounds(1, 2);
    expect(judgeAtOnce(small, small.scenario)).toEqual(judgeAttempt(small, small.scenario, runnerWith(parts)));
  });
});

test('a run that is too long to be predicted is refused in words', async () => {
  const settings = { ...story.scenario.settings, clients: 9, rounds: 1000, work: 1, think: 0, duration: 600_000 };
  const exercise = taken({ ...predictIt, scenario: { ...story.scenario, faults: {}, settings } });
  expect((await breachesOf(exercise, trial)).map(({ en }) => en)).toEqual([
    expect.stringContaining('more than 10000 events, too many to be predicted'),
  ]);
});
