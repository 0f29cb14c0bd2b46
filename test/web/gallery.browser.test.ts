// The gallery of stories: opened by a key or a press, searched, filtered, walked through, and picked from. A pick is
// an entry in the browser's history, and names the address and the document.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { questions } from '../../src/content/questions/questions';
import { findBarriers } from '../support/barriers';
import { problemsOf } from '../support/looks';
import { chooseLanguage } from '../support/more';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { pickStory } from '../support/pickStory';
import { type SamePage, samePage } from '../support/samePage';

const openPage = prepareBrowser();
const turnPage = samePage(openPage);

async function openPlayground(path = '', options = {}) {
  const opened = await openPage(path, options);
  await opened.page.getByRole('button', { name: /^(Story|故事) / }).waitFor();
  return opened;
}

const gallery = (page: Page) => page.getByRole('dialog', { name: /^(Stories|故事)$/ });
const cards = (page: Page) => gallery(page).locator('a[data-card]');
const openId = (page: Page) => page.locator('[data-story]').getAttribute('data-story');
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-card') ?? document.activeElement?.tagName);

async function withGallery<O extends SamePage>(opened: O): Promise<O> {
  await opened.page.keyboard.press('/');
  await cards(opened.page).first().waitFor();
  return opened;
}

const turnToGallery = async () => withGallery(await turnPage());
const openGallery = async (path = '', options = {}) => withGallery(await openPlayground(path, options));

describe('picking a story', () => {
  test('by its name opens it, under its own address and title', async () => {
    const { page, problems } = await turnPage();
    expect(await page.title()).toBe('A pause outlives the lock · Redlock Playground');
    await pickStory(page, 'no-expiry');
    expect(new URL(page.url()).search).toBe('?story=no-expiry');
    expect(new URL(page.url()).hash).toBe('');
    await expect.poll(() => page.title()).toBe('A lock that never expires outlives its holder · Redlock Playground');
    await chooseLanguage(page, '中文');
    await expect.poll(() => page.title()).toBe('永不过期的锁，持有者死了还在 · Redlock Playground');
    await chooseLanguage(page, 'English');
    expect(problems).toEqual([]);
  });

  test('is an entry in the history: Back leads to the story before, with what was changed in it', async () => {
    const { page, problems } = await turnPage('failover');
    await page.getByLabel('Seed', { exact: true }).fill('4711');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#v1.');
    expect(new URL(page.url()).search).toBe('');
    await pickStory(page, 'no-expiry');
    await pickStory(page, 'herd');
    await page.goBack();
    await expect.poll(() => openId(page)).toBe('no-expiry');
    expect(new URL(page.url()).search).toBe('?story=no-expiry');
    await page.goBack();
    await expect.poll(() => openId(page)).toBe('failover');
    await expect.poll(() => page.getByLabel('Seed', { exact: true }).inputValue()).toMatch(/4.?711/);
    await page.goForward();
    await page.goForward();
    await expect.poll(() => openId(page)).toBe('herd');
    expect(new URL(page.url()).search).toBe('?story=herd');
    expect(problems).toEqual([]);
  });

  atNight('keeps what else the address asks for, and a variant has its name there', async () => {
    const { page, close } = await openPlayground('?lang=zh');
    await pickStory(page, 'no-expiry');
    expect(new URL(page.url()).search).toBe('?lang=zh&story=no-expiry');
    await page.getByRole('radio', { name: /^修复/ }).first().click();
    await expect.poll(() => new URL(page.url()).search).toBe('?lang=zh&story=no-expiry&variant=fix');
    await close();
  });

  atNight('by a link in another tab leaves this one alone', async () => {
    const { page } = await turnToGallery();
    const card = gallery(page).locator('a[href="?story=herd"]').first();
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      card.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await expect.poll(() => openId(other)).toBe('herd');
    expect(await openId(page)).toBe('pause-before-write');
    await other.close();
  });

  test('the story before and the one after stand by its title', async () => {
    const { page } = await turnPage('fencing-tokens');
    await page.getByRole('button', { name: 'Previous story: 20 A pause outlives the lock' }).click();
    await expect.poll(() => openId(page)).toBe('pause-before-write');
    await page.getByRole('button', { name: 'Next story: 21 A fencing token can stop a late write' }).first().click();
    await expect.poll(() => openId(page)).toBe('fencing-tokens');
    await page.goBack();
    await expect.poll(() => openId(page)).toBe('pause-before-write');
    await page.goto(page.url().replace(/\?.*/, '?story=1'));
    await page
      .getByRole('button', { name: /^Next story: 2 / })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Previous story' }).isDisabled()).toBe(true);
  });
});

