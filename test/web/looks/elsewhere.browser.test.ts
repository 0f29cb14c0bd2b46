// Embeds, the workshop, and a run projected on a wall.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verdictIn } from '../../support/embeds';
import { type Row, type State, testLooks } from '../../support/looks';
import { sampled } from '../../support/nightly';
import { at, desk, languages } from './windows';

const elsewhereRows: Row[] = [];

const views = ['view=timeline', 'view=compare&lang=zh&theme=dark', 'view=verdict&theme=dark', 'colour=red&lang=zh'];

async function* embedded(page: Page): AsyncGenerator<State, void> {
  await verdictIn(page).first().waitFor({ state: 'attached' });
  if (page.url().includes('compare')) await expect.poll(() => page.locator('[data-plot]').count()).toBe(2);
  yield 'at first';
  if (await verdictIn(page).first().isVisible()) return;
  const press = () => page.keyboard.press('ArrowRight');
  await expect.poll(() => press().then(() => verdictIn(page).first().isVisible())).toBe(true);
  yield 'its verdict';
}

elsewhereRows.push(
  {
    name: 'an embed',
    address: 'embed/',
    states: embedded,
    ways: sampled(
      [
        { windows: [desk], lang: 'en', theme: 'dark' },
        { windows: [desk], lang: 'zh', theme: 'light' },
      ] as const,
      2,
    ),
    asks: { barriers: 'html' },
  },
  ...sampled(
    views.flatMap((query) => [390, 1000].map((width) => [query, width] as const)),
    3,
  ).map(
    ([query, width]): Row => ({
      name: `an embed with ${query}`,
      address: `embed/?story=pause-before-write&${query}`,
      states: embedded,
      ways: [{ windows: [at(width, 560)], isStill: true }],
      asks: { barriers: 'html' },
    }),
  ),
  ...sampled(
    [
      ['?do=the-nap&lang=en&theme=light', 1440],
      ['?do=name-the-marks&lang=zh&theme=dark', 390],
      ['?do=name-the-marks&lang=en&theme=light', 1440],
      ['?do=the-account&lang=zh&theme=dark', 1440],
      ['?do=anothers-key&lang=en&theme=dark', 390],
      ['?do=longer-than-thought&lang=zh&theme=light', 390],
      ['?guide&lang=en&theme=light', 1440],
      ['?guide&lang=zh&theme=dark', 390],
      ['?do=make-it-forget&embed', 700],
    ] as const,
    3,
  ).map(
    ([query, width]): Row => ({
      name: `the workshop, ${query}`,
      address: `learn/${query}`,
      async *states(page) {
        await page.locator('h2').first().waitFor();
        const theme = /theme=(\w+)/.exec(query)?.[1];
        if (theme !== undefined) await page.locator(`html[data-theme="${theme}"]`).waitFor();
        yield 'its first heading';
      },
      ways: [{ windows: [at(width)] }],
      asks: { isWithoutScroll: 'sideways', barriers: 'html' },
    }),
  ),
);

const stories = ['pause-before-write', 'in-line', 'sentinel-failover', 'readers-and-writer', 'two-dead-votes'] as const;

const walls = [at(1920, 1080), at(1280, 720)];

elsewhereRows.push(
  ...sampled(
    stories.flatMap((id) => languages.flatMap((lang) => walls.map((wall) => [id, lang, wall] as const))),
    // Both languages and both walls are among them.
    7,
  ).map(
    ([id, lang, wall]): Row => ({
      name: `${id} on a wall`,
      address: `?story=${id}&present&lang=${lang}`,
      async *states(page) {
        await page.locator('footer').getByText(id).waitFor();
        for (let step = 0; step < 12; step++) {
          yield `step ${step}`;
          await page.keyboard.press('PageDown');
        }
      },
      // Going through its steps is faster than resizing a window.
      ways: [{ windows: [wall], lang, isStill: true }],
      asks: { typeMin: 21.9, isFitting: 'both', holding: '[data-fit], footer, h1, section[aria-label]' },
    }),
  ),
);

testLooks(elsewhereRows);
