// The same scenario and seed give the same bytes in Node and in Chromium: tellings of stories, and random worlds.
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { storyVersionOf, storyVersions } from '../../content/stories/storyVersions';
import { anyWorld } from '../../support/anyWorld';
import { type Engine, engineScript } from '../../support/engineScript';
import { bytesOf, fingerprints } from '../../support/fingerprints';
import { byNight, sampled } from '../../support/nightly';
import { prepareBrowser } from '../../support/page';

const openPage = prepareBrowser();
let page: Page;

beforeAll(async () => {
  const [opened, content] = await Promise.all([openPage('about:blank'), engineScript()]);
  page = opened.page;
  await page.addScriptTag({ content });
});

test('tellings of stories, at night all of them, are the same runs in Chromium, seed by seed', async () => {
  const scenarios = sampled(storyVersions, 3).flatMap(({ scenario }) =>
    byNight([scenario], [scenario, { ...scenario, seed: scenario.seed + 1 }]),
  );
  expect(await inChromium(scenarios)).toEqual(fingerprints(scenarios));
});

test('random worlds are the same runs in Chromium', async () => {
  const scenarios = fc.sample(anyWorld, { numRuns: byNight(24, 150), seed: 2016 });
  const here = fingerprints(scenarios);
  expect(new Set(here).size).toBeGreaterThan(byNight(16, 100));
  expect(await inChromium(scenarios)).toEqual(here);
});

test('a run under another seed, or with a latency one microsecond longer, is told apart', async () => {
  const { scenario } = storyVersionOf('20');
  const { seed, settings } = scenario;
  const later: Scenario = { ...scenario, settings: { ...settings, latency: moved(settings.latency) } };
  const [own, ...apart] = await inChromium([scenario, { ...scenario, seed: seed + 1 }, later]);
  for (const other of apart) expect(other?.slice(0, 8)).not.toBe(own?.slice(0, 8));
});

test('byte for byte, not by their digests alone', async () => {
  const { scenario } = storyVersionOf('20');
  expect(
    await page.evaluate((given) => (globalThis as unknown as { engine: Engine }).engine.bytesOf(given), scenario),
  ).toEqual(bytesOf(scenario));
});

const inChromium = (scenarios: readonly Scenario[]): Promise<readonly string[]> =>
  page.evaluate((given) => (globalThis as unknown as { engine: Engine }).engine.fingerprints(given), scenarios);

function moved(latency: Scenario['settings']['latency']): Scenario['settings']['latency'] {
  return typeof latency === 'number' ? latency + 0.001 : { ...latency, p50: latency.p50 + 0.001 };
}
