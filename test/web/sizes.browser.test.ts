// Scene and details are two sizes of one page: the run, the moment, the selection, the ghost and undo stay.
import type { Page, Route } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { settled } from '../support/looks';
import { sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const still = { reducedMotion: 'reduce' } as const;
type Size = 'Scene' | 'Details';

const size = (page: Page, name: Size) => page.getByRole('radio', { name, exact: true });

/** What both sizes share. */
const kept = (page: Page) =>
  page.evaluate(() => ({
    at: document.querySelector('[data-plot] [role="slider"][aria-label="Playhead"]')?.getAttribute('aria-valuenow'),
    faults: [
      ...document.querySelectorAll('[data-plot] [role="slider"][aria-valuetext]:not([aria-label="Playhead"])'),
    ].map((handle) => handle.getAttribute('aria-valuetext')),
    selected: document.querySelectorAll('[data-plot] [data-selected="true"]').length,
    hasGhost: document.body.textContent?.includes('differs from here on'),
    run:
      location.search
        .slice(1)
        .split('&')
        .filter((one) => one !== 'scene' && one !== 'details')
        .join('&') + location.hash,
  }));

const arrivals = {
  'by button': (page: Page, to: Size) => size(page, to).click(),
  'by key': (page: Page, to: Size) => page.keyboard.press(to === 'Scene' ? 'Digit1' : 'Digit2'),
} as const;

async function arrive(page: Page, at: Size): Promise<void> {
  await expect.poll(() => size(page, at).isChecked()).toBe(true);
  await page.getByRole(at === 'Scene' ? 'heading' : 'button', { name: at === 'Scene' ? 'A pause' : 'Undo' }).waitFor();
}

// `scene.browser.test.ts` goes by key at each push.
test.each(sampled(['by button', 'by key'] as const, 2))('there and back %s nothing of the run is lost', async (way) => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await arrive(page, 'Scene');
  const press = arrivals[way];
  const thereAndBack = async (): Promise<void> => {
    const before = await kept(page);
    await press(page, 'Details');
    await arrive(page, 'Details');
    expect(await kept(page)).toEqual(before);
    await press(page, 'Scene');
    await arrive(page, 'Scene');
    expect(await kept(page)).toEqual(before);
    // Back leads to the previous size, and nowhere else.
    await page.goBack();
    await arrive(page, 'Details');
    expect(await kept(page)).toEqual(before);
    await page.goBack();
    await arrive(page, 'Scene');
    expect(await kept(page)).toEqual(before);
  };
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'A fencing token', exact: true }).click();
  await page.getByText('Data: intact, late write rejected').waitFor();
  await page.keyboard.press('ArrowLeft');
  expect(await kept(page)).toMatchObject({ run: 'story=pause-before-write&variant=fix', hasGhost: true });
  await thereAndBack();
  await page.locator('[data-plot] [role="slider"][aria-valuetext]:not([aria-label="Playhead"])').first().focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await kept(page)).run).toContain('#v1.');
  expect((await kept(page)).selected).toBe(1);
  await thereAndBack();
  // The change is undone in the other size.
  await press(page, 'Details');
  await arrive(page, 'Details');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await kept(page)).run).toBe('story=pause-before-write&variant=fix');
  expect(problems).toEqual([]);
  await close();
});

test.each([still, {}])('who changes the size by the switch stays on it (%o)', async (motion) => {
  const { page, close } = await openPage('?story=pause-before-write&scene', motion);
  await arrive(page, 'Scene');
  await size(page, 'Scene').focus();
  for (const [key, to] of [
    ['ArrowRight', 'Details'],
    ['ArrowLeft', 'Scene'],
  ] as const) {
    await page.keyboard.press(key);
    await arrive(page, to);
    await expect.poll(() => size(page, to).evaluate((radio) => radio === document.activeElement)).toBe(true);
  }
  await close();
});

test('single keys that are off change no size', async () => {
  const { page, close } = await openPage('?story=pause-before-write&details', still);
  await arrive(page, 'Details');
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Digit1');
  await settled(page);
  expect(await size(page, 'Details').isChecked()).toBe(true);
  await close();
});

test('while the details are being loaded, and where they cannot be, the scene is used as before', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', still);
  await arrive(page, 'Scene');
  const held: Route[] = [];
  await page.route(/\/(?:Workbench|bench)-[^/]+\.js$/, (route) => void held.push(route));
  await size(page, 'Details').check({ force: true });
  await vi.waitFor(() => expect(held).not.toEqual([]));
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await page.keyboard.press('End');
  await expect.poll(() => playhead.getAttribute('aria-valuenow')).not.toBe('0');
  await Promise.all(held.map((route) => route.abort()));
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unrouteAll();
  await size(page, 'Scene').check({ force: true });
  await size(page, 'Details').check({ force: true });
  await page.getByRole('button', { name: 'Try again' }).click();
  await arrive(page, 'Details');
  await close();
});

test('on a phone both sizes name the product', async () => {
  const { page, close } = await openPage('?scene&story=pause-before-write', { viewport: { width: 390, height: 844 } });
  const name = page.getByText('Redlock Playground', { exact: true });
  const isSeen = (): Promise<boolean> =>
    name.evaluateAll((all) => all.some((one) => one.getBoundingClientRect().width > 40));
  await expect.poll(isSeen).toBe(true);
  await size(page, 'Details').click();
  await arrive(page, 'Details');
  await expect.poll(isSeen).toBe(true);
  await close();
});

test('on a phone on its side a changed run keeps its title in one line', async () => {
  const { page, close } = await openPage('?scene&story=pause-before-write', { viewport: { width: 568, height: 320 } });
  const title = page.getByRole('heading', { level: 1 });
  const before = await title.evaluate(({ clientHeight }) => clientHeight);
  const handle = page.getByRole('slider', { name: 'Length: Client 1 pauses' });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => title.textContent()).toBe('A pause outlives the lock (changed)');
  await page.getByText('changed', { exact: true }).waitFor();
  expect(await title.evaluate(({ clientHeight }) => clientHeight)).toBe(before);
  await close();
});
