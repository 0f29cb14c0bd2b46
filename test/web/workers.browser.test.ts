// The workers of the pages in Chromium: one program for all of them, workers that a worker starts, and what a page
// says when the program cannot be loaded.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const program = /\/assets\/program-[^/]*\.js$/;
const panel = (page: Page) => page.getByRole('region', { name: 'Find a break' });

/** Including those that a worker started. */
const workersOf = (page: Page): readonly string[] => page.workers().map((worker) => worker.url());

test('a search has its host in a worker, and the host its workers: all of one program', async () => {
  const { page, problems, close } = await openPage('?story=20&find=pause,crash,lose,clock-jump.3.lost.10');
  await panel(page).getByRole('button', { name: 'Stop', exact: true }).waitFor();
  // The page started two: for the seeds and for the host.
  await expect.poll(() => workersOf(page).length).toBeGreaterThan(2);
  for (const url of workersOf(page)) expect(url).toMatch(program);
  await panel(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await panel(page).locator('[data-found]').waitFor();
  await expect.poll(() => workersOf(page).length).toBe(1);
  expect(problems).toEqual([]);
  await close();
});

test.each([
  ['program', program],
  ['host', /\/assets\/searchHost-[^/]*\.js$/],
])('a search whose %s cannot be loaded says so, and the next one tries again', async (_, file) => {
  const { page, close } = await openPage('?story=20');
  await page.context().route(file, (route) => route.abort());
  await page.locator('[data-find]').click();
  await panel(page).getByText('The search could not go on: a part of the page could not be loaded.').waitFor();
  await page.context().unroute(file);
  await panel(page).getByRole('button', { name: 'Again' }).click();
  await panel(page).locator('[data-found]').waitFor();
  expect(await panel(page).locator('[data-found]').textContent()).toBe('4 breaks in 477 runs');
  await close();
});
