// The first ten seconds: what a first visit is shown, how its page unfolds, and who is not shown it.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { byNight, sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { shifted } from '../support/shifted';

const openPage = prepareBrowser();

const wide = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };
/** Both languages, and the widths at which the page has another shape. Each plays for half a minute, so a push has two. */
const seen = byNight(
  [
    [1440, 'en-US', wide],
    [390, 'zh-CN', phone],
  ] as const,
  [wide, tablet, { width: 700, height: 900 }, phone].flatMap((viewport) =>
    (['en-US', 'zh-CN'] as const).map((locale) => [viewport.width, locale, viewport] as const),
  ),
);
const patient = { timeout: 60_000 };

const greeting = (page: Page) => page.getByRole('region', { name: /First visit|初次来访/ });
const stage = (page: Page) => page.evaluate(() => document.querySelector('[data-fold]')?.getAttribute('data-fold'));
const said = async (page: Page) => (await greeting(page).getByRole('paragraph').textContent()) ?? '';
const verdict = (page: Page) => page.getByRole('status', { name: 'Verdict' });
const pause = (page: Page) => page.locator('[data-plot] li[data-kind="pause"]');

const laneNames = (page: Page) =>
  page
    .getByRole('list', { name: /^(Lanes|泳道)$/ })
    .getByRole('listitem')
    .evaluateAll((all) =>
      all.map((lane) => (lane.querySelector('button') ?? lane.querySelector('[aria-hidden]'))?.textContent),
    );

/**
 * When the page has unfolded and is drawn. What moves until then answers a key. A browser counts it all the same where it
 * comes more than half a second later, as on a busy machine.
 */
const drawnWhole = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const folded = document.querySelector('[data-fold]');
        const watcher = new MutationObserver(tellOnceWhole);
        if (folded !== null) watcher.observe(folded, { attributes: true });
        // The key may have come first.
        tellOnceWhole();
        function tellOnceWhole(): void {
          if (folded?.hasAttribute('data-fold')) return;
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        }
      }),
  );

async function openFirst(options: BrowserContextOptions = {}) {
  const opened = await openPage('', { isFirstVisit: true, ...options });
  await greeting(opened.page).waitFor();
  return opened;
}

/** Opened by somebody who wants no motion: it stands at the break. */
const openBroken = (options: BrowserContextOptions = {}) => openFirst({ reducedMotion: 'reduce', ...options });

