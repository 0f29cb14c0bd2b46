// What an exercise allows, and when its goal is met: by hand, without an exercise of the workshop.
import { describe, expect, test } from 'vitest';
import { goalResult } from '../../../src/core/judge/goal';
import type { BreakExercise, FixExercise } from '../../../src/core/model/scenario/exercise';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import type { Goal, Verdict } from '../../../src/core/model/trace/verdict';
import { rulesOf } from '../../../src/course/kinds';

const verdict: Verdict = {
  outcome: 'overlap',
  lock: 'overlap',
  data: 'safe',
  chain: [],
  facts: [{ kind: 'rejected', who: ['client1'], from: 0, to: 0, values: { value: 1, check: 'owner', holder: null } }],
  measures: {
    acquired: 2,
    refused: 0,
    rounds: 1,
    requestsPerAcquisition: 7.5,
    wokenPerRelease: null,
    freeAfterCrash: null,
    thrownAway: 1,
    overlapTime: 0,
    waitMax: 0,
  },
};

test.each<[string, Goal, string]>([
  ['an outcome that came', { outcome: ['overlap', 'held'] }, 'true'],
  ['an outcome that did not', { outcome: ['held'] }, 'false'],
  ['what became of the lock', { lock: ['overlap', 'stuck'] }, 'true'],
  ['what did not become of the lock', { lock: ['held'] }, 'false'],
  ['what became of the data', { data: ['refused', 'safe'] }, 'true'],
  ['what did not become of the data', { data: ['lost', 'torn', 'twice'] }, 'false'],
  ['not what did not become of it', { not: { data: ['lost', 'torn', 'twice'] } }, 'true'],
  ['a fact', { fact: 'rejected' }, 'true'],
  ['a fact about somebody else', { fact: 'rejected', who: 'client2' }, 'false'],
  ['a measure within its bounds', { measure: 'requestsPerAcquisition', min: 7, max: 8 }, 'true'],
  ['a measure above them', { measure: 'requestsPerAcquisition', max: 7 }, 'false'],
  ['what there was nothing to measure of', { measure: 'freeAfterCrash', max: 1 }, 'not yet'],
  ['not what is not yet', { not: { measure: 'freeAfterCrash', max: 1 } }, 'not yet'],
  ['all, one of them false', { all: [{ measure: 'freeAfterCrash', max: 1 }, { outcome: ['held'] }] }, 'false'],
  ['all, one of them not yet', { all: [{ measure: 'freeAfterCrash', max: 1 }, { fact: 'rejected' }] }, 'not yet'],
  ['any, one of them true', { any: [{ measure: 'freeAfterCrash', max: 1 }, { fact: 'rejected' }] }, 'true'],
  ['any, none of them true', { any: [{ outcome: ['held'] }, { fact: 'overlap' }] }, 'false'],
])('%s', (_, goal, met) => {
  expect(goalResult(goal, verdict)).toBe(met);
});

test('a run that nobody could judge has not shown its outcome yet', () => {
  expect(goalResult({ outcome: ['held'] }, { ...verdict, outcome: 'unknown' })).toBe('not yet');
});

test('a fact that is not known yet leaves the other one as it is', () => {
  const short: Verdict = { ...verdict, outcome: 'unknown', lock: 'unknown', data: 'refused', unknownBecause: 'short' };
  expect(goalResult({ lock: ['held'] }, short)).toBe('not yet');
  expect(goalResult({ not: { lock: ['stuck'] } }, short)).toBe('not yet');
  expect(goalResult({ not: { outcome: ['lost'] } }, short)).toBe('not yet');
  expect(goalResult({ not: { data: ['lost'] } }, short)).toBe('true');
  expect(goalResult({ lock: ['unknown'] }, short)).toBe('true');
});

const text = { en: 'text', zh: '文字' };
const given: Fault = { kind: 'pause', process: 'client1', when: { kind: 'time', at: 100 }, for: 100 };
const scenario: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'redlock', settings: { ttl: 1000 } },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: { given },
};
const about = {
  id: 'x',
  chapter: 'time',
  title: text,
  task: text,
  scenario,
  hints: [],
  after: text,
  notes: { wrong: text, say: text },
} as const;
const nothing = { aims: [], solution: {}, nearMiss: {} };

describe('a budget', () => {
  const exercise: BreakExercise = {
    ...about,
    ...nothing,
    kind: 'break',
    budget: { faults: 1, kinds: ['pause', 'clock-jump'], processes: ['client1', 'nodeA'], lengthMax: 300 },
  };
  const at = { kind: 'time', at: 10 } as const;
  test.each<[string, Readonly<Record<string, Fault>>, string | null]>([
    ['one fault within it', { more: { kind: 'pause', process: 'client1', when: at, for: 300 } }, null],
    [
      'one that is too long',
      { more: { kind: 'pause', process: 'client1', when: at, for: 301 } },
      'at most 300 ms; this one is 301 ms',
    ],
    [
      'a clock moved back too far',
      { more: { kind: 'clock-jump', process: 'nodeA', when: at, by: -400 } },
      'at most 300 ms; this one is 400 ms',
    ],
    ['another kind', { more: { kind: 'restart', process: 'nodeA', when: at } }, '“restart” is not in your budget'],
    [
      'somebody else',
      { more: { kind: 'pause', process: 'nodeB', when: at, for: 1 } },
      'Faults may not hit Redis B here',
    ],
    [
      'two',
      {
        more: { kind: 'pause', process: 'client1', when: at, for: 1 },
        most: { kind: 'pause', process: 'nodeA', when: at, for: 1 },
      },
      '2 faults were added; the budget is 1',
    ],
  ])('%s', (_, faults, breach) => {
    const found = rulesOf(exercise)
      .breaches(exercise, { ...scenario, faults: { given, ...faults } })
      .map(({ en }) => en);
    if (breach === null) expect(found).toEqual([]);
    else expect(found.join()).toContain(breach);
  });

  test('what was there must stay, and settings are none of it', () => {
    const found = rulesOf(exercise)
      .breaches(exercise, { ...scenario, seed: 2, faults: {} })
      .map(({ en }) => en);
    expect(found).toEqual(['“seed” may not be changed here.', 'The faults that were there must stay as they are.']);
  });
});

test('who fixes changes nothing but what may be changed', () => {
  const exercise: FixExercise = {
    ...about,
    ...nothing,
    kind: 'fix',
    attacks: [],
    may: ['lock.settings.ttl', 'storage'],
  };
  const lock = { id: 'redlock', settings: { ttl: 2000 } };
  expect(rulesOf(exercise).breaches(exercise, { ...scenario, lock, storage: { id: 'version' } })).toEqual([]);
  const found = rulesOf(exercise).breaches(exercise, {
    ...scenario,
    lock: { ...lock, settings: { ttl: 2000, tries: 9 } },
    faults: {},
  });
  expect(found.map(({ en }) => en)).toEqual([
    '“lock.settings.tries” may not be changed here.',
    '“faults.given” may not be changed here.',
  ]);
});
