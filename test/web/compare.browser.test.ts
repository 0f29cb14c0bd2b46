// The run on screen beside another one: the differences are drawn below it on the same axis, or both runs are drawn
// in full. A fix opens like this, and chips say what is compared.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';
import { samePage } from '../support/samePage';

const openPage = prepareBrowser();
const turnTo = samePage(openPage);

/** Of both runs, the upper first. */
const outcomes = (page: Page) =>
  page.locator('main [data-outcome]').evaluateAll((all) => all.map((one) => one.getAttribute('data-outcome')));

const original = (page: Page) => page.getByRole('radio', { name: /Original/ });

async function openStory(story: string) {
  const opened = await turnTo(story);
  await original(opened.page).waitFor();
  return opened;
}

/** For changes that opening a story does not reset: pins, and the size of the window. */
async function openAlone() {
  const opened = await openPage('?story=pause-before-write&details');
  await original(opened.page).waitFor();
  return opened;
}

/** The first and the last tick of the axis, for each timeline. */
const axes = (page: Page) =>
  page.locator('main [data-ruler]').evaluateAll((rulers) => rulers.map((ruler) => ruler.textContent));

const chips = (page: Page) => page.getByRole('group', { name: 'Compare with' });
const chip = (page: Page, name: string) => chips(page).getByRole('radio', { name, exact: true });
const chosen = (page: Page) => chips(page).locator('label:has(:checked)').textContent();
const names = (page: Page) => page.locator('main h2').allTextContents();
const lanes = (page: Page, nth: number) =>
  page.locator('main [data-plot]').nth(nth).locator('button[data-role]').allTextContents();

const isFocused = (element: Element): boolean => element === document.activeElement;

test('of a fix, only the lane that differs is drawn again, on the same axis', async () => {
  const { page, problems } = await openStory('pause-before-write');
  await expect.poll(() => chosen(page)).toBe('nothing');
  await chip(page, 'A version check').click();
  await expect.poll(() => names(page)).toEqual(['Original', 'A version check']);
  await page.getByText(/Only this lane differs, from 4\.084 s on\. All others are the same\./).waitFor();
  await expect.poll(() => lanes(page, 1)).toEqual(['Storage']);
  expect((await lanes(page, 0)).length).toBe(8);
  // One ruler, and grid lines at the same places.
  await expect.poll(() => page.locator('main [data-ruler]').count()).toBe(1);
  expect(await page.getByRole('list', { name: 'What differs' }).getByRole('listitem').count()).toBeLessThanOrEqual(3);
  await chip(page, 'nothing').click();
  await expect.poll(() => page.locator('main [data-plot]').count()).toBe(1);
  expect(problems).toEqual([]);
});

test('a press that draws both runs anew keeps the focus', async () => {
  const { page } = await openStory('pause-before-write');
  await chip(page, 'A version check').click();
  for (const [name, then] of [
    ['Swap', 'Swap'],
    ['Both in full', 'Only what differs'],
    ['Only what differs', 'Both in full'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: then, exact: true }).evaluate(isFocused)).toBe(true);
  }
});

test('on the smallest upright phone, a button brings the chips, and they have the focus', async () => {
  const { page, close } = await openAlone();
  await page.setViewportSize({ width: 390, height: 664 });
  await expect.poll(() => chips(page).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
  await expect.poll(() => chip(page, 'nothing').evaluate(isFocused)).toBe(true);
  await close();
});

test('the chips go by the arrow keys', async () => {
  const { page } = await openStory('pause-before-write');
  await chip(page, 'nothing').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => names(page)).toEqual(['Original', 'A fencing token']);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => names(page)).toEqual([]);
});

test('one press swaps the two, and once more swaps them back', async () => {
  const { page, problems } = await openStory('pause-before-write');
  await chip(page, 'A version check').click();
  const swap = page.getByRole('button', { name: 'Swap' });
  await swap.click();
  await expect.poll(() => names(page)).toEqual(['A version check', 'Original']);
  await expect.poll(() => page.url()).toContain('variant=fix2');
  expect(await outcomes(page)).toEqual(['overlap', 'lost']);
  expect(await chip(page, 'before my change').count()).toBe(0);
  await swap.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Original', 'A version check']);
  expect(page.url()).not.toContain('variant');
  expect(problems).toEqual([]);
});

test('a change brings the original and what was before it; a pin stays until it is taken away', async () => {
  const { page, problems, close } = await openAlone();
  await page.getByRole('button', { name: 'Pin this' }).press('Enter');
  // The page says so, and the keys continue from there.
  expect(await page.getByRole('button', { name: 'Pinned', exact: true }).evaluate(isFocused)).toBe(true);
  const fault = page.locator('[data-plot] [data-kind] button').first();
  await fault.focus();
  await page.keyboard.press('ArrowRight');
  await chip(page, 'before my change').click();
  await expect.poll(() => names(page)).toEqual(['Now', 'Before my change']);
  await chip(page, 'pinned: Original').click();
  await expect.poll(() => names(page)).toEqual(['Now', 'Pinned: Original']);
  await page.getByRole('button', { name: 'Unpin' }).click();
  await expect.poll(() => chosen(page)).toBe('nothing');
  await expect.poll(() => chip(page, 'pinned: Original').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('a pin is there after a reload by hand', async () => {
  const { page, close } = await openAlone();
  await page.getByRole('button', { name: 'Pin this' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Pinned', exact: true }).waitFor();
  await page.locator('[data-plot] [data-kind] button').first().press('ArrowRight');
  await chip(page, 'pinned: Original').click();
  await expect.poll(() => names(page)).toEqual(['Now', 'Pinned: Original']);
  await close();
});

test('both in full are one above the other, on one axis', async () => {
  const { page, problems } = await openStory('step-or-slew');
  await page.getByRole('radio', { name: /Fix/ }).first().click();
  await page.getByRole('button', { name: 'Both in full' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['held', 'overlap']);
  const [above, below] = await axes(page);
  expect(above).toBe(below);
  // The fault that was replaced is named on its side.
  await page.getByText('only here: Redis C: clock jumps').waitFor();
  await page.getByText('only here: Redis C: clock is slewed').waitFor();
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const heads = page.locator('aside table thead th');
  await expect.poll(() => heads.allTextContents()).toEqual([expect.any(String), 'Original']);
  await page.getByRole('button', { name: 'Only what differs' }).click();
  await expect.poll(() => page.locator('main [data-ruler]').count()).toBe(1);
  expect(problems).toEqual([]);
});

test('a fix opens beside what it fixes; any other telling is shown alone', async () => {
  const { page } = await openStory('disk-kept');
  await page.getByRole('radio', { name: /Fix/ }).first().click();
  await expect.poll(() => chosen(page)).toBe('original');
  await expect.poll(() => outcomes(page)).toEqual(['held', 'overlap']);
  await page.getByRole('radio', { name: /Original/ }).click();
  await expect.poll(() => outcomes(page)).toEqual([]);
});

test('an event of one run is not looked for in the other', async () => {
  // Its event is later than the end of the run as told.
  const { page, problems } = await openStory('pause-before-write');
  await page
    .locator('main')
    .getByRole('radio', { name: /Fix.*fencing token/ })
    .click();
  await expect.poll(() => names(page)).toEqual(['A fencing token', 'Original']);
  await page.keyboard.press('j');
  await expect
    .poll(() => page.locator('main [aria-live="polite"]').allTextContents())
    .toEqual([expect.stringContaining('Client 2 has the lock')]);
  expect(problems).toEqual([]);
});
