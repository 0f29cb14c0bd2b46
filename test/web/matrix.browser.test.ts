// "What breaks what" in Chromium: a cell shows its smallest run under an address of its own, an unknown address says
// so, five questions narrow the table down, other settings are computed beside it, a row can be embedded in a post,
// and all of it prints.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { families } from '../../src/search/matrix/families';
import { rows as everyRow } from '../../src/search/matrix/rows';
import { findBarriers } from '../support/barriers';
import { ownClipboard } from '../support/clipboard';
import { embedOf, post } from '../support/embeds';
import { byNight, isNightly } from '../support/nightly';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const cell = (page: Page, at: string) => page.locator(`[data-stop="${at}"]`);
const panel = (page: Page) => page.getByRole('complementary', { name: /^(Selected|选中的内容)$/ });
const verdict = (page: Page) => panel(page).getByText(/^(An update was lost|丢了一次更新)/);
const hash = (page: Page) => new URL(page.url()).hash;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-stop'));
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('a press on a cell shows its smallest run under its address; Escape, Back and keys lead on', async () => {
  const { page, problems, close } = await openPage('matrix/');
  await cell(page, 'family:redlock/0').click();
  expect(hash(page)).toBe('#redlock/pause/no-check');
  expect(await panel(page).getByRole('heading', { level: 2 }).first().textContent()).toBe(
    'Redlock (nodes keep nothing): Client pause',
  );
  await verdict(page).waitFor();
  // Checking all links of the table would take a minute.
  if (isNightly) expect(await findBarriers(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Report a mistake' }).click();
  expect(await panel(page).getByRole('textbox', { name: 'Your report' }).inputValue()).toMatch(
    /\nCell: Client pause\n.*matrix\/#redlock\/pause\/no-check\n/,
  );
  const open = panel(page).getByRole('link', { name: 'Open in the playground' });
  await expect.poll(() => open.getAttribute('href')).toMatch(/#v1\./);
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('redlock/0');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => hash(page)).toBe('#redlock/suspend/no-check');
  await page.goBack();
  await page.goBack();
  await expect.poll(() => hash(page)).toBe('#redlock/pause/no-check');
  await verdict(page).waitFor();
  await page.goForward();
  await panel(page).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await close();
});

test('the table answers at first sight, and nothing of it is cut', async () => {
  const { page, problems, close } = await openPage('matrix/', { viewport: { width: 1440, height: 900 } });
  const said = page.getByRole('region', { name: 'What the table says' });
  await expect.poll(() => said.getByText(/\d of \d/).count()).toBe(3);
  await page.getByRole('list', { name: 'Signs' }).getByText('data lost').waitFor();
  const rows = page.locator('tbody tr:has(td)');
  expect(await rows.count()).toBe(families.length);
  const last = await rows.last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 900)).toBeLessThanOrEqual(900);
  // The numbers belong to the cells that the sentence shows.
  await said.getByRole('button', { name: 'Show these rows' }).first().click();
  const counted = Number(/loses data in (\d+) of/.exec((await said.textContent()) ?? '')?.[1]);
  const inner = page.locator('tbody tr:not([data-out])');
  const lost = inner.locator('a[data-stop$="/0"]:not([data-stop^="family"])[aria-label*="lost"]');
  await expect.poll(() => lost.count()).toBe(counted);
  for (const width of [1440, 1181]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.getByRole('columnheader', { name: 'Clock slew' }).isVisible()).toBe(true);
  }
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect.poll(() => page.getByRole('columnheader', { name: 'Clock slew' }).count()).toBe(0);
  await page.getByRole('button', { name: 'A clock is off' }).click();
  await page.getByRole('columnheader', { name: 'Clock slew' }).waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(problems).toEqual([]);
  await close();
});

