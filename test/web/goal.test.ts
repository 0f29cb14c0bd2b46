// The small task after the first end: where it is offered, what the best is, and when a length is near enough.
import { expect, test } from 'vitest';
import { stretchedFault } from '../../src/core/model/scenario/edit';
import { parts } from '../../src/core/run/parts';
import { goalOf, hasGoal, judgedGoal } from '../../src/web/scene/goalRules';
import { simulateNow } from '../../src/web/state/longRun';
import { storyVersions } from '../content/stories/storyVersions';
import '../support/handIn';

const scenarioOf = (id: string) => {
  const version = storyVersions.find(({ story, variant }) => story.id === id && variant === null);
  if (version === undefined) throw new Error(`There is no story ${id}.`);
  return version.scenario;
};

const pause = scenarioOf('pause-before-write');
const [name = ''] = Object.keys(pause.faults);

const dataWith = (length: number) => {
  const fault = pause.faults[name];
  if (fault === undefined) throw new Error('There is no fault.');
  return simulateNow({ ...pause, faults: { [name]: stretchedFault(fault, length, parts.faults) } }).verdict.data;
};

test('a run that was broken by a pause has a task, and its best is the edge, where luck begins', () => {
  expect(hasGoal(pause, name)).toBe(true);
  const { least } = goalOf(pause, name);
  expect([dataWith(least - 1), dataWith(least)]).toEqual(['safe', 'lucky']);
});

test.each([
  ['a run that held', 'five-steps'],
  ['a run that a shorter fault does not save', 'failover'],
])('%s has none', (_what, id) => {
  const scenario = scenarioOf(id);
  expect(hasGoal(scenario, Object.keys(scenario.faults)[0] ?? null)).toBe(false);
});

test.each([
  ['keep', 2900, true, 'fails'],
  ['keep', 1000, false, 'more'],
  ['keep', 1900, false, 'done'],
  ['break', 1000, false, 'fails'],
  ['break', 2900, true, 'more'],
  ['break', 2010, true, 'done'],
] as const)('to %s it with %d ms, harm %s: %s', (aim, length, isHarmed, judged) => {
  expect(judgedGoal({ scenario: pause, fault: name, least: 2000 }, aim, length, isHarmed)).toBe(judged);
});
