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

/** The built site, whose scripts are gone while `isGone`. */
async function serveSite() {
  const now = { isGone: false };
  const instead = (path: string) =>
    now.isGone && /^assets\/.*\.js$/.test(path) ? { status: 404, body: 'There is nothing here.' } : undefined;
  site = await serveOther({ folder: inject('siteFolder'), instead });
  return { address: site.address, now };
}

const toNewVersion = (page: Page) => page.getByRole('button', { name: 'Load the new version' });

const pauses = (page: Page) => page.locator('[data-plot] button[aria-label^="Client 1 pauses"]');

/** What makes links is gone, too: no address can follow the change. Returns the name of the pause, which tells when it begins. */
async function movePause(page: Page): Promise<string | null> {
  const pause = pauses(page).first();
  const before = await pause.getAttribute('aria-label');
  await pause.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => pause.getAttribute('aria-label')).not.toBe(before);
  return pause.getAttribute('aria-label');
}

test.each(['?story=pause-before-write', 'embed/pause-before-write/'])(
  'a run that was edited is there in the new version of “%s”',
  async (path) => {
    const { address, now } = await serveSite();
    const { page, close } = await openPage(`${address}${path}`, { reducedMotion: 'reduce' });
    await pauses(page).first().waitFor();
    now.isGone = true;
    const moved = await movePause(page);
    await toNewVersion(page).waitFor();
    now.isGone = false;
    await toNewVersion(page).click();
    await toNewVersion(page).waitFor({ state: 'detached' });
    await verdictIn(page).waitFor();
    await expect.poll(() => pauses(page).first().getAttribute('aria-label')).toBe(moved);
    await close();
  },
);

test('what was tried in an exercise is there in the new version, in the language that was asked for', async () => {
  const { address, now } = await serveSite();
  const { page, close } = await openPage(`${address}learn/?do=give-it-a-number`, { reducedMotion: 'reduce' });
  await page.getByLabel('Storage-side check').selectOption('version');
  now.isGone = true;
  await page.getByRole('radio', { name: '中文' }).click();
  await toNewVersion(page).waitFor();
  now.isGone = false;
  await toNewVersion(page).click();
  await expect.poll(() => page.getByLabel('存储端的检查').inputValue()).toBe('version');
  await close();
});

test('the table says that a part of it is gone, and opens it in the new version', async () => {
  const { address, now } = await serveSite();
  const { page, close } = await openPage(`${address}matrix/#redlock/pause`, { reducedMotion: 'reduce' });
  await page.getByRole('table').first().waitFor();
  now.isGone = true;
  await page.getByRole('radio', { name: '中文' }).click();
  await toNewVersion(page).waitFor();
  now.isGone = false;
  await toNewVersion(page).click();
  await page
    .getByRole('heading', { name: /[一-龥]/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).hash).toBe('#redlock/pause');
  await close();
});
