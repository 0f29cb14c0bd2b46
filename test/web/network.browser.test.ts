// “You are the network”: a level played by keys alone, its verdict, the proof of one that holds, and what an address
// may name.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { networkWords } from '../../src/content/texts/network';
import { levels } from '../../src/course/levels/levels';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const words = networkWords.en;

const choicesOf = (page: Page) => page.locator('section[aria-labelledby="choices"] > ol button');
const messagesOf = (page: Page) => page.getByRole('list', { name: words.messages }).getByRole('button');
const isAt = (page: Page, count: number) => page.getByText(words.decisions(count), { exact: true }).waitFor();

test('a level is played by keys alone: a message, two choices, the harm, and back', async () => {
  const { page, problems, close } = await openPage('network/#crash');
  await choicesOf(page).first().waitFor();
  // Tab and Enter press the message, as a click does.
  await messagesOf(page).first().focus();
  await page.keyboard.press('Enter');
  await isAt(page, 1);
  await expect.poll(() => page.locator(':focus').innerText()).toContain('answer 1');
  await page.keyboard.press('2');
  await isAt(page, 2);
  await expect.poll(() => messagesOf(page).count()).toBe(2);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('4');
  await page.locator('[data-outcome="stuck"]').waitFor();
  expect(await page.getByRole('log').innerText()).toContain('Kill client 1\nClient 1 crashes.');
  expect(await page.locator('main').innerText()).toContain(words.neededOf({ count: 3, least: 3 }));
  expect(await findBarriers(page)).toEqual([]);
  const link = page.getByRole('link', { name: words.play });
  await expect.poll(() => link.getAttribute('href')).toContain('../#');
  await page.keyboard.press('Backspace');
  await isAt(page, 2);
  await page.keyboard.press('Control+z');
  await isAt(page, 1);
  expect(await page.locator('[data-outcome]').count()).toBe(0);
  // It is remembered.
  await page.getByRole('link', { name: words.allLevels }).click();
  await page.getByText(words.solved({ count: 3, least: 3 })).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the run of a broken level opens in the playground, with the same harm', async () => {
  const { page, problems, close } = await openPage('network/#crash');
  await choicesOf(page).first().waitFor();
  for (const [i, key] of ['1', '2', '4'].entries()) {
    await page.keyboard.press(key);
    await isAt(page, i + 1);
  }
  await page.locator('[data-outcome="stuck"]').waitFor();
  const link = page.getByRole('link', { name: words.play });
  await expect.poll(() => link.getAttribute('href')).toContain('#');
  const href = (await link.getAttribute('href')) ?? '';
  await page.goto(new URL(href.replace('#', '?details#'), page.url()).href);
  await page.locator('#root [data-outcome="stuck"]').first().waitFor({ state: 'attached', timeout: 20_000 });
  expect(problems).toEqual([]);
  await close();
});

test('whoever gives up reads that no order breaks it', { timeout: 120_000 }, async () => {
  const { page, problems, close } = await openPage('network/#version');
  await choicesOf(page).first().waitFor();
  await page.getByRole('button', { name: words.prove }).click();
  const proof = page.getByRole('status').filter({ hasText: words.noHarm.lost });
  await proof.waitFor({ timeout: 90_000 });
  expect(await proof.innerText()).toMatch(
    /^In all [\d,.\s]+ orders of up to 8 decisions with at most 1 fault, no update was lost\.$/,
  );
  await page.getByRole('link', { name: words.allLevels }).click();
  await page.getByText(words.proved, { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('whoever gives up a level that breaks sees the shortest list, and plays it', { timeout: 60_000 }, async () => {
  const { page, close } = await openPage('network/#failover');
  await choicesOf(page).first().waitFor();
  await page.getByRole('button', { name: words.shortest }).click();
  await page.getByText(words.least(4)).waitFor();
  await page.getByRole('button', { name: words.playList }).click();
  await page.locator('[data-outcome="overlap"]').waitFor({ timeout: 20_000 });
  // Nobody has solved it.
  expect(await page.locator('main').innerText()).toContain(words.shown(4));
  await page.getByRole('link', { name: words.allLevels }).click();
  await page.getByRole('heading', { name: words.levels }).waitFor();
  expect(await page.locator('[data-solved="true"]').count()).toBe(0);
  await close();
});

test('a bad address names the levels, a story is a level, and the room has large type', async () => {
  const { page, problems, close } = await openPage('network/#nothing', { viewport: { width: 1440, height: 900 } });
  const all = levels.map(({ id }) => id).join(', ');
  await expect.poll(() => page.getByRole('alert').innerText()).toBe(words.noLevel({ id: 'nothing', all }));
  expect(await findBarriers(page)).toEqual([]);
  await page.evaluate(() => {
    location.hash = 'story/failover';
  });
  await choicesOf(page).first().waitFor();
  expect(await page.locator('h2').innerText()).toBe('A failover can forget the lock');
  await page.getByRole('button', { name: words.present }).click();
  expect(page.url()).toContain('?present#story/failover');
  await expect
    .poll(() =>
      choicesOf(page)
        .first()
        .evaluate((choice) => getComputedStyle(choice).fontSize),
    )
    .toBe('22px');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('present');
  expect(problems).toEqual([]);
  await close();
});

test.each([360, 700])('at %i px nothing is wider than the page, and no message covers another', async (width) => {
  const { page, close } = await openPage('network/#after-check', { viewport: { width, height: 760 } });
  await choicesOf(page).first().waitFor();
  await page.keyboard.press('2');
  await expect.poll(() => messagesOf(page).count()).toBe(10);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const boxes = await messagesOf(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const covering = boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom),
  );
  expect(covering).toEqual([]);
  await close();
});
