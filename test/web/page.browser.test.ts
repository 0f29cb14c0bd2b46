// The playground for a new user: pick, break, fix, undo, share, with pointer and keyboard, in both languages.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseLanguage } from '../support/more';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { pickStory } from '../support/pickStory';
import { type SamePage, samePage } from '../support/samePage';

const openPage = prepareBrowser();
const turnPage = samePage(openPage);

const verdict = (page: Page) => page.getByRole('status', { name: 'Verdict' });
const outcome = (page: Page) => verdict(page).getAttribute('data-outcome');
const time = (page: Page) => page.getByRole('status', { name: 'Time' }).textContent();
const check = (page: Page) => page.getByRole('combobox', { name: 'Storage-side check' });
const faults = (page: Page) => page.locator('aside li[data-selected]');

async function isOpen<O extends SamePage>(opened: O): Promise<O> {
  await opened.page.getByRole('button', { name: /^(Story|故事) / }).waitFor();
  await faults(opened.page).first().waitFor();
  return opened;
}

const openPlayground = async (story?: string) => isOpen(await turnPage(story));
/** For changes that opening a story does not reset. */
const openFresh = async () => isOpen(await openPage());

describe('the verdict', () => {
  test('is that of the story, and its causes lead to their events', async () => {
    const { page, problems } = await openPlayground();
    await expect.poll(() => outcome(page)).toBe('lost');
    const causes = page.getByRole('list', { name: 'How it came to this' }).getByRole('listitem').getByRole('button');
    await expect.poll(() => causes.count()).toBeGreaterThanOrEqual(3);
    const end = await time(page);
    await causes.first().click();
    await expect.poll(() => time(page)).not.toBe(end);
    await expect.poll(() => causes.first().getAttribute('aria-current')).toBe('step');
    expect(problems).toEqual([]);
  });

  test('says both facts, so that a fix which saves the data is not headlined as a loss', async () => {
    const { page, problems } = await openPlayground('fencing-tokens');
    await expect.poll(() => outcome(page)).toBe('overlap');
    const said = await verdict(page).evaluate((card) => [
      card.dataset['lock'],
      card.dataset['data'],
      card.dataset['tone'],
    ]);
    expect(said).toEqual(['overlap', 'refused', 'amber']);
    const headline = verdict(page).getByRole('heading');
    expect(await headline.textContent()).toBe('Two holders at once; the late write was rejected');
    for (const fact of ['Lock: two holders at once, for 623 ms', 'Data: intact, late write rejected'])
      await verdict(page).getByText(fact, { exact: true }).waitFor();
    // One sign for each fact, and another that unfolds it.
    expect(await verdict(page).locator('svg').count()).toBe(3);
    await chooseLanguage(page, '中文');
    const card = page.getByRole('status', { name: '判定' });
    await expect.poll(() => card.getByRole('heading').textContent()).toBe('两个客户端同时持锁，迟到的写入被拒绝');
    await card.getByText('数据：完好，迟到的写入被拒绝', { exact: true }).waitFor();
    await chooseLanguage(page, 'English');
    expect(problems).toEqual([]);
  });

  test('says in how many of a hundred seeds which fact occurs', async () => {
    const { page } = await openPlayground();
    const seeds = page.locator('[data-seeds-done="true"]');
    await seeds.waitFor({ timeout: 20_000 });
    await expect.poll(() => seeds.textContent()).toMatch(/^\d+ of 100 runs: two holders; \d+ of 100: a lost update$/);
    const bar = page.locator('[data-seed="42"]');
    expect(await bar.getAttribute('data-tone')).toBe('red');
    expect(await bar.locator('title').textContent()).toBe(
      'Open the run with seed 42. Lock: two holders; data: a lost update',
    );
  });
});