async function expectWhole(page: Page): Promise<void> {
  await expect.poll(() => stage(page), patient).toBeUndefined();
  await expect.poll(() => greeting(page).count()).toBe(0);
  await expect.poll(() => verdict(page).isVisible()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Play', exact: true }).isVisible()).toBe(true);
  await expect.poll(() => page.getByRole('list', { name: 'Lanes' }).getByText('Redis E').isVisible()).toBe(true);
}

test('a first visit sees two clients, the lock as one bar, and the storage alone; it plays once and asks for a drag', async () => {
  const { page, problems, close } = await openFirst();
  expect(await laneNames(page)).toEqual(['Client 1', 'Client 2', 'Storage', 'Lock']);
  await expect.poll(() => verdict(page).isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('button', { name: /^Story / }).isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('button', { name: 'Show everything' }).isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
  // It plays once as far as the break, says each step, and then asks for a drag.
  await expect.poll(() => said(page)).toContain('Two clients');
  await expect.poll(() => said(page), patient).toContain('paused');
  expect(await stage(page)).toBe('plays');
  await expect.poll(() => stage(page), patient).toBe('told');
  await expect.poll(() => said(page)).toMatch(/too late: 52 is lost\. Drag the pause/);
  // A screen reader hears all of it.
  await expect.poll(() => greeting(page).locator('[aria-live="polite"]').count()).toBe(1);
  const stoppedAt = await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow');
  await page.waitForTimeout(800);
  expect(await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow')).toBe(stoppedAt);
  expect(problems).toEqual([]);
  await close();
}, 120_000);

test('the words “drag me” are themselves a handle of the pause, and what was dragged stays', async () => {
  const { page, problems, close } = await openBroken();
  const box = await pause(page).locator('span:not([data-edge])').boundingBox();
  if (box === null) throw new Error('No words are there.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const by of [20, 60, 120, 180]) await page.mouse.move(x + by, y);
  // It unfolds only when the drag is done, and says what comes of it.
  await expect.poll(() => said(page)).not.toContain('too late');
  expect(await stage(page)).toBe('told');
  await page.mouse.up();
  await expectWhole(page);
  expect(page.url()).toContain('#');
  expect(problems).toEqual([]);
  await close();
});

/** A letter that does nothing, and the key that plays. */
const keys = byNight(['x', ' '], ['Escape', 'x', 'ArrowRight', 'Enter', ' ']);

test.each(keys)('the key “%s” unfolds the page, and does nothing else', async (key) => {
  const { page, problems, close } = await openFirst();
  // A lone Shift, a step by Tab and a browser’s own keys mean nothing.
  for (const quiet of ['Shift', 'Control+c', 'F2']) await page.keyboard.press(quiet);
  expect(await stage(page)).toBe('plays');
  await page.keyboard.press(key);
  await expectWhole(page);
  // The playhead stands at the break, as for everybody, at the usual speed.
  await expect.poll(() => page.getByRole('status', { name: 'Time' }).textContent()).toBe('4.084 s');
  await expect.poll(() => page.getByRole('combobox', { name: 'Speed' }).inputValue()).toBe('0.5');
  expect(problems).toEqual([]);
  await close();
});

test('by the keyboard alone: Tab reaches the button, Enter shows everything, and the focus is on the timeline', async () => {
  const { page, close } = await openBroken();
  const button = page.getByRole('button', { name: 'Show everything' });
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    if (await button.evaluate((one) => one === document.activeElement)) break;
  }
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expectWhole(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Timeline');
  await close();
});

test('by the keyboard alone the pause can be moved, and keeps the focus', async () => {
  const { page, close } = await openBroken();
  const handle = pause(page).getByRole('button');
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expectWhole(page);
  await expect.poll(() => handle.evaluate((one) => one === document.activeElement)).toBe(true);
  await close();
});

test('Escape during a drag takes back the drag, and only the next one unfolds', async () => {
  const { page, close } = await openBroken();
  const box = await pause(page).boundingBox();
  if (box === null) throw new Error('No pause is there.');
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 10, { steps: 3 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => said(page)).toContain('Drag the pause');
  expect(await stage(page)).toBe('told');
  await page.keyboard.press('Escape');
  await expectWhole(page);
  expect(page.url()).not.toContain('#');
  await close();
});

test('who has been here, comes by a link, or asks for something is not shown it', async () => {
  const first = await openFirst();
  await first.page.reload();
  await verdict(first.page).waitFor();
  await expect.poll(() => greeting(first.page).count()).toBe(0);
  await first.close();
  for (const path of ['?story=pause-before-write', '?lang=zh', '#x', 'embed/?story=pause-before-write']) {
    const { page, close } = await openPage(path, { isFirstVisit: true });
    await page.getByRole('status', { name: /Verdict|判定/ }).waitFor();
    await expect.poll(() => greeting(page).count()).toBe(0);
    expect(await stage(page)).toBeUndefined();
    await close();
  }
});

test('who opens a link meanwhile gets the whole page, and nothing moves by itself', async () => {
  const { page, problems, close } = await openFirst();
  await page.evaluate(() => {
    location.hash = 'x';
  });
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  await expect.poll(() => greeting(page).count()).toBe(0);
  expect(await stage(page)).toBeUndefined();
  expect(await shifted(page)).toBe(0);
  // The page that was left stops what it was still loading.
  expect(problems).toEqual([]);
  await close();
});

test('language and size change in the middle, the network is gone, and it goes on', async () => {
  const { page, problems, close } = await openFirst();
  await page.getByText('中文', { exact: true }).click();
  await expect.poll(() => said(page)).toMatch(/客户端/);
  await expect.poll(() => laneNames(page)).toEqual(['客户端 1', '客户端 2', '存储', '锁']);
  await page.context().setOffline(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => stage(page), patient).toBe('told');
  await expect.poll(() => said(page)).toContain('拖动那段暂停');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  await close();
}, 120_000);

test.each(seen)(
  'at %i in %s nothing moves by itself, the first time and the second',
  async (_, locale, viewport) => {
    const { page, close } = await openFirst({ viewport, locale });
    await expect.poll(() => stage(page), patient).toBe('told');
    expect(await shifted(page)).toBe(0);
    const whole = drawnWhole(page);
    await page.keyboard.press('Escape');
    const since = await whole;
    await page.waitForTimeout(600);
    expect(await shifted(page, since)).toBeLessThan(0.002);
    await page.reload();
    await page.getByRole('status', { name: /Verdict|判定/ }).waitFor();
    // The other locks and checks come later.
    await page.waitForTimeout(4000);
    expect(await shifted(page)).toBe(0);
    await close();
  },
  240_000,
);

const looks = [
  ['dark', 'zh-CN', 390],
  ['light', 'en-US', 1440],
] as const;

test.each(sampled(looks, 2))(
  'in %s and %s at %i it has no barriers, and nothing sticks out',
  async (colorScheme, locale, width) => {
    const viewport = { width, height: 844 };
    const { page, close } = await openBroken({ colorScheme, locale, viewport });
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(844);
    await close();
  },
);

test('a finger drags the pause, and the page unfolds under it', async () => {
  const { page, close } = await openBroken({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const before = await pause(page).boundingBox();
  if (before === null) throw new Error('No pause is there.');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: before.y + before.height / 2 }],
    });
  const x = before.x + before.width / 2;
  await touch('touchStart', x);
  for (const by of [10, 20, 30]) await touch('touchMove', x + by);
  await touch('touchEnd', x + 30);
  await expect.poll(() => stage(page), patient).toBeUndefined();
  const after = await pause(page).boundingBox();
  // On a phone the bar above the timeline is higher now, and the page has scrolled by as much.
  expect(Math.abs((after?.y ?? 0) - before.y)).toBeLessThan(60);
  await close();
});
