// The library's reference, a page without a program: it fits a phone and has no barriers, and its list leads to each entry.
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test.each([
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const)('fits a window %i px wide, without barriers', async (width, height, colorScheme) => {
  const { page, problems, close } = await openPage('library/', { viewport: { width, height }, colorScheme });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  // Without scrolling one reads what it is for, and how to install it.
  const install = await page.getByText('npm install quorum-lock').boundingBox();
  expect(install?.y).toBeLessThan(height * 0.75);
  await page.getByRole('link', { name: 'WatchedLocks', exact: true }).filter({ visible: true }).first().click();
  const top = () =>
    page.getByRole('heading', { name: 'WatchedLocks', exact: true }).evaluate((one) => one.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(height / 2);
  expect(problems).toEqual([]);
  await close();
});