test('a family unfolds, is sorted by what breaks least, and an empty cell says why', async () => {
  const { page, problems, close } = await openPage('matrix/');
  await cell(page, 'family:zookeeper/-1').click();
  await cell(page, 'zookeeper-sequential-3/0').waitFor();
  await page.getByRole('radio', { name: 'Hardest to break first' }).check();
  await expect.poll(() => page.locator('tbody tr:has(td)').last().textContent()).toMatch(/^No lock/);
  const empty = page.locator('tbody td a:not(:has(svg))').first();
  expect(await empty.getAttribute('aria-label')).toMatch(/: .{8,}/);
  await empty.click();
  await panel(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});

const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', colorScheme: 'dark' } as const;
const tablet = { viewport: { width: 700, height: 900 }, locale: 'en-US', colorScheme: 'light' } as const;

test.each(byNight([phone], [phone, tablet]))(
  'a cell stays in sight above its run, and an address that names nothing says so: $viewport.width px',
  async (options) => {
    const { page, problems, close } = await openPage('matrix/#redlock/pause/no-check', options);
    await verdict(page).waitFor();
    const top = (await panel(page).boundingBox())?.y ?? 0;
    const shown = await cell(page, 'redlock/0').boundingBox();
    expect(shown?.y).toBeGreaterThan(0);
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(top);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.evaluate(() => {
      location.hash = '#redlok/pause/fencing';
    });
    expect(await page.getByRole('alert').textContent()).toContain('“redlok”');
    await panel(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('combobox').inputValue()).toBe('fencing');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    // A few rows represent all links.
    await page.evaluate(() => {
      for (const [index, row] of [...document.querySelectorAll('tbody tr:has(td)')].entries())
        if (index % 12 > 0) row.remove();
    });
    expect(await findBarriers(page)).toEqual([]);
    await close();
  },
);

test('four questions and a filter narrow the table down, each row that goes says why, and the answer is a link', async () => {
  const { page, problems, close } = await openPage('matrix/');
  await page.getByRole('radio', { name: 'lost data: it must survive a server crash' }).check();
  // Nobody has said yet what the resource checks.
  await page
    .getByRole('status')
    .filter({ hasText: /rows fit, with a check at the resource$/ })
    .waitFor();
  await page.getByRole('radio', { name: 'a fencing token' }).check();
  const answer = page.getByRole('status').filter({ hasText: /rows? fits?$/ });
  const out = page.locator('tr[data-out]');
  await expect.poll(() => hash(page)).toBe('#which/servers/token/-/-/-');
  await expect.poll(() => out.count()).toBeGreaterThan(0);
  const openAll = page.getByRole('button', { name: `Open all rows: ${everyRow.length - 1} with a lock, 1 without` });
  await openAll.click();
  const left = await answer.textContent();
  expect(left).toMatch(/^\d+ of the table’s \d+ rows fits?$/);
  // Families without a remaining row, and rows.
  const gone = await out.count();
  await page.getByText(/^See the \d+ locks that fit/).click();
  await page.getByText(/locks are ruled out/).click();
  expect(await page.locator('dd a').first().textContent()).toMatch(/: .* \(Storage-side check: /);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await answer.waitFor();
  expect(await answer.textContent()).toBe(left);
  await openAll.click();
  await expect.poll(() => out.count()).toBe(gone);
  await page.getByRole('radio', { name: 'lost data, whatever happens' }).check();
  await page.getByText('A fencing token rejects a late write only once').waitFor();
  await page.getByRole('radio', { name: 'nothing', exact: true }).check();
  await page.getByText('With no check at the resource').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('whoever has Postgres and a nightly job leaves with one lock, its numbers and its limit', async () => {
  const { page, problems, close } = await openPage('matrix/#which/never/version/sql/minutes', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ownClipboard(page);
  const answer = page.getByRole('article');
  // The check at work is a picture, and links to its scene.
  await answer.locator('figure svg text').first().waitFor();
  await answer.getByRole('heading', { name: 'The check at work' }).waitFor();
  await answer.getByText('rejected', { exact: false }).first().waitFor();
  expect(await answer.getByRole('link', { name: /^Watch/ }).getAttribute('href')).toMatch(/^\.\.\/#v/);
  const [first] = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
  expect(first).toBe('Is Redlock safe?');
  await answer.getByRole('button', { name: 'Copy the code' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('version = 8');
  await answer.getByRole('heading', { name: 'A version check, and an advisory lock in SQL in front of it' }).waitFor();
  for (const part of ['Settings', 'Under these conditions', 'What it won’t prevent', 'Runners-up'])
    await answer.getByRole('heading', { name: part }).waitFor();
  // Any other answer changes it at once.
  await page.getByRole('radio', { name: 'an outside action done twice, such as a charge' }).check();
  await answer.getByRole('heading', { name: /^An idempotency key/ }).waitFor();
  expect(await findBarriers(page, 'article')).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('before any answer there is an example, at the right of the questions, and below them on a narrow page', async () => {
  const { page, problems, close } = await openPage('matrix/#which');
  const answer = page.getByRole('article');
  await answer.getByText(/^Example: /).waitFor();
  const [asked, answered] = [page.getByRole('heading', { name: 'Which lock do I need?' }), answer];
  const left = await asked.boundingBox();
  expect((await answered.boundingBox())?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await page.setViewportSize({ width: 700, height: 900 });
  await expect.poll(async () => (await answered.boundingBox())?.x).toBeLessThan(40);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('radio', { name: 'ten seconds' }).check();
  await answer.getByText('For your answer', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('other settings are computed beside the row, cell by cell, and a wrong row can be reported', async () => {
  const { page, problems, close } = await openPage('matrix/#single-node');
  await panel(page).getByText('Other settings').click();
  const work = panel(page).getByRole('textbox', { name: /^Work/ }).first();
  await work.fill('2000');
  await work.press('Enter');
  await panel(page).getByRole('button', { name: 'Compute' }).click();
  await panel(page)
    .getByText(/^Computed in \d/)
    .waitFor();
  expect(await panel(page).getByRole('columnheader').allTextContents()).toContain('With your settings');
  expect(await panel(page).getByText('waiting').count()).toBe(0);
  // Twice the work leaves half of the lease: a shorter pause loses the update.
  const margins = await panel(page).getByRole('row', { name: 'Client pause' }).getByText('× lease').allTextContents();
  expect(margins).toHaveLength(2);
  expect(Number.parseFloat(margins[1] ?? '')).toBeLessThan(Number.parseFloat(margins[0] ?? ''));
  await panel(page).getByRole('button', { name: 'Report a mistake' }).click();
  expect(await panel(page).getByRole('textbox', { name: 'Your report' }).inputValue()).toContain('matrix/#single-node');
  expect(problems).toEqual([]);
  await close();
});

test('a row and a cell stand in a post, and the table prints on a landscape page', async () => {
  const site = inject('siteAddress');
  const row = '<redlock-playground view="matrix" row="redlock+redsync"></redlock-playground>';
  const run = '<redlock-playground view="matrix" row="redlock" kind="pause" check="no-check"></redlock-playground>';
  const blog = await serveOther({ pages: { 'post.html': post(site, `${row}${run}`) } });
  const { page, close } = await openPage(`${blog.address}post.html`, { viewport: { width: 1000, height: 3000 } });
  const link = embedOf(page, 0).getByRole('link', { name: /^lost .* lease, Redlock .*Client pause/ });
  expect(await link.evaluate((found: HTMLAnchorElement) => found.href)).toBe(
    `${site}matrix/?lang=en#redlock+redsync/pause/no-check`,
  );
  await embedOf(page, 1).getByText('An update was lost').first().waitFor();
  await page.goto(`${site}matrix/`);
  await cell(page, 'family:redlock/0').waitFor();
  await page.emulateMedia({ media: 'print' });
  // A4 landscape, without its margins.
  await page.setViewportSize({ width: 1046, height: 720 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  const last = await page.getByRole('columnheader', { name: 'Clock drift' }).boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 2000)).toBeLessThanOrEqual(1046);
  expect(await page.getByRole('radio').count()).toBe(0);
  // The whole folded table is on the first page, with its notes.
  const end = await page.getByText(/^Computed on /).boundingBox();
  expect((end?.y ?? 2000) + (end?.height ?? 0)).toBeLessThanOrEqual(720);
  await close();
  await blog.close();
});

test('the run of a cell leads back to it, and an address of the questions scrolls there in an open page', async () => {
  const { page, problems, close } = await openPage('matrix/#single-node/pause');
  const { href } = new URL(page.url());
  const open = page.getByRole('link', { name: 'Open in the playground' });
  await expect.poll(() => open.getAttribute('href')).toContain('#v1.');
  await open.click();
  // It is named after its end, so it does not begin anew.
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await expect.poll(() => playhead.evaluate(({ ariaValueNow: at, ariaValueMax: end }) => at === end)).toBe(true);
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: /^One Redis node.*: Client pause$/ })
    .waitFor();
  expect(page.url().startsWith(href)).toBe(true);
  await page.evaluate(() => location.assign('#which/never/nothing/redis'));
  const title = page.getByRole('heading', { name: 'Which lock do I need?' });
  await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(100);
  expect(problems).toEqual([]);
  await close();
});
