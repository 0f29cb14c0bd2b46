// New faults from the palette: each one finds its target, runs, and is narrated in both languages.
import { describe, expect, test } from 'vitest';
import { signOf } from '../../src/core/faults';
import { withFault } from '../../src/core/model/scenario/edit';
import type { BreakExercise } from '../../src/core/model/scenario/exercise';
import { faultProblem } from '../../src/core/model/scenario/parse/faultProblem';
import { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
import { processesOfScenario } from '../../src/core/model/scenario/processes';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { languages } from '../../src/core/model/values/text';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { exercises } from '../../src/course/exercises/time';
import { rulesOf } from '../../src/course/kinds';
import { faultText } from '../../src/web/edit/faultText';
import { freeName } from '../../src/web/edit/freeName';
import { freshFault } from '../../src/web/edit/freshFault';
import { kindCalled, palette } from '../../src/web/edit/kinds';
import { commandFor } from '../../src/web/help/commandFor';
import { commands } from '../../src/web/help/commands';
import { budgetRules } from '../../src/web/learn/budgetRules';
import { openingScenario } from '../../src/web/state/openingScenario';
import { wordsOf } from '../support/wordsOf';
import '../support/handIn';

const breakExercise = exercises.find(
  (exercise): exercise is BreakExercise => exercise.kind === 'break',
) as BreakExercise;
const { settings } = openingScenario;
const scenario: Scenario = { ...openingScenario, settings: { ...settings, nodes: { ...settings.nodes, replicas: 1 } } };
const processes = processesOfScenario(scenario, parts);
/** Where faults of a lock service find a target. */
const served: Scenario = { ...scenario, lock: { id: 'etcd' } };
const targets: readonly ProcessId[] = ['client1', 'nodeB', 'replicaA1', 'storage'];

const faultKinds = palette().map(({ kind }) => kind);

test.each(faultKinds)('a new %s keeps to the budget of an exercise', (kind) => {
  const exercise = {
    ...breakExercise,
    scenario,
    budget: { faults: 1, kinds: [kind], lengthMax: 150 },
  } satisfies BreakExercise;
  const place = { process: 'client1', when: { kind: 'time', at: 300 }, processes, ttl: 3000 } as const;
  const { allows, adapted, held } = budgetRules(exercise.budget);
  const fresh = freshFault(kind, place);
  expect(rulesOf(exercise).breaches(exercise, withFault(scenario, 'mine', adapted(fresh)))).toEqual([]);
  expect(held(adapted(fresh))).toEqual(adapted(fresh));
  expect(faultKinds.filter(allows)).toEqual([kind]);
});

test('a new fault goes where the budget allows it, and is dragged no farther than that', () => {
  const budget = { faults: 1, kinds: ['pause'], processes: ['nodeB', 'nodeC'], lengthMax: 150 } as const;
  const { adapted, held } = budgetRules(budget);
  const pause = { kind: 'pause', process: 'client1', when: { kind: 'time', at: 300 }, for: 900 } as const;
  expect(adapted(pause)).toMatchObject({ process: 'nodeB', for: 150 });
  expect(held({ ...pause, process: 'nodeC', for: 149 })).toMatchObject({ process: 'nodeC', for: 149 });
  // A clock is set back no farther than this either.
  expect(held({ kind: 'clock-jump', process: 'nodeB', when: pause.when, by: -900 })).toMatchObject({ by: -150 });
});

describe.each(faultKinds)('a new %s', (kind) => {
  test.each(targets)('on %s finds its target and runs', (process) => {
    const fault = freshFault(kind, { process, when: { kind: 'time', at: 300 }, processes, ttl: 3000 });
    const shown = ['service', 'session'].includes(kindCalled(kind).appliesTo) ? served : scenario;
    expect(fault.kind).toBe(kind);
    expect(faultProblem(fault, shown, parts)).toBeNull();
    const changed = withFault(shown, freeName(shown, kind), fault);
    expect(parseScenario(structuredClone(changed), parts)).toMatchObject({ ok: true });
    expect(runScenario(changed, parts).trace.count).toBeGreaterThan(0);
  });

  test.each(languages)('is told in %s without a gap', (language) => {
    const fault = freshFault(kind, { process: 'nodeB', when: { kind: 'time', at: 300 }, processes, ttl: 3000 });
    const { title, detail } = faultText(wordsOf[language], fault);
    expect(title.length).toBeGreaterThan(3);
    expect(`${title} ${detail}`).not.toMatch(/undefined|object| {2}|^ | $/);
  });

  test('has a sign and a key of its own', () => {
    const { key } = kindCalled(kind);
    expect(palette().filter((other) => String(signOf(other.kind)) === String(signOf(kind)))).toHaveLength(1);
    expect(commands().filter(({ keys }) => keys === key)).toHaveLength(1);
  });
});

test('names of faults are never taken twice', () => {
  let busy = scenario;
  for (let i = 0; i < 4; i++) {
    const fault = freshFault('pause', { process: 'client1', when: { kind: 'time', at: i }, processes, ttl: 3000 });
    busy = withFault(busy, freeName(busy, 'pause'), fault);
  }
  expect(Object.keys(busy.faults)).toEqual(['pause1', 'pause2', 'pause3', 'pause4']);
});

describe('keys', () => {
  const pressed = (code: string, key: string, more = {}) => ({
    code,
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
  });

  test('no two commands have the same', () => {
    // A key may mean something else in a room, and something else again while faults are offered to the room.
    for (const times of new Set(commands().map(({ when }) => when))) {
      const names = commands()
        .filter(({ when }) => when === times)
        .flatMap(({ keys }) => keys.split(' '));
      expect(new Set(names).size).toBe(names.length);
    }
    expect(commands().length).toBeGreaterThan(40);
  });

  test('are told by their place on the keyboard, a question mark by its sign', () => {
    expect(commandFor(pressed('KeyP', 'з'), true)?.keys).toBe('KeyP');
    expect(commandFor(pressed('Minus', '?', { shiftKey: true }), true)?.keys).toBe('Shift+Slash');
    expect(commandFor(pressed('Backspace', 'Backspace'), true)?.keys).toBe('Delete');
  });

  test('alone do nothing once they are switched off, the others still do', () => {
    expect(commandFor(pressed('KeyP', 'p'), false)).toBeUndefined();
    expect(commandFor(pressed('Space', ' '), false)).toBeDefined();
    expect(commandFor(pressed('KeyZ', 'z', { ctrlKey: true }), false)).toBeDefined();
  });

  test('with Ctrl are left to the browser where they are not ours', () => {
    expect(commandFor(pressed('KeyP', 'p', { ctrlKey: true }), true)).toBeUndefined();
    expect(commandFor(pressed('KeyR', 'r', { metaKey: true }), true)).toBeUndefined();
  });
});

test.each([
  [undefined, 'A evicts the key', 'A 淘汰锁的键'],
  ['del', 'DEL of the key on A', 'A 上的键被 DEL'],
  ['flushall', 'FLUSHALL on A', 'A 执行 FLUSHALL'],
] as const)('the timeline says how a key vanished: %s', (how, en, zh) => {
  const when = { kind: 'time', at: 300 } as const;
  const fault = { kind: 'key-vanishes', process: 'nodeA', when, ...(how === undefined ? {} : { how }) } as const;
  expect(languages.map((language) => wordsOf[language].onTimeline.faultDoes(fault))).toEqual([en, zh]);
});
