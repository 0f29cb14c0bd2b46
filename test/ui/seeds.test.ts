// "Breaks in N of 100 seeds" is what running each of them says.
import { expect, test } from 'vitest';
import { outcomes } from '../../src/model/verdict';
import { isBroken } from '../../src/run/isBroken';
import { registry } from '../../src/run/registry';
import { runScenario } from '../../src/run/runScenario';
import { runSeeds } from '../../src/run/seeds';
import { story } from '../../src/stories/pauseBeforeWrite';

test('gives each seed the outcome that it has by itself', () => {
  const found = [...runSeeds(story.scenario, 12)];
  expect(found.map(({ seed }) => seed)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  for (const { seed, outcome } of found)
    expect(outcome).toBe(runScenario({ ...story.scenario, seed }, registry).verdict.outcome);
});

test('runs a seed only when it is asked for', () => {
  const seeds = runSeeds(story.scenario, 1_000_000);
  expect(seeds.next().value).toMatchObject({ seed: 0 });
});

test('counts as broken what is neither held nor unknown', () => {
  expect(outcomes.filter(isBroken)).toEqual(['lost-update', 'overlap', 'stuck', 'unavailable']);
});
