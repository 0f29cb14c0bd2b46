// The scenario in the address: shared, opened again, broken, replaced, and never pushed.
import { describe, expect, inject, test } from 'vitest';
import { ownClipboard } from '../support/clipboard';
import { chooseLanguage } from '../support/more';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

async function openPlayground(path = '', options = {}) {
  const opened = await openPage(path, options);
  await opened.page.getByRole('button', { name: /^(Story|故事) / }).waitFor();
  return opened;
}

describe('a link', () => {
  test('opens what was shared, in another browser', async () => {
    const first = await openPlayground();
    await first.page.getByLabel('TTL', { exact: true }).fill('7777');
    await first.page.keyboard.press('Enter');
    await expect.poll(() => first.page.url()).toContain('#v1.');
    const address = first.page.url();
    await first.close();
    const second = await openPlayground(address);
    await expect.poll(() => second.page.getByLabel('TTL', { exact: true }).inputValue()).toMatch(/7.777/);
    expect(second.problems).toEqual([]);
    await second.close();
  });

  test('follows the commits without a history of its own', async () => {
    const { page, close } = await openPlayground();
    const before = await page.evaluate(() => history.length);
    for (const seed of ['1', '2', '3']) {
      await page.getByLabel('Seed', { exact: true }).fill(seed);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => page.url()).toContain('#v1.');
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before);
    await close();
  });

  test('that is broken says so and opens the default story, however long it is', async () => {
    const { page, problems, close } = await openPlayground(`#v1.${'A'.repeat(200_000)}`);
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/cannot be opened/);
    await expect.poll(() => page.getByRole('status', { name: 'Verdict' }).getAttribute('data-outcome')).toBe('lost');
    expect(problems).toEqual([]);
    await close();
  });

  test('that is broken leaves alone what was there', async () => {
    const { page, close } = await openPlayground();
    await page.getByLabel('Seed', { exact: true }).fill('4711');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#v1.');
    await page.evaluate(() => {
      location.hash = location.hash.slice(0, -4);
    });
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByLabel('Seed', { exact: true }).inputValue()).toMatch(/4.?711/);
    await close();
  });

  atNight('to one event puts the playhead there', async () => {
    const { page, close } = await openPlayground('', { permissions: ['clipboard-read', 'clipboard-write'] });
    // The list follows the playhead, so it opens at the start of the run.
    await page.keyboard.press('Home');
    await expect.poll(() => page.getByRole('status', { name: 'Time' }).textContent()).toBe('0.000 s');
    await page.getByRole('tab', { name: 'Events' }).click();
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Copy a link to this event' }) });
    await row.nth(2).waitFor();
    const at = ((await row.nth(2).textContent()) ?? '').slice(0, 7);
    await ownClipboard(page);
    await row.nth(2).getByRole('button', { name: 'Copy a link to this event' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    // The code that makes links loads with the first link.
    await expect.poll(copied).toMatch(/\?details#v1\..*&e=\d+&o=[a-z]+\.[a-z]+(&d=[0-9a-f]{8})?$/);
    const address = await copied();
    await close();
    const opened = await openPlayground(address);
    await expect
      .poll(() => opened.page.getByRole('status', { name: 'Time' }).textContent())
      .toContain(at.trim().replace(' s', ''));
    await opened.close();
  });

  test('by the name of a story opens it, and its variant', async () => {
    const { page, close } = await openPlayground('?story=no-expiry&variant=fix');
    await expect.poll(() => page.locator('[data-story]').getAttribute('data-story')).toBe('no-expiry');
    await expect.poll(() => page.getByRole('radio', { name: /^Fix/ }).first().isChecked()).toBe(true);
    await close();
  });

  test('by a name that is none says so, and what is open instead', async () => {
    const { page, problems, close } = await openPlayground('?story=no-expiry&variant=zzz');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toMatch(/“no-expiry” has no variant “zzz”; it has: .*The original story is open/);
    await expect.poll(() => page.locator('[data-story]').getAttribute('data-story')).toBe('no-expiry');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('what the browser remembers', () => {
  test('is the language and the theme; without storage the page works all the same', async () => {
    const { page, problems, close } = await openPlayground('', { locale: 'zh-CN' });
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await chooseLanguage(page, 'English');
    await page.getByRole('button', { name: /^Story / }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Story / }).waitFor();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('forbidden');
        },
      });
    });
    await page.goto(new URL('?details', inject('siteAddress')).href);
    await page.getByRole('button', { name: /^故事 / }).waitFor();
    await chooseLanguage(page, 'English');
    await page.getByRole('button', { name: /^Story / }).waitFor();
    // A reload in the middle of a request aborts it. That is no fault of the page.
    expect(problems).toEqual([]);
    await close();
  });
});

atNight('says so when the list of stories cannot be loaded, and opens with the story that is there', async () => {
  const { page, close } = await openPage('about:blank');
  await page.route(/\/stories-[^/]*\.js/, (route) => route.abort());
  await page.goto(new URL('?story=60', inject('siteAddress')).href);
  await page.getByText('The story “60” could not be loaded.').waitFor();
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  await close();
});
