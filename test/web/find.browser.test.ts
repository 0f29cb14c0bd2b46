// "Find a break" in Chromium: pressed at a verdict, it searches in the background, shows breaks, map and coverage,
// and a link restores it. An edit ends it, and an embed leads to it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { ownClipboard } from '../support/clipboard';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const panel = (page: Page) => page.getByRole('region', { name: /^(Find a break|找漏洞)$/ });
const map = (page: Page) =>
  page.getByRole('region', { name: /^(Every place where one fault was tried|试过单个故障的所有位置)$/ });
const answer = (page: Page) => panel(page).locator('[data-found]');

test('finds the smallest break of story 20, opens it, and its link brings question and answer back', async () => {
  const { page, problems, close } = await openPage('?story=20', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Find the smallest break' }).click();
  await answer(page).waitFor();
  expect(await answer(page).textContent()).toBe('4 breaks in 477 runs');
  const card = panel(page).getByRole('list', { name: 'Breaks that were found' }).getByRole('button');
  expect(await card.textContent()).toMatch(
    /^1 faultthe smallest of 4 places.*An update was lost.*Client 1 is paused.*It takes at least/,
  );
  expect(await findBarriers(page)).toEqual([]);
  await ownClipboard(page);
  await panel(page).getByRole('button', { name: 'Copy as a link' }).click();
  await panel(page).getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\?find=pause,crash,lose,clock-jump\.1\.lost\.1&found=4\.477#v1\./);
  await panel(page).getByText('The same search on the command line').click();
  expect(await panel(page).getByText('npm run').textContent()).toBe('npm run -s cli -- explore 20');
  await card.click();
  await page.getByText('differs from here').first().waitFor();
  expect(await page.locator('[role=status][data-outcome]').getAttribute('data-outcome')).toBe('lost');
  // Opening something from here is no edit.
  expect(await panel(page).getByText('before your change').count()).toBe(0);

  await page.goto('about:blank');
  await page.goto(link);
  await answer(page).waitFor();
  expect(await panel(page).locator('[data-find-claim]').textContent()).toBe(
    'The link says: 4 breaks in 477 runs. The search here gave the same result.',
  );
  expect(problems).toEqual([]);
  await close();
});

test('says "no break" with its space and what was never reached, and the map is walked by keyboard', async () => {
  const { page, close } = await openPage('?story=20&variant=fix2');
  await page.locator('[data-find]').click();
  await answer(page).waitFor();
  expect(await answer(page).textContent()).toMatch(/^No break in \d+ runs$/);
  expect(await panel(page).textContent()).toMatch(
    /at most 1 of Pause, Crash, .*Places for one fault.*No run had this:/,
  );
  expect(
    await panel(page)
      .getByRole('region', { name: 'Runs without a break, the most eventful first' })
      .getByRole('button')
      .count(),
  ).toBe(5);
  const place = map(page).getByRole('button');
  await place.focus();
  const first = await place.getAttribute('aria-label');
  expect(first).toMatch(/^0\.\d{3} s · Client 1 pauses.*: the lock works/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  expect(await place.getAttribute('aria-label')).toMatch(/Client 1 crashes/);
  expect(await map(page).getByRole('status').textContent()).toMatch(/Client 1 crashes/);
  await page.keyboard.press('Enter');
  await page.getByText('differs from here').first().waitFor();
  await close();
});

test('an edit ends a search that is under way, and says so; the page is never held up', async () => {
  const { page, problems, close } = await openPage('?story=20&find=pause,crash,lose,clock-jump.3.lost.10');
  await panel(page).locator('[data-find-progress]').getByText('a second').waitFor();
  await panel(page).getByRole('button', { name: 'Stop', exact: true }).waitFor();
  expect(await panel(page).getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^\d+$/);
  // Another tab and another language do not end it.
  await page.getByRole('tab', { name: 'Story' }).click();
  await page.getByRole('tab', { name: 'Find' }).click();
  await panel(page).getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Storage-side check' }).selectOption({ label: 'Version check' });
  await panel(page).getByText('The scenario was changed').waitFor();
  expect(new URL(page.url()).searchParams.has('find')).toBe(false);
  await panel(page).getByRole('button', { name: 'Close the search' }).click();
  await panel(page).waitFor({ state: 'hidden' });
  await map(page).waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
  await close();
});

atNight(
  'a link that asks nonsense says what it must be, on a phone and in Chinese, and keeps the scenario',
  async () => {
    const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', colorScheme: 'dark' } as const;
    const { page, problems, close } = await openPage('?story=20&find=earthquake.1.stuck.1', phone);
    const alert = panel(page).getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/无法读取链接中的问题.*find=earthquake\.1\.stuck\.1$/);
    await panel(page).getByRole('button', { name: '开始' }).click();
    await answer(page).waitFor();
    expect(await answer(page).textContent()).toBe('477 次运行，4 处漏洞');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  },
);

atNight('closed and opened again, it searches anew', async () => {
  const { page, close } = await openPage('?story=20');
  await page.locator('[data-find]').click();
  await answer(page).waitFor();
  await panel(page).getByRole('button', { name: 'Close the search' }).click();
  await panel(page).waitFor({ state: 'hidden' });
  await page.locator('[data-find]').click();
  await answer(page).waitFor();
  await close();
});

test('an embed leads to it', async () => {
  const { page, close } = await openPage('embed/?story=20&view=timeline');
  const link = page.getByRole('link', { name: 'Find a break, in the playground' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/\?story=.*&find=$/);
  await close();
});
