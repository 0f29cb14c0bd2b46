// A link asks the class what will happen, and says afterwards who was right.
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce' } as const;

test('whoever has a link that asks chooses before play, and is judged by the run', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene&ask', still);
  const asked = page.getByRole('heading', { name: 'What will happen?' });
  await asked.waitFor();
  await expect.poll(() => findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Two holders at once' }).click();
  await expect.poll(() => asked.count()).toBe(0);
  await page.keyboard.press('End');
  await page.getByText('You said “Two holders at once”: right, and there is more.').waitFor();
  await page.getByRole('heading', { name: /What would have saved 52\?/ }).waitFor();
  expect(page.url()).toMatch(/&ask/);
  // An answer is a different run, which nobody predicted.
  await page.getByRole('button', { name: 'A fencing token', exact: true }).click();
  await expect.poll(() => page.locator('[data-judged]').count()).toBe(0);
  await page.reload();
  await asked.waitFor();
  await page.getByRole('button', { name: 'Nobody gets the lock' }).click();
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('[data-judged]').getAttribute('data-judged')).toBe('wrong');
  expect(problems).toEqual([]);
  await close();
});

test('whoever plays at once is not held up, and the next story asks again', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene&ask', still);
  const asked = page.getByRole('heading', { name: 'What will happen?' });
  await asked.waitFor();
  await page.keyboard.press('End');
  await expect.poll(() => asked.count()).toBe(0);
  expect(await page.locator('[data-judged]').count()).toBe(0);
  await page.getByRole('button', { name: /^Next: / }).click();
  await asked.waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('sharing writes such a link, in the reader’s language', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', { ...still, locale: 'zh-CN' });
  await page.getByRole('button', { name: '更多', exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: '会发生什么？' }).count()).toBe(0);
  await page.keyboard.press('2');
  await page.getByRole('button', { name: '分享', exact: true }).click();
  await page.getByLabel('先提问：会发生什么？').check();
  const link = await page.getByRole('textbox', { name: '链接' }).inputValue();
  expect(link).toMatch(/ask&scene$|scene&ask$/);
  // The original page belongs to the story that leads here.
  await page.goto(link);
  await page.getByRole('heading', { name: '会发生什么？' }).waitFor();
  await page.getByRole('button', { name: '丢一次更新' }).click();
  await page.keyboard.press('End');
  await page.getByText('你选的是“丢一次更新”：对。').waitFor();
  await close();
});
