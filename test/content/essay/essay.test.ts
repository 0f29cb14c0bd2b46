/** Each paragraph of the essay is true of the run beside it, whatever its knob is turned to. */
import { describe, expect, test } from 'vitest';
import { essay } from '../../../src/content/essay/essay';
import { turned } from '../../../src/content/essay/played';
import type { Block, Knob } from '../../../src/content/essay/step';
import { storyOfRun } from '../../../src/content/stories/storyList';
import { withStrength } from '../../../src/core/faults/strength';
import type { Scenario } from '../../../src/core/model/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';

interface Placed extends Block {
  readonly step: string;
  readonly beside: string;
}

const placed: readonly Placed[] = essay.flatMap(({ id, blocks }) => {
  let beside = blocks[0]?.run ?? '';
  return blocks.map((block, i) => {
    beside = block.run ?? beside;
    return { ...block, step: `${id} ${i}`, beside };
  });
});

const outcomeOf = (scenario: Scenario) => runScenario(scenario, parts).verdict.outcome;

test('there are 15 steps, each with a run from its first paragraph on', () => {
  expect(essay.map(({ id }) => id)).toHaveLength(15);
  expect(new Set(essay.map(({ id }) => id)).size).toBe(15);
  for (const { id } of essay) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

describe.each(placed.filter(({ run }) => run !== undefined).map((one): readonly [string, Placed] => [one.step, one]))(
  '%s',
  (_, { beside, shows }) => {
    test('its run ends as it says', async () => {
      expect(shows).toBeDefined();
      expect(outcomeOf((await storyOfRun(beside)).scenario)).toBe(shows);
    });
  },
);

const valuesOf = (knob: Knob): readonly number[] =>
  knob.kind === 'runs'
    ? knob.choices.map((_, i) => i)
    : Array.from({ length: 24 }, (_, i) => Math.round((knob.min + ((knob.max - knob.min) * i) / 23) / 10) * 10);

const isStoryOwn = (knob: Knob, scenario: Scenario): boolean =>
  knob.kind !== 'fault' || withStrength(scenario.faults[knob.fault] ?? fail(knob.fault), 1) !== undefined;
const fail = (name: string): never => {
  throw new Error(name);
};

describe.each(placed.filter(({ knob }) => knob !== undefined).map((one): readonly [string, Placed] => [one.step, one]))(
  'the knob of %s',
  (_, { beside, knob, says = {}, text }) => {
    test('stands in both texts, and leads to each sentence, and to no other end', async () => {
      if (knob === undefined) throw new Error('It has no knob.');
      expect(text.en).toContain('{knob}');
      expect(text.zh).toContain('{knob}');
      const { scenario } = await storyOfRun(beside);
      expect(isStoryOwn(knob, scenario)).toBe(true);
      const ends = new Set<string>();
      for (const value of valuesOf(knob)) ends.add(outcomeOf(await turned(knob, value, scenario)));
      if (Object.keys(says).length > 0) expect([...ends].toSorted()).toEqual(Object.keys(says).toSorted());
    });
  },
);

test('a text without a knob has no mark of one', () => {
  for (const { knob, text } of placed.filter((one) => one.knob === undefined)) {
    expect(knob).toBeUndefined();
    expect(text.en + text.zh).not.toContain('{');
  }
});
