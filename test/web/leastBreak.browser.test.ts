// A story that goes well and offers nothing that breaks it: one press searches for a break, opens it and plays it.
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('what breaks a story that goes well is searched for, played, and left again', async () => {
  const { page, problems, close } = await openPage('?story=set-work-release&scene', { reducedMotion: 'reduce' });
  await page.getByRole('heading', { name: 'How does a lock in Redis work?' }).waitFor();
  await page.keyboard.press('End');
  const answer = page.getByRole('button', { name: 'Search for a fault that breaks it' });
  await answer.click();
  await expect.poll(() => answer.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('End');
  await page.getByText('Data: an update was lost').waitFor();
  expect(await page.locator('[data-plot] li[data-kind] > button').count()).toBe(1);
  // The link is written once the run is shown.
  await expect.poll(() => page.url()).toContain('#v1.');
  await answer.click();
  await expect.poll(() => answer.getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('End');
  await page.getByText('Data: intact').waitFor();
  expect(problems).toEqual([]);
  await close();
});
