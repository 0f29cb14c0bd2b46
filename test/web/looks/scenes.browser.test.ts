// The scene of each story, and what a first visitor sees of it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { stories } from '../../../src/content/stories';
import { type Asks, type Row, type State, testLooks, type Way } from '../../support/looks';
import { sampled } from '../../support/nightly';
import { toEnd, wordsMax } from '../../support/sceneLook';
import { at, desk, languages, phone } from './windows';

const sceneRows: Row[] = [];

/** At its start, at its verdict, and with its first answer. */
async function* scene(page: Page, lang: 'en' | 'zh'): AsyncGenerator<State, void> {
  await page.locator('main [data-plot]').waitFor();
  await page.keyboard.press('Home');
  yield { state: 'at its start', asks: { wordsMax: wordsMax[lang] } };
  await toEnd(page);
  yield 'at its harm';
  const answer = page.locator('main h2 + ul button[aria-pressed]').first();
  if ((await answer.count()) === 0) return;
  await answer.click();
  // A variant, or a break that a search found.
  await expect.poll(() => page.url(), { timeout: 60_000 }).toMatch(/[?&]variant=|#v1\./);
  await toEnd(page);
  yield 'with its first answer';
}

const easy: Asks = { isWithoutScroll: 'sideways', typeMin: 16, isFitting: 'across', isApart: true };

sceneRows.push(
  ...sampled(
    stories.map(({ id }, i) => [id, i % 3 === 2 ? 'zh' : 'en'] as const),
    // Both languages are among them.
    50,
  ).map(
    ([id, lang]): Row => ({
      name: `the scene of ${id}`,
      address: `?story=${id}&scene&lang=${lang}`,
      states: (page) => scene(page, lang),
      ways: [{ windows: [desk, at(700, 844), phone], lang, isStill: true }],
      asks: easy,
    }),
  ),
);

sceneRows.push({
  name: 'the scene of story 20',
  address: '?story=pause-before-write&scene',
  async *states(page) {
    await page.getByText('Lock: free').waitFor();
    yield 'at its start';
  },
  ways: [{ windows: [desk], isStill: true }],
  asks: { ...easy, wordsMax: wordsMax.en },
});

const play = 'main button:is([data-keys="Space"], [data-keys="空格"])';

/** A first visitor sees few words, and both facts at the end. */
const strangerAt = (lang: 'en' | 'zh'): Row['states'] =>
  async function* (page) {
    await page.locator('main [data-plot]').waitFor();
    await page.keyboard.press('Home');
    yield { state: 'at its start', asks: { wordsMax: wordsMax[lang] } };
    await toEnd(page);
    expect(await page.locator('main p[data-tone]').count()).toBe(2);
    const inSight = ['main div:has(> p[data-tone])', 'h1', '[data-plot]', play];
    yield { state: 'at its harm', asks: { inSight, sizeMin: { '[data-plot]': { height: 240 } } } };
  };

const links = [
  ['the front page', '?scene', 'en'],
  ['a story', '?story=failover&scene', 'en'],
  ['a story in Chinese', '?story=clock-jump&lang=zh&scene', 'zh'],
  ['a run of somebody else', '?scene#v1.gfaYg6gD13G6sMgBS0DMNjE3BAYosssg8WFialBbWwsA', 'en'],
] as const;

const strangers: readonly Way[] = [
  { windows: [desk], isStill: true },
  { windows: [phone, at(844, 390), at(360, 640)], device: 'phone', isStill: true },
];

sceneRows.push(
  ...sampled(
    links.flatMap((link) => strangers.map((way) => [...link, way] as const)),
    4,
  ).map(
    ([name, address, lang, way]): Row => ({
      name: `${name}, as a stranger sees it`,
      address,
      states: strangerAt(lang),
      ways: [way],
      asks: easy,
    }),
  ),
  // The last is a screen of 1440 × 900 at a zoom of 200 %.
  ...sampled(languages, 2).map(
    (lang): Row => ({
      name: 'the scene in small windows',
      address: '?scene',
      async *states(page) {
        await page.locator('main [data-plot]').waitFor();
        await page.keyboard.press('Home');
        yield { state: 'at its start', asks: { inSight: ['main p:not(:has(*))', 'h1', '[data-plot]', play] } };
        await toEnd(page);
        yield { state: 'at its harm', asks: { inSight: ['main div:has(> p[data-tone])', 'h1', '[data-plot]', play] } };
      },
      ways: [{ windows: [at(568, 320), phone, at(768, 1024), at(720, 450)], lang, isStill: true }],
      asks: { ...easy, sizeMin: { '[data-plot]': { height: 120 } } },
    }),
  ),
  ...sampled(
    [
      ['pause-before-write', { windows: [phone], lang: 'zh', theme: 'dark', isStill: true }],
      ['failover', { windows: [at(1440, 844)], isStill: true }],
    ] as const,
    2,
  ).map(
    ([id, way]): Row => ({
      name: `the scene of ${id}, searched for barriers`,
      address: `?story=${id}&scene`,
      async *states(page) {
        await page.locator('main [data-plot]').waitFor();
        await toEnd(page);
        yield 'at its harm';
      },
      ways: [way],
      asks: { isWithoutScroll: 'sideways', barriers: 'html' },
    }),
  ),
);

testLooks(sceneRows);
