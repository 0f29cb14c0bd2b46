// Since when it was too late, and what would have been enough: asked for by a reader in the panel of the verdict.
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('a reader of a run with harm asks since when it was too late; a change of the run is asked anew', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&details');
  const question = page.getByRole('button', { name: 'Since when was it too late?' });
  await question.click();
  await page.getByText('Too late since 3.339 s: if the faults end then or later, client 2 reads before').waitFor();
  const enough = page.getByText('It would have been enough: storage-side check: Unique token');
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

test('a run without harm has no such question', async () => {
  const { page, close } = await openPage('?story=five-steps&details');
  await page.getByRole('button', { name: 'Metrics' }).waitFor();
  expect(await page.getByRole('button', { name: 'Since when was it too late?' }).count()).toBe(0);
  await close();
});
