// One story in its simple form: a link opens its scene, which plays, and asks what would have held. Details are one
// press away. `sceneEdits.browser.test.ts` drags it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stopClock } from '../support/clock';
import { prepareBrowser } from '../support/page';
import { toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();

const playing = { hasClock: true } as const;
const still = { ...playing, reducedMotion: 'reduce' } as const;
const scene = (page: Page) => page.getByRole('main', { name: /^(Scene|场景)$/ });

test('a link of a story opens its scene at the start', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByRole('heading', { level: 1, name: 'A pause outlives the lock' }).waitFor();
  await page.getByText('Lock: free').waitFor();
  expect(await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow')).toBe('0');
  expect(problems).toEqual([]);
  await close();
});

test('it is stepped to its break, says what happened, and an answer plays in place', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByText('Lock: free').waitFor();
  await toEnd(page);
  await page.getByText('Lock: two holders at once, for 636 ms').waitFor();
  await page.getByText('Data: an update was lost').waitFor();
  await page.getByRole('heading', { name: 'What would have saved 52?' }).waitFor();
  const answer = page.getByRole('button', { name: 'A fencing token', exact: true });
  await answer.click();
  await expect.poll(() => answer.getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Data: intact, late write rejected').waitFor();
  expect(new URL(page.url()).search).toContain('variant=fix');
  // It stays a scene.
  await scene(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a run of twelve minutes has few breaks, and the time of each moment', async () => {
  const { page, close } = await openPage('?story=one-long-answer&scene', still);
  const line = scene(page)
    .locator('svg')
    .filter({ has: page.getByText('12 min 3 s') });
  await line.getByText('7 min', { exact: true }).waitFor();
  expect(await line.locator('path[class*="fold"]').count()).toBe(3);
  await close();
});

test.each(['scene', 'details'])(
  'an address opens the %s at its moment, and says what is wrong with another',
  async (size) => {
    const { page, problems, close } = await openPage(`?story=pause-before-write&${size}&at=1000`, still);
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    await expect.poll(() => playhead.getAttribute('aria-valuenow')).toBe('1000');
    await page.goto(new URL(`?story=pause-before-write&${size}&at=break`, page.url()).href);
    await expect.poll(() => page.getByText('Data: an update was lost').count()).toBeGreaterThan(0);
    await page.goto(new URL(`?story=pause-before-write&${size}&at=soon`, page.url()).href);
    await page
      .getByRole('alert')
      .getByText(/break, start, end.*soon/)
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

test('details and scene are two sizes of one page: by button, by key, by Back and by Escape', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByText('Lock: free').waitFor();
  await page.getByText('Details', { exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(new URL(page.url()).search).toContain('details');
  await page.goBack();
  await scene(page).waitFor();
  await page.keyboard.press('Digit2');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('Escape');
  await scene(page).waitFor();
  // The next visit opens in the size that was chosen last.
  await page.goto(new URL('?story=failover', page.url()).href);
  await scene(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the picture opens into that of the details, and turns back midway', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', playing);
  await page.getByText('Lock: free').waitFor();
  const mains = page.locator('main');
  const [narrow] = await page.locator('[data-plot]').evaluateAll((plots) => plots.map((plot) => plot.clientWidth));
  await stopClock(page);
  await page.keyboard.press('Digit2');
  // The details are there once their code and all locks are loaded.
  await expect.poll(() => mains.count()).toBe(2);
  await page.clock.runFor(250);
  expect(await mains.count()).toBe(2);
  await page.keyboard.press('Digit1');
  await page.clock.runFor(1000);
  await expect.poll(() => mains.count()).toBe(1);
  await page.clock.resume();
  await scene(page).waitFor();
  expect(await page.locator('[data-plot]').evaluate((plot) => plot.clientWidth)).toBe(narrow);
  // A drag belongs to the current picture.
  await page.keyboard.press('Digit2');
  await expect.poll(() => mains.count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  const fault = page.locator('[data-plot] [role="slider"]').first();
  await fault.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('a first visit sees a scene that plays by itself', async () => {
  const { page, problems, close } = await openPage('', { ...playing, isFirstVisit: true });
  await scene(page).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await page.clock.runFor(40_000);
  await page.getByText('Lock: two holders at once, for 636 ms').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test.each([
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
])(
  'on a phone on its side of $width × $height, Play and every way out of the scene are on the screen',
  async (viewport) => {
    const { page, close } = await openPage('?story=pause-before-write&scene', { ...still, viewport, hasTouch: true });
    await scene(page).waitFor();
    for (const control of [
      page.getByRole('button', { name: 'Play', exact: true }),
      page.getByRole('button', { name: 'More', exact: true }),
      page.getByText('Details', { exact: true }),
      page.getByText('中文', { exact: true }),
    ])
      expect(
        await control.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          return found !== null && (element.contains(found) || found.contains(element));
        }),
      ).toBe(true);
    await close();
  },
);

test('for whoever wants less motion nothing starts alone, and Play goes from moment to moment', async () => {
  const { page, problems, close } = await openPage('', { ...still, isFirstVisit: true });
  await scene(page).waitFor();
  const at = (): Promise<string | null> => page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow');
  await stopClock(page);
  await page.clock.runFor(10_000);
  expect(await at()).toBe('0');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.clock.runFor(200);
  const first = await at();
  expect(first).not.toBe('0');
  await page.clock.runFor(1000);
  expect(await at()).toBe(first);
  await page.clock.runFor(1000);
  expect(await at()).not.toBe(first);
  await page.clock.resume();
  expect(problems).toEqual([]);
  await close();
});
