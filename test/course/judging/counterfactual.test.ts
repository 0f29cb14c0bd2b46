// What would have made a wrong answer right: one change, no more, and a fault that still happens.
import { expect, test } from 'vitest';
import type { PredictExercise, Prediction } from '../../../src/core/model/scenario/exercise';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Patch } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { exercises } from '../../../src/course/exercises/time';
import { allowedChangesOf, changesBetween, judgeCounterfactual } from '../../../src/course/judging/counterfactual';

const nap = exercises.find(({ id }) => id === 'the-nap') as PredictExercise;
const answer = (id: string) => nap.options.find((option) => option.id === id) as Prediction;
const tried = (id: string, patch: Patch) =>
  judgeCounterfactual(nap.scenario, answer(id), runScenario(applyPatch(nap.scenario, patch), parts));
const atWork = { pause: { when: { step: 'work' } } } as const;

test('a fault that is moved counts; with another change beside it, it does not', () => {
  expect(tried('notices', {})).toEqual({ met: 'false', breaches: [], solved: false });
  expect(tried('notices', { faults: atWork })).toEqual({ met: 'true', breaches: [], solved: true });
  const both = tried('notices', { faults: atWork, settings: { work: 101 } });
  expect(both).toMatchObject({ met: 'true', solved: false });
  expect(both.breaches.map(({ en }) => en)).toEqual([
    'One change is enough; this makes 2. Undo takes back the last one.',
    '“settings.work” may not be changed here.',
  ]);
});

test('a fault that is gone, or that never happens, does not count', () => {
  const without = tried('refused', { faults: { pause: null } });
  expect(without.breaches.map(({ en }) => en)).toEqual([expect.stringContaining('stay in it')]);
  const late = tried('refused', { faults: { pause: { when: { nth: 40 } } } });
  expect(late.breaches.map(({ en }) => en)).toEqual([expect.stringContaining('no longer happens')]);
});

test('only what the answer needs may be changed', () => {
  expect(allowedChangesOf(nap.scenario, answer('notices'))).toEqual({ kinds: [], may: [] });
  expect(allowedChangesOf(nap.scenario, answer('refused'))).toEqual({ kinds: [], may: ['storage'] });
  expect(allowedChangesOf(nap.scenario, answer('destroys'))).toBeNull();
  expect(tried('refused', { storage: { id: 'version' } }).solved).toBe(true);
  expect(tried('notices', { storage: { id: 'version' } }).breaches).toHaveLength(1);
  const another = { kind: 'pause', process: 'client2', when: { kind: 'time', at: 10 }, for: 10 } as const;
  expect(tried('notices', { faults: { another } }).breaches.map(({ en }) => en)).toEqual([
    'This fault cannot be added here.',
  ]);
});

test('each part that differs is one change, however much of it differs', () => {
  const changes = (patch: Patch) => changesBetween(nap.scenario, applyPatch(nap.scenario, patch));
  expect(changes({})).toEqual([]);
  expect(changes({ seed: 1 })).toEqual(['seed']);
  expect(changes({ storage: { id: 'fencing', settings: { readsLeaveToken: true } } })).toEqual(['storage']);
  expect(changes({ lock: { settings: { ttl: 1, tries: 9 } } })).toEqual(['lock.settings.ttl', 'lock.settings.tries']);
  expect(changes({ lock: { id: 'single-node' } })).toEqual(['lock']);
  expect(changes({ settings: { latency: { min: 1, max: 999 } } })).toEqual(['settings.latency']);
  expect(changes({ settings: { work: 1, nodes: { persistence: 'always' } } })).toEqual([
    'settings.work',
    'settings.nodes.persistence',
  ]);
  expect(changes({ settings: { own: { client1: { start: 5 } } } })).toEqual(['settings.own']);
  expect(changes({ faults: { pause: { for: 1 } } })).toEqual(['faults.pause']);
});
