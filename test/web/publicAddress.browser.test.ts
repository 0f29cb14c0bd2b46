// Code copied from a page on this machine: every page that gives code asks where readers will find the playground.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { pauseIn, verdictIn } from '../support/embeds';
import { pressUnderMore } from '../support/more';
import { atNight } from '../support/nightly';
import { contentOf, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test.each([
  [
    'matrix/#redlock/pause',
    'button',
    ['https://play.example/locks/matrix/#redlock/pause', '"https://play.example/locks/embed.js"'],
  ],
  [
    'learn/?do=the-nap',
    'text',
    ['https://play.example/locks/learn/?do=the-nap', '"https://play.example/locks/learn/?embed&amp;do=the-nap"'],
  ],
] as const)('%s asks for the public address', async (path, opener, parts) => {
  const { page, problems, close } = await openPage(path, { reducedMotion: 'reduce' });
  await (opener === 'button'
    ? page.getByRole('button', { name: 'Embed', exact: true })
    : page.getByText('Link and embed', { exact: true })
  ).click();
  await page.getByText('Readers cannot open http://').waitFor();
  await page.getByLabel('Public address').fill('https://play.example/locks');
  const texts = () =>
    page
      .locator('textarea[readonly]')
      .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value).join('\n'));
  for (const part of parts) await expect.poll(texts).toContain(part);
  expect(await texts()).not.toContain('127.0.0.1');
  expect(problems).toEqual([]);
  await close();
});

atNight(
  'so do the link of a story, of a changed run, and of an exercise that somebody makes; it is typed once',
  async () => {
    const { page, problems, close } = await openPage('?story=pause-before-write', { reducedMotion: 'reduce' });
    await verdictIn(page).waitFor();
    const share = page.getByRole('button', { name: 'Share', exact: true });
    const link = page.getByRole('dialog').getByRole('textbox', { name: /^Link/ });
    await share.click();
    await page.getByText('Readers cannot open http://').waitFor();
    await page.getByLabel('Public address').fill('https://play.example/locks');
    await expect.poll(() => link.inputValue()).toBe('https://play.example/locks/s/pause-before-write/?scene');
    await page.keyboard.press('Escape');
    await pauseIn(page).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await share.click();
    await expect.poll(() => link.inputValue()).toMatch(/^https:\/\/play\.example\/locks\/\?scene#v1\./);
    await page.getByLabel('Public address').fill('https://play.example/');
    await expect.poll(() => link.inputValue()).toMatch(/^https:\/\/play\.example\/\?scene#v1\./);
    await page.keyboard.press('Escape');
    await pressUnderMore(page, 'Make an exercise');
    const field = page.getByLabel('Public address');
    await field.fill('https://play.example/locks');
    await expect.poll(() => link.inputValue()).toMatch(/^https:\/\/play\.example\/locks\/learn\/#x=v1\./);
    // A different address is not a different exercise: nothing is checked again, and the field is still there.
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(JSON.parse(await contentOf(file))).toMatchObject({
      $schema: 'https://play.example/locks/exercise.schema.json',
    });
    expect(problems).toEqual([]);
    await close();
  },
);

const permissions = ['clipboard-read', 'clipboard-write'];

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** The page's own sentence about the link just copied. */
const note = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^(Copied: a link that works on this machine only|已复制：此链接只能在本机打开)$/ });

/** It disappears afterwards. */
const noteMs = 6000;

const learn = /\/learn\/\?do=the-nap$/;

test.each([
  ['the workshop', [['learn/?do=the-nap', 'Copy link', learn]]],
  ['the workshop in Chinese', [['learn/?do=the-nap&lang=zh', '复制链接', learn]]],
  [
    'the matrix',
    [
      ['matrix/#redlock/pause', 'Copy address', /\/matrix\/#redlock\/pause\/no-check$/],
      ['matrix/#which/servers/token/-/-/-', 'Copy address of the answer', /\/matrix\/#which\/servers\/token\/-\/-\/-$/],
    ],
  ],
] as const)('a link copied from %s is said to work on this machine only', async (_, places) => {
  const { page, problems, close } = await openPage(places[0][0], { reducedMotion: 'reduce', permissions });
  await page.clock.install();
  for (const [path, button, link] of places) {
    // Only the hash differs, so the page stays.
    if (path !== places[0][0]) await page.goto(new URL(path, inject('siteAddress')).href);
    // From then on it says that it has copied.
    const opener = await page.getByRole('button', { name: button, exact: true }).first().elementHandle();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await opener?.click();
      await note(page).waitFor();
      expect(await copied(page)).toMatch(link);
      const { x, width: own } = (await note(page).boundingBox()) ?? { x: -1, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + own).toBeLessThanOrEqual(width);
      await page.clock.fastForward(noteMs);
      await expect.poll(() => note(page).count()).toBe(0);
    }
  }
  expect(problems).toEqual([]);
  await close();
});

test('once a public address was given, the same buttons copy links of it, and say nothing', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write', {
    reducedMotion: 'reduce',
    permissions,
  });
  await verdictIn(page).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('Public address').fill('https://play.example/locks');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'Copy a link to this event' }).first().click();
  await expect.poll(() => copied(page)).toMatch(/^https:\/\/play\.example\/locks\/\?details#v1\..*&e=\d+/);
  expect(await note(page).count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});
