// A page that was open before a deploy asks for a file that is gone. It says so, and the new version has what the reader made.
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import { verdictIn } from '../support/embeds';
import { type OtherSite, serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

let site: OtherSite | null = null;
afterEach(async () => {
  await site?.close();
  site = null;
});

/** The built site, of which every file that is asked for from `deploy` to `arrive` is gone. */
async function serveSite() {
  const now = { isGone: false };
  const instead = (path: string) =>
    now.isGone && /^assets\/.*\.js$/.test(path) ? { status: 404, body: 'There is nothing here.' } : undefined;
  site = await serveOther({ folder: inject('siteFolder'), instead });
  return { address: site.address, now };
}

const toNewVersion = (page: Page) => page.getByRole('button', { name: 'Load the new version' });

test('a playground whose dialog is gone loads the new version with the edited scenario', async () => {
  const { address, now } = await serveSite();
  const { page, close } = await openPage(`${address}?story=failover`, { reducedMotion: 'reduce' });
  await verdictIn(page).waitFor();
  now.isGone = true;
  // What makes links is gone, too: the address cannot follow the change.
  await page.locator('[data-plot] button[aria-label^="Client 1 pauses"]').first().focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => page.locator('[data-plot] button[aria-label^="Client 1 pauses"]').count()).toBe(0);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await toNewVersion(page).waitFor();
  now.isGone = false;
  await toNewVersion(page).click();
  await toNewVersion(page).waitFor({ state: 'detached' });
  await verdictIn(page).waitFor();
  await expect.poll(() => page.locator('[data-plot] button[aria-label^="Client 1 pauses"]').count()).toBe(0);
  await close();
});
