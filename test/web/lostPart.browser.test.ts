// A page that was open before a deploy asks for a file that is gone. It says so, and the new version keeps what the
// reader made. After a brief failure, a second request succeeds.
import type { Locator, Page } from 'playwright-core';
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

const scripts = /^assets\/.*\.js$/;

/** The built site, with some files missing. */
async function serveSite() {
  const now: { gone: RegExp | null } = { gone: null };
  const instead = (path: string) =>
    now.gone?.test(path) ? { status: 404, body: 'There is nothing here.' } : undefined;
  site = await serveOther({ folder: inject('siteFolder'), instead });
  return { address: site.address, now };
}

const toNewVersion = (page: Page) => page.getByRole('button', { name: 'Load the new version' });

const pauses = (page: Page) => page.locator('[data-plot] button[aria-label^="Client 1 pauses"]');

/**
 * The code that makes links is missing too, so no address can follow the change. Returns the name of the pause, which
 * contains its start.
 */
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
    now.gone = scripts;
    const moved = await movePause(page);
    await toNewVersion(page).waitFor();
    now.gone = null;
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
  now.gone = scripts;
  await page.getByRole('radio', { name: '中文' }).click();
  await toNewVersion(page).waitFor();
  now.gone = null;
  await toNewVersion(page).click();
  await expect.poll(() => page.getByLabel('存储端的检查').inputValue()).toBe('version');
  await close();
});

test('the table says that a part of it is gone, and opens it in the new version', async () => {
  const { address, now } = await serveSite();
  const { page, close } = await openPage(`${address}matrix/#redlock/pause`, { reducedMotion: 'reduce' });
  await page.getByRole('table').first().waitFor();
  now.gone = scripts;
  await page.getByRole('radio', { name: '中文' }).click();
  await toNewVersion(page).waitFor();
  now.gone = null;
  await toNewVersion(page).click();
  await page
    .getByRole('heading', { name: /[一-龥]/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).hash).toBe('#redlock/pause');
  await close();
});

interface LaterPart {
  readonly path: string;
  /** Files that are missing from the beginning. */
  readonly gone?: RegExp;
  /** Requests the part. */
  readonly ask?: (page: Page) => Promise<unknown>;
  readonly part: (page: Page) => Locator;
}

const laterParts: readonly LaterPart[] = [
  {
    path: '?story=pause-before-write',
    ask: (page) => page.keyboard.press('?'),
    part: (page) => page.getByRole('dialog'),
  },
  { path: 'learn/?guide', gone: /GuidePage/, part: (page) => page.getByRole('heading', { level: 2 }) },
  {
    path: 'matrix/',
    ask: (page) => page.evaluate(() => location.assign('#redlock/pause')),
    part: (page) => page.locator('[data-plot]'),
  },
  {
    path: 'embed/?story=pause-before-write&view=compare',
    gone: /Compared/,
    part: (page) => page.locator('[data-plot]').nth(1),
  },
];

test.each(laterParts)(
  'a part of “$path” that fails to load says so, and comes with “Try again”',
  async ({ path, gone, ask, part }) => {
    const { address, now } = await serveSite();
    now.gone = gone ?? null;
    const { page, close } = await openPage(`${address}${path}`, { reducedMotion: 'reduce' });
    if (ask !== undefined) {
      await page.getByRole('heading').first().waitFor();
      now.gone = scripts;
      await ask(page);
    }
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    now.gone = null;
    await again.click();
    await part(page).first().waitFor();
    await again.waitFor({ state: 'detached' });
    await close();
  },
);
