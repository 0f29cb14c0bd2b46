// A cell of “What breaks what” answers on the spot: hovering, keyboard focus or a finger opens its card.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const desk = { hasClock: true } as const;

const cell = (page: Page, at: string) => page.locator(`[data-stop="${at}"]`);
/** The only part of the page whose accessible name is the cell's. */
const card = (page: Page, said: RegExp) => page.getByRole('region', { name: said });
const anyCard = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Open', exact: true }) });
const picture = (page: Page, said: RegExp) => card(page, said).locator('figure svg');
const hash = (page: Page) => new URL(page.url()).hash;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-stop'));

test('a pointer that rests on a cell gets its sentence, the picture of its smallest break and what was tried', async () => {
  const { page, problems, close } = await openPage('matrix/', desk);
  const first = cell(page, 'family:redlock/0');
  await first.scrollIntoViewIfNeeded();
  // The example answer below the table arrives with its tables and then its run, and makes the page longer.
  await page.getByText('The check at work').locator('..').locator('svg').first().waitFor();
  const before = await page.evaluate(() => document.documentElement.scrollHeight);
  await first.hover();
  const said = /^Redlock, as specified, Client pause: an update is lost$/;
  await picture(page, said).waitFor();
  const text = (await card(page, said).textContent()) ?? '';
  expect(text).toContain('The smallest run that does it: Redlock (nodes keep nothing), Client pause');
  expect(text).toMatch(/Spaceone fault of this kind, anywhere in the runRuns\d+/);
  // Nothing on the page moves, and the name of the row stays visible.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before);
  const head = await cell(page, 'family:redlock/-1').boundingBox();
  const box = await card(page, said).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual((head?.x ?? 0) + (head?.width ?? 1440));
  expect(await findBarriers(page, 'section[aria-labelledby]')).toEqual([]);
  // The pointer moves to the card, which stays, and its link opens the cell.
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40, { steps: 4 });
  await page.clock.runFor(2500);
  await card(page, said).getByRole('link', { name: 'Open' }).click();
  await expect.poll(() => hash(page)).toBe('#redlock/pause/no-check');
  await expect.poll(() => anyCard(page).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  expect(problems).toEqual([]);
  await close();
});

test('keys: the focus brings it, Tab leads to it, and Escape takes it away and nothing else', async () => {
  const { page, problems, close } = await openPage('matrix/#redlock/pause/no-check', desk);
  const selected = page.getByRole('complementary', { name: 'Selected' });
  await selected.waitFor();
  await cell(page, 'redlock/-1').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const said = /^Redlock \(nodes keep nothing\), Machine suspended: an update is lost, at /;
  await picture(page, said).waitFor();
  expect(await cell(page, 'redlock/1').evaluate((link) => link.ariaDescribedByElements?.[0]?.textContent)).toMatch(
    /Runs\d/,
  );
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open');
  await page.keyboard.press('Escape');
  await expect.poll(() => anyCard(page).count()).toBe(0);
  expect(await focused(page)).toBe('redlock/1');
  expect(await selected.isVisible()).toBe(true);
  // It does not come back by itself after it was closed.
  await page.clock.runFor(2500);
  expect(await anyCard(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await selected.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await close();
});

test('an empty cell says why in the same card, and one that held that this is no proof', async () => {
  const { page, problems, close } = await openPage('matrix/', desk);
  await cell(page, 'family:single-node/11').hover();
  const empty = card(page, /^One Redis node, No leader: There is no leader to lose\.$/);
  await empty.waitFor();
  expect(await empty.locator('figure').count()).toBe(0);
  await cell(page, 'redlock-py/13').hover();
  const held = card(page, /^redlock-py, Clock jump: the lock works$/);
  expect(await held.textContent()).toMatch(
    /The run without a fault.*Runs\d+, and the lock worked in each\. That is no proof\./,
  );
  // It lies on the card of the cell above it.
  await page.keyboard.press('Escape');
  await cell(page, 'no-lock/14').hover();
  const faultless = card(page, /^No lock, Clock drift: an update is lost$/);
  expect(await faultless.textContent()).toMatch(/Spaceno fault: it goes wrong without oneRuns1Open/);
  expect(problems).toEqual([]);
  await close();
});

test.each([390, 320])(
  'a finger: the first press shows it whole, the second one opens the cell: %s px',
  async (width) => {
    const touch = { ...desk, viewport: { width, height: 844 }, hasTouch: true, isMobile: true } as const;
    const { page, problems, close } = await openPage('matrix/', touch);
    for (const at of ['family:redlock/1', 'no-lock/1']) {
      const pressed = cell(page, at);
      // Wherever the row is in the window, the sheet does not cover it.
      await pressed.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 4));
      await pressed.tap();
      await anyCard(page).locator('figure svg').waitFor();
      const row = await pressed.evaluate((link) => link.closest('tr')?.getBoundingClientRect().toJSON());
      const box = (await anyCard(page).boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 };
      expect(box.y >= row.bottom || box.y + box.height <= row.top).toBe(true);
      expect([box.x, box.width]).toEqual([0, width]);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await anyCard(page).getByRole('button', { name: 'Close' }).tap();
      await expect.poll(() => anyCard(page).count()).toBe(0);
    }
    expect(hash(page)).toBe('');
    await cell(page, 'family:redlock/1').tap();
    await anyCard(page).waitFor();
    await cell(page, 'family:redlock/1').tap();
    await expect.poll(() => hash(page)).toBe('#redlock/suspend/no-check');
    await expect.poll(() => anyCard(page).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  },
);
