// After a drag to a run that holds, one press breaks it again, with the weakest fault at that place.
import { describe, expect, it } from 'vitest';
import { injectionRules } from '../../src/core/faults';
import { strengthOf } from '../../src/core/faults/strength';
import { withValue } from '../../src/core/model/scenario/faultKind';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { isBroken, isHarmLeft } from '../../src/picture/scene/answers';
import { breakAgain } from '../../src/web/scene/breakAgain';
import { loadedStories } from '../content/stories/storyVersions';
import { sampled } from '../support/nightly';

const shortened = loadedStories.flatMap((story) => {
  const [name, fault] = Object.entries(story.scenario.faults)[0] ?? [];
  if (name === undefined || fault === undefined) return [];
  const strength = injectionRules[fault.kind].strengths[0];
  if (strength === undefined || !Number.isFinite(strengthOf(fault))) return [];
  const held = { ...story.scenario, faults: { ...story.scenario.faults, [name]: withValue(fault, strength.field, 1) } };
  const { verdict } = runScenario(held, parts);
  return isBroken(verdict) || !isBroken(runScenario(story.scenario, parts).verdict) ? [] : [{ story, held, name }];
});

describe('of each story whose first fault is too short', () => {
  it.each(sampled(shortened, 4).map((one) => [one.story.number, one] as const))('%s', (_, { story, held, name }) => {
    const asked = runScenario(story.scenario, parts).verdict;
    const { scenario, least } = breakAgain({ held, published: story.scenario, name }, parts);
    expect(isHarmLeft(asked, runScenario(scenario, parts).verdict)).toBe(true);
    if (least === null) return;
    const fault = scenario.faults[name];
    const strength = fault && injectionRules[fault.kind].strengths[0];
    if (fault === undefined || strength === undefined) throw new Error('The fault is gone.');
    const sign = Math.sign(Number(Reflect.get(fault, strength.field)));
    const weaker = {
      ...scenario,
      faults: { ...scenario.faults, [name]: withValue(fault, strength.field, sign * (least - 1)) },
    };
    const { lock, data } = runScenario(weaker, parts).verdict;
    expect([lock, data]).not.toEqual([asked.lock, asked.data]);
  });
});

it('a fault that was moved to where none is long enough gives way to the story’s', () => {
  const [{ story, held, name }] = shortened.filter(({ story: { number } }) => number === '20') as [
    (typeof shortened)[0],
  ];
  const fault = held.faults[name];
  const late = { ...held, faults: { ...held.faults, [name]: { ...fault, when: { kind: 'time', at: 5900 } } as never } };
  expect(breakAgain({ held: late, published: story.scenario, name }, parts)).toEqual({
    scenario: story.scenario,
    least: null,
  });
});
