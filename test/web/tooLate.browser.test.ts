// Since when it was too late, and what would have been enough: after the end of a scene, in the details, in a post.
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';
import { toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();

const still = { hasClock: true, reducedMotion: 'reduce' } as const;

test('a reader of a run with harm asks since when it was too late; a change of the run is asked anew', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&details');
  const question = page.getByRole('button', { name: 'Since when was it too late?' });
  await question.click();
  await page
    .getByText(
      'Point of no return: 3.339 s. Had client 1 woken up earlier, its write would have been in before client 2 read.',
    )
    .waitFor();
  const enough = page.getByText('Any of these would have been enough: storage-side check: Unique token');
  const before = await enough.textContent();
  await page
    .getByLabel(/^Work time/)
    .first()
    .fill('150');
  await page.keyboard.press('Enter');
  await enough.and(page.getByText(before ?? '', { exact: true })).waitFor({ state: 'detached' });
  await enough.waitFor();
  expect(problems).toEqual([]);
  await close();
});

test.each(['five-steps', 'fixed-value&variant=b2'])('a run without harm has no such question (%s)', async (story) => {
  const { page, close } = await openPage(`?story=${story}&details`);
  await page.getByRole('button', { name: 'Metrics' }).waitFor();
  expect(await page.getByRole('button', { name: 'Since when was it too late?' }).count()).toBe(0);
  await close();
});

test('after its end a scene says since when, and an answer is computed that no remedy gives', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByText('Lock: free').waitFor();
  expect(await page.locator('[data-late]').count()).toBe(0);
  await toEnd(page);
  const since = page.getByRole('button', { name: 'Point of no return: 3.34 s' });
  await since.click();
  // It goes to that instant, and says which events decide.
  await page.getByText('Had client 1 woken up earlier, its write would have been in before client 2 read.').waitFor();
  const answer = page.getByRole('button', { name: /^A pause of at most 1\.\d s/ });
  await answer.click();
  await page.keyboard.press('End');
  await page.getByText('Data: intact').waitFor();
  await expect.poll(() => answer.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('heading', { name: 'What would have saved 52?' }).waitFor();
  await answer.click();
  await page.keyboard.press('End');
  await page.getByText('Data: an update was lost').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a parameter in the details is a slider at its least change, and moving it is an edit', async () => {
  const { page, close } = await openPage('?story=pause-before-write&details');
  await page.getByRole('button', { name: 'Since when was it too late?' }).click();
  const length = page.getByRole('slider', { name: /^A pause of at most/ });
  await length.waitFor();
  expect(await page.locator('[data-late] [data-chance="too-late"]').count()).toBe(1);
  await length.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Data: intact').first().waitFor();
  // The answers stay those of the run before.
  await page.getByText('Point of no return: 3.339 s').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Data: an update was lost').first().waitFor();
  await close();
});

test('a post says it if it is asked to', async () => {
  const { page, close } = await openPage('embed/pause-before-write/?too-late=1', still);
  await page.locator('#root [data-plot]').waitFor();
  await toEnd(page);
  await page.getByRole('button', { name: 'Point of no return: 3.34 s' }).waitFor();
  await page.goto(page.url().replace('?too-late=1', ''));
  await page.locator('#root [data-plot]').waitFor();
  await toEnd(page);
  await page.getByText('Data: an update was lost').waitFor();
  expect(await page.locator('[data-late]').count()).toBe(0);
  await close();
});
