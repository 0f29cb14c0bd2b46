// Two runs of a story, one above the other on one axis. A fix opens in that way, and a switch begins and ends the
// comparison.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const outcomes = (page: Page) =>
  page.locator('main strong[data-outcome]').evaluateAll((all) => all.map((one) => one.getAttribute('data-outcome')));

async function openStory(path: string) {
  const opened = await openPage(path);
  await opened.page.getByRole('radio', { name: /Original/ }).waitFor();
  return opened;
}

/** The first and the last tick of the axis, for each timeline. */
const axes = (page: Page) =>
  page.locator('main [data-ruler]').evaluateAll((rulers) => rulers.map((ruler) => ruler.textContent));

test('a fix opens beside the story as told, on one axis', async () => {
  const { page, problems, close } = await openStory('?story=step-or-slew');
  await expect.poll(() => outcomes(page)).toEqual([]);
  await page.getByRole('radio', { name: /Fix/ }).first().click();
  await expect.poll(() => outcomes(page)).toEqual(['overlap', 'held']);
  const [above, below] = await axes(page);
  expect(above).toBe(below);
  // The fault that was replaced is named on its side.
  await page.getByText('only here: Redis C: clock jumps').waitFor();
  await page.getByText('only here: Redis C: clock is slewed').waitFor();
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const heads = page.locator('aside table thead th');
  await expect.poll(() => heads.allTextContents()).toEqual(['Original', 'Spread over ten minutes (500 ppm)']);
  expect(problems).toEqual([]);
  await close();
});

test('the switch ends it and begins it again; any other telling is shown alone', async () => {
  const { page, close } = await openStory('?story=disk-kept');
  const compare = page.getByRole('button', { name: 'Compare' });
  await compare.click();
  await expect.poll(() => outcomes(page)).toEqual(['overlap', 'held']);
  await compare.click();
  await expect.poll(() => outcomes(page)).toEqual([]);
  await page.getByRole('radio', { name: /Fix/ }).first().click();
  await expect.poll(() => outcomes(page)).toEqual(['overlap', 'held']);
  await page.getByRole('radio', { name: /Original/ }).click();
  await expect.poll(() => outcomes(page)).toEqual([]);
  await close();
});

test('a telling that was changed is not called by its name', async () => {
  const { page, close } = await openStory('?story=disk-kept');
  await page.getByRole('button', { name: 'Compare' }).click();
  const titles = () => page.locator('main section > header h2').allTextContents();
  await expect.poll(titles).toEqual(['Original', expect.any(String)]);
  const fault = page.locator('[data-plot] [data-kind] button').first();
  await fault.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(titles).toEqual(['Now', expect.any(String)]);
  await close();
});

test('an event of one run is not looked for in the other', async () => {
  // Its event is later than the end of the run as told.
  const { page, problems, close } = await openStory('?story=pause-before-write');
  await page
    .getByRole('radio', { name: /fencing token/ })
    .last()
    .click();
  await expect.poll(() => outcomes(page)).toEqual(['lost-update', 'overlap']);
  await page.keyboard.press('j');
  await expect
    .poll(() => page.locator('main [aria-live="polite"]').allTextContents())
    .toEqual([expect.stringContaining('Client 2 has the lock')]);
  expect(problems).toEqual([]);
  await close();
});
