// A label above a finger says what lies under it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Point {
  readonly x: number;
  readonly y: number;
}

async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ ...at, id: 0 }] });
}

const value = (page: Page) => page.locator('[data-above-finger]');

async function middleOf(page: Page, name: string): Promise<Point> {
  const box = await page.getByRole('slider', { name }).first().boundingBox();
  if (box === null) throw new Error(`There is no slider ${name}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.each([
  ['of a fault in a scene', '?story=pause-before-write&scene', 'Length: Client 1 pauses', /for 2\.[0-8]/],
  ['of a fault among details', '?story=pause-before-write&details', 'Length: Client 1 pauses', /for 2\.[0-8]/],
  ['of a number in a scene', '?story=watchdog&scene', 'Work time', /\d (?:ms|s|min)\b/],
])('the value %s stands above the finger that drags it', async (_, path, name, said) => {
  const { page, problems, close } = await openPage(path, { ...phone, reducedMotion: 'reduce' });
  await page.getByRole('slider', { name }).first().waitFor();
  const send = await fingerOn(page);
  const from = await middleOf(page, name);
  await send('touchStart', from);
  expect(await value(page).count()).toBe(0);
  for (const by of [-6, -12, -18, -24]) await send('touchMove', { x: from.x + by, y: from.y });
  await value(page).filter({ hasText: said }).waitFor();
  const box = await value(page).boundingBox();
  expect(box).not.toBeNull();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(from.y - 30);
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await send('touchEnd');
  await expect.poll(() => value(page).count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('a mouse hides nothing, so nothing stands above it', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', { reducedMotion: 'reduce' });
  await page.getByRole('slider', { name: 'Length: Client 1 pauses' }).waitFor();
  const from = await middleOf(page, 'Length: Client 1 pauses');
  const length = () => page.getByRole('slider', { name: 'Length: Client 1 pauses' }).getAttribute('aria-valuenow');
  const before = await length();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y, { steps: 4 });
  await expect.poll(length).not.toBe(before);
  expect(await value(page).count()).toBe(0);
  await page.mouse.up();
  await close();
});

test('what cannot be added says why when a finger presses it', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&details', phone);
  await page.getByRole('button', { name: 'Faults', exact: true }).tap();
  await page.getByRole('button', { name: 'More kinds' }).tap();
  const off = page.locator('#sheet button[aria-disabled="true"]').first();
  const reason = await off.getAttribute('data-tip');
  await off.tap({ force: true });
  await page.getByText(reason ?? 'There is no reason.', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();
});
