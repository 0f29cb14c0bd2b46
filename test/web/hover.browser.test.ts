// The element under the pointer belongs to its run, and is forgotten with it: another run may have no such process.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const still = { reducedMotion: 'reduce' } as const;

/** Five nodes; the story behind it has one node. */
const before = 'pause-noticed';
const behind = 'every-lease';

/** Moves the pointer along a line of the picture until it rests on something. @param y from the top of the picture */
async function restAlong(page: Page, y: number, said: RegExp): Promise<void> {
  const { x: left, y: top, width } = (await page.locator('[data-plot]').boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const tip = page.getByRole('tooltip').filter({ hasText: said });
  for (let x = width * 0.15; x < width; x += 3) {
    await page.mouse.move(left + x, top + y);
    if ((await tip.count()) > 0) return;
  }
  throw new Error(`Nothing says ${said} at ${y}.`);
}

const showsRun = async (page: Page, story: string): Promise<void> => {
  await expect.poll(() => new URL(page.url()).search).toContain(story);
  await page.locator('[data-plot]').waitFor();
  expect(await page.getByText('cannot be shown').count()).toBe(0);
  expect(await page.getByRole('tooltip').count()).toBe(0);
};

test('details: the pointer rests on a bar of E, and Enter opens a story with one node; so does redo', async () => {
  const { page, problems, close } = await openPage(`?story=${before}&details`, still);
  const plot = page.locator('[data-plot]');
  const lane = plot.getByText('Redis E', { exact: true });
  const restOnE = async (): Promise<void> => {
    const [box, own] = [await plot.boundingBox(), await lane.boundingBox()];
    await restAlong(page, (own?.y ?? 0) + (own?.height ?? 0) / 2 - (box?.y ?? 0), /E/);
  };
  await lane.waitFor();
  await page.getByRole('button', { name: /^Next story: / }).focus();
  await restOnE();
  await page.keyboard.press('Enter');
  await showsRun(page, behind);
  await page.keyboard.press('ControlOrMeta+KeyZ');
  await showsRun(page, before);
  await restOnE();
  await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
  await showsRun(page, behind);
  expect(problems).toEqual([]);
  await close();
});

test('the scene: the pointer rests on a bar, and Enter opens the next story', async () => {
  const { page, problems, close } = await openPage(`?story=${before}&scene&at=break`, still);
  const next = page.getByRole('button', { name: /^Next: / });
  await next.focus();
  const { height } = (await page.locator('[data-plot]').boundingBox()) ?? { height: 0 };
  await restAlong(page, height * 0.5, /./);
  await page.keyboard.press('Enter');
  await showsRun(page, behind);
  expect(problems).toEqual([]);
  await close();
});
