// An exercise in which the reader is the network: a wrong attempt and the right one by keys alone, what the room’s and
// the page’s keys do meanwhile, the shown solution, and paper.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { learn as words } from '../../src/content/texts/en/learn';
import { networkWords } from '../../src/content/texts/network';
import { allExercises } from '../support/allExercises';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const network = networkWords.en;

const goals = (page: Page) => page.getByRole('region', { name: words.goals });
const solved = (page: Page) => goals(page).getByRole('status').filter({ hasText: words.solved });
const choicesOf = (page: Page) => page.locator('main section[aria-labelledby="choices"] > ol button');
const has = (page: Page, used: number, most: number, isBroken = false) =>
  goals(page).getByText(words.order.goal({ most, used, isBroken }), { exact: true }).waitFor();

test('it is solved by keys alone, and a page of others keeps what was done', async () => {
  const { page, problems, close } = await openPage('learn/?do=three-decisions');
  await choicesOf(page).first().waitFor();
  await has(page, 0, 3);
  expect(await page.locator('main').innerText()).not.toContain(network.allLevels);
  // Too many: the EXPIRE arrives as well.
  for (const [i, key] of ['1', '1', '1'].entries()) {
    await page.keyboard.press(key);
    await has(page, i + 1, 3);
  }
  expect(await solved(page).isVisible()).toBe(false);
  await page.keyboard.press('Backspace');
  await has(page, 2, 3);
  await page.keyboard.press('Control+z');
  await has(page, 1, 3);
  await page.keyboard.press('2');
  await has(page, 2, 3);
  // Its key shows the page to a room elsewhere.
  expect(page.url()).not.toContain('present');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('4');
  await page.locator('main [data-outcome="stuck"]').waitFor();
  await solved(page).waitFor();
  expect(await solved(page).innerText()).toContain(words.solvedWith(words.order.spent(3)));
  expect(await solved(page).innerText()).toContain(words.points(3));
  expect(await page.locator('main').innerText()).not.toContain(network.next);
  await page.getByText(words.progress(1, allExercises.length)).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  // Another one, and back.
  await page.getByRole('button', { name: words.before }).click();
  await page.getByRole('button', { name: new RegExp(`^${words.next}|^Next: `) }).waitFor();
  await page.goBack();
  await solved(page).waitFor();
  await page.getByRole('button', { name: words.reset }).click();
  await has(page, 0, 3);
  expect(problems).toEqual([]);
  await close();
});

test('its solution is shown after the hints, earns nothing, and is on paper in words', async () => {
  const { page, problems, close } = await openPage('learn/?do=the-older-number-first');
  await choicesOf(page).first().waitFor();
  for (let left = 3; left > 0; left--) await page.getByRole('button', { name: words.moreHints(left) }).click();
  await page.getByRole('button', { name: words.solution }).click();
  await page.locator('main [data-outcome="lost"]').waitFor();
  await has(page, 6, 6, true);
  expect(await page.getByRole('log').innerText()).toContain('Deliver client 2’s WRITE to the storage');
  expect(await solved(page).innerText()).toContain(words.answerShown);
  await page.getByText(words.progress(0, allExercises.length)).waitFor();
  const sheet = page.locator('body > section');
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      return sheet.count();
    })
    .toBe(1);
  expect(await sheet.textContent()).toContain(words.order.most(6));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(problems).toEqual([]);
  await close();
});

test.each([390, 1000])(
  'at %i px its goal and its choices are in reach, and nothing is wider than the page',
  async (width) => {
    const { page, problems, close } = await openPage('learn/?do=three-decisions', { viewport: { width, height: 800 } });
    await choicesOf(page).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await choicesOf(page).nth(3).click();
    await has(page, 1, 3);
    expect(
      await goals(page)
        .getByText(words.order.goal({ most: 3, used: 1, isBroken: false }))
        .isVisible(),
    ).toBe(true);
    expect(problems).toEqual([]);
    await close();
  },
);
