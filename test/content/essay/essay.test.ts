/** Each paragraph of the essay is true of the run beside it, whatever its knob is turned to. */
import { describe, expect, test } from 'vitest';
import { essay, type Paragraph, paragraphs } from '../../../src/content/essay/essay';
import { knobValue, turned } from '../../../src/content/essay/knob';
import type { Knob } from '../../../src/content/essay/step';
import { storyOfRun } from '../../../src/content/stories/storyList';
import { applyPatch } from '../../../src/core/model/patch';
import type { Scenario } from '../../../src/core/model/scenario';
import { fromMs } from '../../../src/core/model/time';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { sceneOf } from '../../../src/picture/scene/sceneOf';

type Placed = readonly [string, Paragraph];

const placed: readonly Placed[] = paragraphs.map((one, i) => [`${one.step} ${i}`, one]);

const outcomeOf = (scenario: Scenario) => runScenario(scenario, parts).verdict.outcome;

test('there are 15 steps, each with a run from its first paragraph on', () => {
  expect(essay.map(({ id }) => id)).toHaveLength(15);
  expect(new Set(essay.map(({ id }) => id)).size).toBe(15);
  for (const { id, blocks } of essay) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(blocks[0]?.run).toBeDefined();
  }
  // It is the folder of the Chinese essay.
  expect(essay.map(({ id }) => id)).not.toContain('zh');
});

describe.each(placed.filter(([, { run }]) => run !== undefined))('%s', (_, { beside, shows }) => {
  test('its run ends as it says', async () => {
    expect(shows).toBeDefined();
    expect(outcomeOf((await storyOfRun(beside)).scenario)).toBe(shows);
  });
});

describe.each(placed.filter(([, { zoom }]) => zoom !== undefined))('%s', (_, { beside, run, zoom = [0, 0] }) => {
  test('speaks of a small part of its run, with two moments or more', async () => {
    const { scenario, story, variantId } = await storyOfRun(beside);
    const played = runScenario(scenario, parts);
    const speech = speechOf.en;
    const { moments } = sceneOf({
      run: played,
      story,
      variantId: variantId ?? null,
      original: null,
      speech,
      language: 'en',
    });
    const shown = moments.filter(({ at }) => at >= fromMs(zoom[0]) && at <= fromMs(zoom[1]));
    expect(run).toBe(beside);
    expect(shown.length).toBeGreaterThan(1);
    expect(fromMs(zoom[1]) - fromMs(zoom[0])).toBeLessThan(played.trace.header.endedAt * 0.6);
  });
});

/** The runs that its values lead to. */
async function runsOf(knob: Knob, scenario: Scenario): Promise<readonly Scenario[]> {
  if (knob.kind === 'runs')
    return Promise.all(
      knob.choices.map(async ({ run, patch }) => {
        const found = await storyOfRun(run);
        return patch === undefined ? found.scenario : applyPatch(found.scenario, patch);
      }),
    );
  const steps = 24;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const value = Math.round((knob.min + ((knob.max - knob.min) * i) / steps) / 10) * 10;
    const changed = turned(knob, value, scenario);
    expect(knobValue(knob, { scenario: changed, run: '' })).toBe(value);
    return changed;
  });
}

describe.each(placed.filter(([, { knob }]) => knob !== undefined))('the number of %s', (_, paragraph) => {
  const { beside, knob, says = {}, shows, text } = paragraph;

  test('stands in both texts, begins at the run of the text, and leads to each of its sentences and to no other end', async () => {
    if (knob === undefined) throw new Error('It has no number.');
    expect(text.en).toContain('{knob}');
    expect(text.zh).toContain('{knob}');
    const { scenario } = await storyOfRun(beside);
    expect(knobValue(knob, { scenario, run: beside })).toBeGreaterThanOrEqual(0);
    const ends = new Set((await runsOf(knob, scenario)).map(outcomeOf));
    if (Object.keys(says).length > 0) expect([...ends].toSorted()).toEqual(Object.keys(says).toSorted());
    else expect([...ends]).toEqual([shows]);
  });
});

test('a text without a number has no mark of one', () => {
  for (const [, { text }] of placed.filter(([, { knob }]) => knob === undefined))
    expect(text.en + text.zh).not.toContain('{');
});
