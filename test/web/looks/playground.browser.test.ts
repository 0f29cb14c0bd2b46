// The playground with details: in all windows, beside the timeline, below it on a phone, while comparing, and under
// touch.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { stories } from '../../../src/content/stories';
import { type Row, type State, testLooks } from '../../support/looks';
import { byNight, sampled } from '../../support/nightly';
import { at, desk, inBoth, isVerdictShown, languages, laptop, phone, when } from './windows';

const playgroundRows: Row[] = [];

async function* onceShown(page: Page): AsyncGenerator<State, void> {
  await isVerdictShown(page);
  yield 'its verdict';
}

playgroundRows.push(
  {
    name: 'the playground',
    address: '',
    states: onceShown,
    ways: inBoth({ windows: sampled([desk, laptop, at(700), phone], 3) }),
    asks: {
      isWithoutScroll: 'sideways',
      insideSides: 'header *, aside button, aside input, section[aria-label] > div > button, [role=status]',
    },
  },
  {
    name: 'the name of the story',
    address: '',
    states: onceShown,
    ways: inBoth({ windows: [1600, 1440, 1280, 1190, 1024].map((width) => at(width)) }),
    asks: { isWhole: true, sizeMin: { '[data-story] > span:last-of-type': { width: 101 } } },
  },
  {
    name: 'the playground and its numbers',
    address: '?story=pause-before-write',
    async *states(page) {
      await page.getByRole('textbox', { name: 'TTL', exact: true }).waitFor();
      yield 'its settings';
    },
    ways: [{ windows: [desk] }],
    asks: { isWithoutScroll: 'at all', isWhole: true },
  },
  {
    name: 'the tabs beside the timeline',
    address: '',
    async *states(page) {
      await isVerdictShown(page);
      yield 'Why';
      for (const name of [/^(Code|代码)$/, /^(Events|事件)$/]) {
        await page.getByRole('tab', { name }).click();
        yield `${name}`;
      }
      await page.locator('aside li[data-selected] button').first().click();
      yield 'an event that was chosen';
    },
    ways: sampled(
      [
        { windows: [desk], lang: 'en', theme: 'light' },
        { windows: [desk], lang: 'zh', theme: 'dark' },
      ] as const,
      2,
    ),
    asks: { barriers: 'html' },
  },
  {
    name: 'the tab of the story',
    address: '?story=pause-before-write',
    async *states(page) {
      await page.getByRole('tab', { name: 'Story' }).click();
      yield 'Story';
    },
    ways: [{ windows: [laptop] }],
    asks: { barriers: 'html' },
  },
);

const runAtLeast = { sizeMin: { ':has(> [data-plot])': { height: 200 } } } as const;

/** In a small window, what is beside the timeline opens from below. */
async function* sheets(page: Page): AsyncGenerator<State, void> {
  const open = page.getByRole('navigation', { name: 'Besides the timeline' }).getByRole('button');
  await expect.poll(() => open.allInnerTexts()).toHaveLength(4);
  yield 'no sheet';
  for (const name of [/^Verdict/, 'Story', 'Faults', 'Settings']) {
    await open.and(page.getByRole('button', { name })).click();
    await open.and(page.getByRole('button', { name, expanded: true })).waitFor();
    const sizeMin = { ...runAtLeast.sizeMin, '#sheet': { height: 141 } };
    yield { state: `the sheet ${name}`, asks: { sizeMin, inSight: ['#sheet'], barriers: 'html' } };
  }
  await open.and(page.getByRole('button', { name: 'Settings' })).click();
  await expect.poll(() => page.locator('#sheet').count()).toBe(0);
}

playgroundRows.push(
  {
    name: 'the picture behind the sheets of a phone',
    address: '?story=pause-before-write',
    states: sheets,
    ways: [{ windows: byNight([phone, at(844, 390)], [phone, at(360, 640), at(844, 390)]), device: 'touch' }],
    asks: { isWithoutScroll: 'at all', uncovered: ':has(> [data-plot])', ...runAtLeast },
  },
  {
    // It scrolls while the words are visible.
    name: 'the picture behind the sheets of the smallest phone',
    address: '?story=pause-before-write',
    states: sheets,
    ways: [{ windows: [at(320, 568)], device: 'touch' }],
    asks: { isWithoutScroll: 'sideways', uncovered: ':has(> [data-plot])', ...runAtLeast },
  },
);

/** The stories with the longest names, locks, nodes and lines. */
const longOnes = sampled(['9', '20:fix', '36', '45'], 2);

playgroundRows.push(
  ...byNight(
    longOnes,
    stories.map(({ number }) => number),
  ).map(
    (story): Row => ({
      name: `every text of story ${story} with details`,
      address: `?story=${story}&details`,
      states: when('[data-plot] button[data-role]'),
      ways: inBoth({ windows: [laptop, at(1280, 800), desk, at(1920, 1080)] }),
      asks: { isWhole: true },
    }),
  ),
);

const compared = [1440, 1024, 700, 390].flatMap((width) => languages.map((lang) => [width, lang] as const));

playgroundRows.push(
  ...sampled(compared, 3).map(
    ([width, lang]): Row => ({
      name: 'two runs that are compared',
      address: `?story=pause-before-write&details&lang=${lang}`,
      async *states(page) {
        const group = page.getByRole('group', { name: lang === 'zh' ? '对比' : 'Compare with', exact: true });
        await group.getByRole('radio').last().click({ force: true });
        await expect.poll(() => page.locator('main [data-plot]').count()).toBe(2);
        yield 'both';
      },
      ways: [{ windows: [at(width)], lang }],
      // On a phone the rows of chips scroll.
      asks: { isWithoutScroll: 'sideways', isWhole: width > 640 },
    }),
  ),
);

testLooks(playgroundRows);
