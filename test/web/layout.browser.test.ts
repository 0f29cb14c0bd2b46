// Where the things beside the timeline are in each window. looks/ tests how they look.
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('at any width the lock and the check at the storage are chosen in one list each', async () => {
  const { page, close } = await openPage();
  await page.getByRole('button', { name: /^Story / }).waitFor();
  for (const width of [1600, 1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 390) await page.getByRole('button', { name: 'Settings', exact: true }).click();
    for (const name of ['Lock', 'Storage-side check'])
      await expect
        .poll(() => page.getByRole('combobox', { name, exact: true }).count(), { message: `${width}` })
        .toBe(1);
  }
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
  const sheet = page.locator('#sheet');
  await expect.poll(() => sheet.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Find']);
  await sheet.getByRole('region', { name: 'Find a break' }).locator('[data-found]').waitFor();
  expect(await sheet.locator('[data-found]').textContent()).toBe('4 breaks in 477 runs');
  await close();
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
