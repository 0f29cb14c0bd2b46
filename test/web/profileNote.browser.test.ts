// The note about a library in Chromium: what it documents, and where this run differs from the library.
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

async function openWith(lock: string) {
  const opened = await openPage('?lang=en');
  const { page } = opened;
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  await page.locator(`option[value="${lock}"]`).waitFor({ state: 'attached' });
  await page.getByLabel('Lock', { exact: true }).first().selectOption(lock);
  const note = page.locator('[class*=note]', { hasText: 'Its repository' });
  await note.locator('summary').click();
  return { ...opened, note };
}

test('a changed setting stands beside the library’s own value, and the way back gives that', async () => {
  const { page, note, problems, close } = await openWith('redlock:redlock-net');
  const changed = note.getByText('In this run, these settings differ from the library');
  // The caller chooses the TTL, so nothing counts as changed, although the TTL belongs to the lock before.
  expect(await changed.count()).toBe(0);
  expect(await note.getByText('specified: as soon as it is decided').count()).toBe(1);

  const group = page.getByRole('button', { name: 'Lock: RedLock.net' });
  await group.click();
  expect(await group.innerText()).not.toContain('changed');
  await page.getByLabel('Goes on', { exact: true }).first().selectOption('decided');
  await changed.waitFor();
  expect(await note.getByText('library: when all have answered').count()).toBe(1);
  expect(await group.innerText()).toContain('changed: 1');
  expect(await findBarriers(page)).toEqual([]);

  await note.getByRole('button', { name: 'Restore the library’s settings' }).click();
  await changed.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await close();
});

test('of Redisson nothing is specified: there are defaults', async () => {
  const { note, close } = await openWith('redisson:redisson-newer');
  expect(await note.getByText('default here: yes').count()).toBeGreaterThan(0);
  expect(await note.getByText('specified', { exact: false }).count()).toBe(0);
  await close();
});