describe('settings', () => {
  test('take a number, show the run while it is typed, and are one step of undo', async () => {
    const { page, close } = await openFresh();
    const ttl = page.getByLabel('TTL', { exact: true });
    await ttl.fill('9000');
    await expect.poll(() => verdict(page).getAttribute('aria-busy')).toBe('true');
    await ttl.press('Enter');
    await expect.poll(() => verdict(page).getAttribute('aria-busy')).toBe(null);
    await expect.poll(() => outcome(page)).toBe('held');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => outcome(page)).toBe('lost');
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await close();
  });

  test.each(['0', '86400001', 'soon', ''])(
    'refuse “%s” with what is allowed, and keep the old value in effect',
    async (typed) => {
      const { page } = await openPlayground();
      const ttl = page.getByLabel('TTL', { exact: true });
      const before = await ttl.inputValue();
      await ttl.fill(typed);
      await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/2\D?000/);
      await ttl.press('Tab');
      await expect.poll(() => ttl.inputValue()).toBe(before);
      await expect.poll(() => outcome(page)).toBe('lost');
    },
  );
});

test('a lease of one client alone holds over its pause, and goes with the value of all', async () => {
  const { page, problems } = await openPlayground();
  await page.getByRole('button', { name: 'For one process' }).click();
  const own = page.getByLabel('TTL, its own', { exact: true });
  const ofAll = await page.getByLabel('TTL', { exact: true }).inputValue();
  expect(await own.inputValue()).toBe(ofAll);
  await own.fill('9000');
  await own.press('Tab');
  await expect.poll(() => outcome(page)).toBe('held');
  expect(await page.getByLabel('TTL', { exact: true }).inputValue()).toBe(ofAll);
  await own.fill('2000');
  await own.press('Tab');
  await expect.poll(() => outcome(page)).toBe('lost');
  // Pages remember what is unfolded.
  await page.getByRole('button', { name: 'For one process' }).click();
  expect(problems).toEqual([]);
});

describe('a latency of one link', () => {
  test('is chosen, set and taken back, in the direction away from its process', async () => {
    const { page, problems } = await openPlayground();
    const run = page.getByRole('button', { name: 'For one process' });
    await run.click();
    await page.getByRole('combobox', { name: 'Own latency to' }).selectOption({ label: 'Storage' });
    const latency = page.getByRole('button', { name: /^Latency to Storage/ });
    // The values that were in effect, so that nothing changes yet.
    await expect.poll(() => latency.textContent()).toBe('Latency to Storage140 … 175ms');
    await expect.poll(() => outcome(page)).toBe('lost');
    await latency.click();
    await page.getByRole('radio', { name: 'always the same' }).check();
    const oneWay = page.getByLabel('One way', { exact: true });
    await oneWay.fill('5000');
    await oneWay.press('Enter');
    await expect.poll(() => latency.textContent()).toMatch(/5.?000ms$/);
    // The page itself does not scroll, however long a panel is.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await expect.poll(() => outcome(page)).not.toBe('lost');
    await page.getByRole('button', { name: 'Use the common latency to Storage' }).click();
    await expect.poll(() => latency.count()).toBe(0);
    await expect.poll(() => outcome(page)).toBe('lost');
    expect(problems).toEqual([]);
  });
});

