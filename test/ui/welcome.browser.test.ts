// A first visit: what the visitor is told, what plays, and that the visitor is left alone. Also what a printer gets.
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('who is here for the first time is told what this is, and a story plays', async () => {
  const { page, problems, close } = await openPage('', { isFirstVisit: true });
  await page.getByRole('region', { name: 'First visit' }).getByText('Here distributed locks run').waitFor();
  // It takes no focus and opens no dialog over the page.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  const time = page.getByRole('status', { name: 'Time' });
  const before = await time.textContent();
  await expect.poll(() => time.textContent()).not.toBe(before);
  expect(problems).toEqual([]);
  await close();
});

test('four hints, each at the thing that it is about, and never again', async () => {
  const { page, close } = await openPage('', { isFirstVisit: true, reducedMotion: 'reduce' });
  const welcome = page.getByRole('region', { name: 'First visit' });
  const marked = page.locator('[data-hinted]');
  const seen: string[] = [];
  for (let n = 1; n <= 4; n++) {
    await welcome.getByText(`${n} of 4`).waitFor();
    await expect.poll(() => marked.count()).toBe(1);
    seen.push(await marked.evaluate((element) => element.outerHTML.slice(0, 60)));
    if (n < 4) await welcome.getByRole('button', { name: 'Next hint' }).click();
  }
  expect(new Set(seen).size).toBe(4);
  await welcome.getByRole('button', { name: 'Close' }).click();
  await welcome.waitFor({ state: 'detached' });
  await expect.poll(() => marked.count()).toBe(0);
  await page.reload();
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  await expect.poll(() => welcome.count()).toBe(0);
  await close();
});

test('on a phone the next hint comes into sight with what it is about', async () => {
  const { page, close } = await openPage('', { isFirstVisit: true, viewport: { width: 390, height: 800 } });
  const welcome = page.getByRole('region', { name: 'First visit' });
  await welcome.waitFor();
  const verdict = page.getByRole('status', { name: 'Verdict' });
  const isInSight = (element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  };
  await expect.poll(() => verdict.evaluate(isInSight)).toBe(false);
  await welcome.getByRole('button', { name: 'Next hint' }).click();
  await welcome.getByRole('button', { name: 'Next hint' }).click();
  await expect.poll(() => verdict.evaluate(isInSight)).toBe(true);
  await expect.poll(() => welcome.evaluate(isInSight)).toBe(true);
  await close();
});

test('reduced motion: nothing plays; a story in the address, or an embed: nobody is told anything', async () => {
  const still = await openPage('', { isFirstVisit: true, reducedMotion: 'reduce' });
  await still.page.getByRole('region', { name: 'First visit' }).waitFor();
  await still.page.waitForTimeout(2000);
  await expect.poll(() => still.page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  await still.close();
  for (const path of ['?story=pause-before-write', 'embed/?story=pause-before-write']) {
    const { page, close } = await openPage(path, { isFirstVisit: true });
    await page.getByRole('status', { name: 'Verdict' }).waitFor();
    await page.waitForTimeout(500);
    await expect.poll(() => page.getByRole('region', { name: 'First visit' }).count()).toBe(0);
    await close();
  }
});

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'zh-CN', 390],
] as const)(
  'the welcome in %s and %s at %i has no barriers, and nothing sticks out',
  async (colorScheme, locale, width) => {
    const { page, close } = await openPage('', {
      isFirstVisit: true,
      reducedMotion: 'reduce',
      colorScheme,
      locale,
      viewport: { width, height: 900 },
    });
    await page.getByRole('region', { name: /First visit|初次来访/ }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await close();
  },
);

test('a printer gets the timeline as a picture with its verdict, and not the page', async () => {
  const { page, problems, close } = await openPage();
  const picture = page.locator('body > section > svg');
  await page.evaluate(() => history.replaceState(null, '', '?story=pause-before-write&token=secret'));
  // The code for it is loaded after the page.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      return picture.count();
    })
    .toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => picture.isVisible()).toBe(true);
  await expect.poll(() => picture.textContent()).toContain('An update was lost');
  await expect.poll(() => picture.textContent()).toContain('?story=pause-before-write');
  expect(await picture.textContent()).not.toContain('secret');
  await expect.poll(() => page.locator('body > section > ol > li').count()).toBeGreaterThanOrEqual(3);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => picture.count()).toBe(0);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(true);

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('heading', { name: 'Original' }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const both = await picture.textContent();
  expect(both).toContain('Original');
  expect(both?.split('Redis E')).toHaveLength(3);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(problems).toEqual([]);
  await close();
});

test('an exercise is printed as its task with boxes to tick, in light colours, and a hidden run stays hidden', async () => {
  const { page, problems, close } = await openPage('learn/?do=the-nap', { colorScheme: 'dark' });
  await page.getByText('The run is hidden until').waitFor();
  const sheet = page.locator('body > section');
  const print = async (): Promise<void> => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
  };
  // The sheet is loaded after the page.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      return sheet.count();
    })
    .toBe(1);
  await print();
  await expect.poll(() => sheet.getByRole('heading', { name: 'The nap' }).isVisible()).toBe(true);
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(3);
  await expect.poll(() => sheet.locator('svg').count()).toBe(0);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false);
  await expect
    .poll(() => sheet.evaluate((element) => getComputedStyle(element).getPropertyValue('--page')))
    .toBe('#fbfaf8');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(new URL('?do=one-wrong-clock', page.url()).href);
  await page.getByRole('complementary', { name: 'Task' }).waitFor();
  await expect
    .poll(async () => {
      await print();
      return sheet.locator('svg').count();
    })
    .toBe(1);
  expect(problems).toEqual([]);
  await close();
});
