// "Report a mistake" in Chromium: the sheet opens from the verdict and from the story, by keyboard and by its
// address, in both languages and on a phone, and shows sentence, run, rule and report.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { ownClipboard } from '../support/clipboard';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const sheet = (page: Page) => page.getByRole('dialog', { name: /Report a mistake|报告错误/ });
const report = (page: Page) => sheet(page).getByLabel(/The report as text|报告的文字/);

test('opens from the verdict by keyboard, and shows sentence, run, rule and report', async () => {
  const { page, problems, close } = await openPage('?story=20');
  const opener = page.getByRole('button', { name: 'Report a mistake', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await report(page).waitFor();
  const shown = sheet(page);
  expect(await shown.locator('blockquote[lang="zh-CN"]').textContent()).toContain('锁的互斥作用失效了');
  expect(await shown.textContent()).toContain('After its GC pause, client 1 does not know that its lock has expired.');
  const [lock, data] = [
    shown.getByRole('region', { name: 'Lock: two holders at once, for 636 ms', exact: true }),
    shown.getByRole('region', { name: 'Data: an update was lost', exact: true }),
  ];
  expect(await lock.textContent()).toMatch(/src\/core\/judge\/overlap\.ts, line \d+.*export function overlappingPairs/);
  expect(await data.textContent()).toMatch(/src\/core\/judge\/lostUpdate\.ts, line \d+.*export function lostUpdates/);
  const text = await report(page).inputValue();
  expect(text).toMatch(/^Outcome: An update was lost \(lost · overlap · lost\)$/m);
  expect(text).toMatch(/^Version: playground \d+\.\d+\.\d+, scenario format 2, trace format 3$/m);
  const link = /^Link to this run: (.*)$/m.exec(text)?.[1] ?? '';
  expect(link).toMatch(/#v1\..*&o=overlap\.lost/);
  expect(await shown.getByRole('link', { name: 'Link to this run' }).getAttribute('href')).toBe(link);
  // This build does not know the project's address.
  expect(await shown.getByRole('link').count()).toBe(1);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'hidden' });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('copies its report, and has no barriers that a machine can find', async () => {
  const { page, close } = await openPage('?story=20&proof=1', { permissions: ['clipboard-read', 'clipboard-write'] });
  const text = await report(page).inputValue();
  await ownClipboard(page);
  await sheet(page).getByRole('button', { name: 'Copy' }).click();
  await sheet(page).getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  expect(await findBarriers(page)).toEqual([]);
  await close();
});

test('opens from the story, is named in the address, and opens again by it', async () => {
  const { page, close } = await openPage('?story=49');
  await page.getByRole('tab', { name: 'Story' }).click();
  await page.getByRole('button', { name: 'Report a mistake: Two lists of nodes' }).click();
  await report(page).waitFor();
  expect(await sheet(page).textContent()).toContain('This story goes beyond the articles.');
  expect(new URL(page.url()).searchParams.get('proof')).toBe('1');
  await page.reload();
  await report(page).waitFor();
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await sheet(page).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('?story=49');
  await close();
});

atNight(
  'says that a variant or a changed scenario is not what the article says, on a phone and in Chinese',
  async () => {
    const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', colorScheme: 'dark' } as const;
    const { page, problems, close } = await openPage('?story=20&variant=fix&proof=1', phone);
    await report(page).waitFor();
    expect(await sheet(page).textContent()).toContain('屏幕上是它的一个变体');
    expect(await report(page).inputValue()).toMatch(/^故事：20 .+ · 20fix .+$/m);
    const overflow = await sheet(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  },
);

atNight('opens from the run of an exercise, whose link leads to the playground', async () => {
  const { page, problems, close } = await openPage('learn/?do=give-it-a-number');
  await page.getByRole('button', { name: 'Report a mistake', exact: true }).click();
  const text = await report(page).inputValue();
  const link = /^Link to this run: (.*)$/m.exec(text)?.[1] ?? '';
  expect(new URL(link).pathname).toBe(new URL('../', page.url()).pathname);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'hidden' });
  await page.goto(link);
  await page.getByRole('button', { name: 'Report a mistake', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();
});