describe('a check for tokens with a lock that has none', () => {
  test('is refused with the offer of a counter, and nothing changes until one is chosen', async () => {
    const { page } = await openPlayground();
    await check(page).selectOption({ label: 'Fencing token' });
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Redlock itself has no fencing token');
    await expect.poll(() => check(page).inputValue()).toBe('no-check');
    await page.getByRole('button', { name: 'Add a token: counters on a quorum' }).click();
    await expect.poll(() => check(page).inputValue()).toBe('fencing');
    await expect.poll(() => outcome(page)).toBe('overlap');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  atNight('takes its offer along when another story is opened', async () => {
    const { page } = await openPlayground();
    await check(page).selectOption({ label: 'Fencing token' });
    await page
      .getByRole('button', { name: /^Add a token/ })
      .first()
      .waitFor();
    await pickStory(page, 'herd');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});

describe('another lock', () => {
  atNight('keeps the lease, or lengthens the fault with it, and undo gives the first lock back', async () => {
    const { page, problems } = await openPlayground();
    const lock = page.getByRole('combobox', { name: 'Lock' });
    await lock.selectOption('etcd');
    await page.getByText('Same lease as before: 2 s.').waitFor();
    await expect.poll(() => outcome(page)).toBe('lost');
    await page.keyboard.press('Control+z');
    await expect.poll(() => lock.inputValue()).toBe('redlock');
    await lock.selectOption('zookeeper-node');
    await page.getByText('The lease is 4 s: this lock does not allow 2 s. The faults last longer').waitFor();
    await expect.poll(() => outcome(page)).toBe('lost');
    expect(problems).toEqual([]);
  });
});

describe('faults', () => {
  test('are added, edited by number, deleted and brought back', async () => {
    const { page } = await openPlayground();
    const before = await faults(page).count();
    await page.getByRole('button', { name: 'Crash' }).click();
    await expect.poll(() => faults(page).count()).toBe(before + 1);
    await page.keyboard.press('Control+z');
    await page
      .locator('aside')
      .getByRole('button', { name: /^Client 1 pauses/ })
      .click();
    await page.getByLabel('Lasts').fill('100');
    await page.getByLabel('Lasts').press('Enter');
    await expect.poll(() => outcome(page)).toBe('held');
    await page.getByRole('button', { name: 'Delete this fault' }).first().click();
    await expect.poll(() => faults(page).count()).toBe(before - 1);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => outcome(page)).toBe('lost');
  });

  atNight('that lose their target stay, greyed, with the reason', async () => {
    const { page } = await openPlayground();
    await page.getByLabel('Redis nodes', { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    const missed = page.locator('aside li[data-missed="true"]');
    await missed.waitFor();
    await expect.poll(() => missed.textContent()).toContain('Redis E');
  });
});

describe('keys', () => {
  test('play, step, jump, add and delete; a letter does nothing once single keys are switched off', async () => {
    const { page, close } = await openFresh();
    await page.keyboard.press('Home');
    await expect.poll(() => time(page)).toBe('0.000 s');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => time(page)).not.toBe('0.000 s');
    await page.keyboard.press('j');
    const violation = await time(page);
    await page.keyboard.press('End');
    await expect.poll(() => time(page)).not.toBe(violation);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await page.keyboard.press('Space');
    const before = await faults(page).count();
    await page.keyboard.press('p');
    await expect.poll(() => faults(page).count()).toBe(before + 1);
    await page.keyboard.press('Delete');
    await expect.poll(() => faults(page).count()).toBe(before);
    await page.keyboard.press('Shift+Slash');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('checkbox').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await expect.poll(() => faults(page).count()).toBe(before);
    await close();
  });

  atNight('open the table of who tells a client of a lost lock, as its setting does', async () => {
    const { page } = await openPlayground();
    const table = page.getByRole('dialog', { name: 'Who tells a client that its lock is lost' });
    const row = table.getByRole('row', { name: /^etcd/ });
    await page.keyboard.press('Shift+Slash');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByRole('button', { name: /^Who tells/ })
      .focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => row.textContent()).toMatch(/its session’s client.*the lease is gone.*Done\(\)/);
    await page.keyboard.press('Escape');
    await table.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Clients(?!’)/ }).click();
    const link = page.getByRole('button', { name: 'Who tells the client?' });
    await link.focus();
    await page.keyboard.press('Enter');
    await table.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => link.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  atNight('are left to a field that is being typed in', async () => {
    const { page } = await openPlayground();
    const before = await faults(page).count();
    const seed = page.getByLabel('Seed', { exact: true });
    await seed.click();
    await page.keyboard.type('7');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect.poll(() => seed.inputValue()).toBe('7');
    await expect.poll(() => faults(page).count()).toBe(before);
  });
});