describe('the questions that people ask', () => {
  test('stand there with their answers, and lead to their run and to a page of their own', async () => {
    const { page, problems } = await turnToGallery();
    await gallery(page).getByRole('radio', { name: 'Questions' }).click();
    await expect.poll(() => gallery(page).getByRole('button', { name: 'The run' }).count()).toBe(questions.length);
    expect(await findBarriers(page)).toEqual([]);
    const own = gallery(page).getByRole('listitem').filter({ hasText: 'behind PgBouncer' });
    const href = (await own.getByRole('link').getAttribute('href')) ?? '';
    const answer = await page.request.get(new URL(href, page.url()).href);
    expect([answer.status(), (await answer.text()).includes('hang behind PgBouncer')]).toEqual([200, true]);
    await own.getByRole('button', { name: 'The run' }).click();
    await expect.poll(() => openId(page)).toBe('pooled-session');
    await expect.poll(() => new URL(page.url()).search).toBe('?story=pooled-session&variant=b');
    expect(problems).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  test('opens it, searches, walks, and opens a story', async () => {
    const { page, problems } = await turnToGallery();
    expect(await focused(page)).toBe('INPUT');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('start pause-before-write');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('start failover');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('one-node no-expiry');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('INPUT');
    await page.keyboard.press('ArrowDown');
    // Typing on a card starts a search.
    await page.keyboard.type('the herd');
    expect(await focused(page)).toBe('INPUT');
    await expect.poll(() => cards(page).first().getAttribute('href')).toBe('?story=herd');
    await page.keyboard.press('Enter');
    await expect.poll(() => openId(page)).toBe('herd');
    expect(await gallery(page).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('leaves it as it was, and has the focus again where it was', async () => {
    const { page } = await turnPage();
    const before = page.url();
    await page.getByRole('button', { name: /^Story / }).focus();
    await page.keyboard.press('Enter');
    await cards(page).first().waitFor();
    await page.keyboard.press('Escape');
    await gallery(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-story'))).toBe(true);
    expect(page.url()).toBe(before);
  });

  atNight('types a slash into a field, and opens nothing', async () => {
    // It has been loaded already, so it would open at once.
    const { page } = await turnToGallery();
    await page.keyboard.press('Escape');
    await gallery(page).waitFor({ state: 'detached' });
    const seed = page.getByLabel('Seed', { exact: true });
    await seed.focus();
    await page.keyboard.press('/');
    await expect.poll(() => seed.inputValue()).toContain('/');
    expect(await gallery(page).count()).toBe(0);
  });

  atNight('comes with Tab to one card alone: the one it was on', async () => {
    const { page } = await turnToGallery();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const last = await focused(page);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(last);
    expect(await gallery(page).locator('a[tabindex="0"]').count()).toBe(1);
  });
});

describe('finding', () => {
  test('in the texts, by keys alone: mistyped, and with the place named and marked', async () => {
    const { page } = await turnToGallery();
    await page.keyboard.type('garbgae');
    const card = gallery(page).locator('a[href="?story=pause-before-write"]');
    await expect.poll(() => card.locator('mark').first().textContent()).toBe('garbage');
    expect(await card.textContent()).toContain('In the story');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('gc');
    await expect.poll(() => cards(page).first().getAttribute('href')).toBe('?story=pause-before-write');
    await expect.poll(() => gallery(page).getByRole('status').textContent()).toMatch(/^\d+ stories found$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => openId(page)).toBe('pause-before-write');
  });

  test('nothing says what can be searched, and leads to the nearest word by keys alone', async () => {
    const { page } = await turnToGallery();
    await page.keyboard.type('zoookepppr');
    await gallery(page)
      .getByText(/^You can search titles/)
      .waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    const near = gallery(page).getByRole('button', { name: 'ZooKeeper', exact: true }).first();
    await near.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(3);
  });

  atNight('under a filter', async () => {
    const { page } = await turnToGallery();
    const whole = await cards(page).count();
    await gallery(page).getByRole('radio', { name: 'Libraries' }).click();
    await expect
      .poll(() => gallery(page).getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['In libraries that people run']);
    expect(await cards(page).count()).toBeLessThan(whole);
    await gallery(page).getByRole('radio', { name: 'Start here' }).click();
    await expect.poll(() => cards(page).count()).toBe(5);
  });

  test('nothing, says so, and shows the way out', async () => {
    const { page, problems } = await turnToGallery();
    await gallery(page).getByRole('radio', { name: 'Clocks' }).click();
    await page.getByRole('searchbox').fill('jeopardy');
    await gallery(page).getByText('Nothing found for “jeopardy” under “Clocks”').waitFor();
    await gallery(page)
      .getByRole('button', { name: /^Search all stories · \d+$/ })
      .click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    for (const hostile of ['[(*+?', '锁'.repeat(10_000), '🔒👩‍👩‍👧', '<img src=x onerror=alert(1)>']) {
      await page.getByRole('searchbox').fill(hostile);
      await gallery(page)
        .getByText(/^Nothing found for “/)
        .waitFor();
      expect(await gallery(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    }
    await gallery(page).getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(80);
    expect(problems).toEqual([]);
  });

  atNight('goes on by titles where the stories cannot be loaded', async () => {
    const { page, close } = await openGallery();
    await page.route(/\/(herd|failover)-[^/]*\.js/, (route) => route.abort());
    await page.getByRole('searchbox').fill('one node for all');
    // The texts of all stories are loaded, one file each.
    await expect
      .poll(() => gallery(page).getByRole('status').textContent(), { timeout: 60_000 })
      .toMatch(/The texts of 2 stories could not/);
    await expect.poll(() => cards(page).first().getAttribute('href')).toBe('?story=herd');
    await close();
  });
});

test('on a phone a finger finds everything, and no keyboard comes before it is asked for', async () => {
  const { page, close } = await openPlayground('', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: /^Story / }).tap();
  await cards(page).first().waitFor();
  expect(await focused(page)).toBe('DIV');
  const sizeMin = { '[role=dialog] :is(button, a, label)': { height: 39.5 } };
  expect(await problemsOf(page, { sizeMin })).toEqual([]);
  await cards(page).nth(1).tap();
  await expect.poll(() => openId(page)).toBe('failover');
  await close();
});
