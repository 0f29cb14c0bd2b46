// All window sizes: nothing is cut off at the side, and an automatic check for barriers finds none.
import { describe, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 700, height: 900 },
  { width: 390, height: 844 },
];

test.each(sampled(sizes, 3))('at $width wide nothing sticks out at the side', async (viewport) => {
  for (const locale of ['en-US', 'zh-CN']) {
    const { page, close } = await openPage('', { viewport, locale });
    await page.getByRole('button', { name: /^(Story|故事) / }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(viewport.width);
    const outside = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'header *, aside button, aside input, section[aria-label] > div > button, [role=status]',
        ),
      ]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.right > innerWidth + 1 || box.left < -1))
        .map(({ element }) => element.outerHTML.slice(0, 120)),
    );
    expect(outside).toEqual([]);
    await close();
  }
});

test('the name of the story is whole', async () => {
  for (const locale of ['en-US', 'zh-CN']) {
    const { page, close } = await openPage('', { locale });
    const name = page.locator('[data-story] > span:last-of-type');
    for (const width of [1600, 1440, 1280, 1190, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
      await expect.poll(() => name.evaluate((shown) => shown.clientWidth)).toBeGreaterThan(100);
    }
    await close();
  }
});

test.each([1600, 1440, 1024, 390])(
  'at %d wide the lock and the check at the storage are chosen in one list each',
  async (width) => {
    const { page, close } = await openPage('', { viewport: { width, height: 900 } });
    await page.getByRole('button', { name: /^Story / }).waitFor();
    if (width === 390) await page.getByRole('button', { name: 'Settings', exact: true }).click();
    for (const name of ['Lock', 'Storage-side check'])
      await expect.poll(() => page.getByRole('combobox', { name, exact: true }).count()).toBe(1);
    await close();
  },
);

describe('where there is little room, what is beside the timeline opens from below', () => {
  const phones = [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 320, height: 568 },
  ];

  test.each(phones)('on a phone of $width × $height the picture stays whole', async (viewport) => {
    const { page, problems, close } = await openPage('?story=pause-before-write', { viewport, hasTouch: true });
    const plot = page.locator('[data-plot]').first();
    await plot.waitFor();
    const open = page.getByRole('navigation', { name: 'Besides the timeline' }).getByRole('button');
    await expect.poll(() => open.allInnerTexts()).toHaveLength(4);
    for (const name of [null, /^Verdict/, 'Story', 'Faults', 'Settings'] as const) {
      if (name !== null) await open.and(page.getByRole('button', { name })).click();
      const seen = await plot.evaluate((shown) => {
        const { top, height } = (shown.parentElement ?? shown).getBoundingClientRect();
        const atFoot = document.elementFromPoint(innerWidth - 40, top + height - 12);
        return { height, isSeen: shown.parentElement?.contains(atFoot) === true };
      });
      expect(seen).toEqual({ height: expect.any(Number), isSeen: true });
      expect(seen.height).toBeGreaterThanOrEqual(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      // The smallest of all scrolls while the words are there.
      if (viewport.width > 320)
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(viewport.height);
      if (name === null) continue;
      await open.and(page.getByRole('button', { name, expanded: true })).waitFor();
      const { bottom, height } = await page
        .locator('#sheet')
        .evaluate((sheet) => sheet.getBoundingClientRect().toJSON() as DOMRect);
      expect(bottom).toBeLessThanOrEqual(viewport.height);
      expect(height).toBeGreaterThan(140);
      await expect.poll(() => findBarriers(page)).toEqual([]);
    }
    await open.and(page.getByRole('button', { name: 'Settings' })).click();
    await expect.poll(() => page.locator('#sheet').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('at 1024 faults and settings are folded into a button', async () => {
    const { page, close } = await openPage('?story=pause-before-write', { viewport: { width: 1024, height: 768 } });
    const fold = page.getByRole('button', { name: 'Faults and settings' });
    await fold.click();
    await page.getByRole('complementary', { name: 'Faults and settings' }).waitFor();
    await page.getByRole('complementary', { name: 'What happened' }).waitFor();
    await fold.click();
    await expect.poll(() => page.getByRole('complementary', { name: 'Faults and settings' }).count()).toBe(0);
    await close();
  });

  test('a search opens the sheet in which it answers', async () => {
    const { page, close } = await openPage('?story=pause-before-write', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: /^Verdict/ }).click();
    await page.getByRole('button', { name: 'Find the smallest break' }).click();
    await page.getByRole('tab', { name: 'Find', selected: true }).waitFor();
    await close();
  });
});

test('on a phone a story’s many variants stand in one row, with the chosen one in sight', async () => {
  const { page, close } = await openPage('?story=every-lease&variant=m', { viewport: { width: 390, height: 844 } });
  const chosen = page.getByRole('radio', { name: /A row in SQL/ });
  await chosen.waitFor();
  const boxOf = async (name: RegExp) =>
    (await page.getByRole('radio', { name }).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const [first, last] = [await boxOf(/Original/), await boxOf(/A row in SQL/)];
  expect(last.y).toBe(first.y);
  expect(last.x).toBeGreaterThanOrEqual(0);
  expect(last.x + last.width).toBeLessThanOrEqual(390);
  await close();
});

test('a number that can be changed is seen whole', async () => {
  const { page, close } = await openPage('?story=pause-before-write');
  await page.getByRole('textbox', { name: 'TTL', exact: true }).waitFor();
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('aside input[inputmode]')]
      .filter((input) => input.scrollWidth > input.clientWidth)
      .map(({ value }) => value),
  );
  expect(cut).toEqual([]);
  await close();
});

test('at 1440 × 900 the page itself does not scroll', async () => {
  const { page, close } = await openPage();
  await page.getByRole('button', { name: /^Story / }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
  await close();
});

test.each(
  sampled(
    [
      ['', 'light', 'en-US'],
      ['', 'dark', 'zh-CN'],
      ['embed/', 'light', 'zh-CN'],
      ['embed/', 'dark', 'en-US'],
    ] as const,
    3,
  ),
)('“%s” in %s and %s has no barriers that a machine can find', async (path, colorScheme, locale) => {
  const { page, problems, close } = await openPage(path, { colorScheme, locale });
  await (path === ''
    ? page.getByRole('status', { name: /Verdict|判定/ })
    : page.locator('main[data-outcome]')
  ).waitFor();
  await page.waitForTimeout(600);
  await expect.poll(() => findBarriers(page)).toEqual([]);
  if (path === '') {
    for (const name of [/^(Code|代码)$/, /^(Events|事件)$/]) {
      await page.getByRole('tab', { name }).click();
      await page.waitForTimeout(500);
      await expect.poll(() => findBarriers(page)).toEqual([]);
    }
    await page.locator('aside li[data-selected] button').first().click();
    await expect.poll(() => findBarriers(page)).toEqual([]);
  }
  expect(problems).toEqual([]);
  await close();
});
