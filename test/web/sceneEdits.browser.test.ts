// What is changed in a scene: a fault or a number is dragged, a lane is pressed, the lock is another.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';
import { toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();

const still = { hasClock: true, reducedMotion: 'reduce' } as const;
const scene = (page: Page) => page.getByRole('main', { name: /^(Scene|场景)$/ });

test('letting go of a fault changes nothing but the run', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', still);
  const end = page.locator('[data-plot] [role="slider"]').first();
  await end.focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Tab');
  await expect.poll(() => new URL(page.url()).hash.length).toBeGreaterThan(20);
  expect(new URL(page.url()).search).toBe('?scene');
  await scene(page).waitFor();
  await toEnd(page);
  await expect.poll(() => page.getByText('Data: an update was lost').count()).toBe(0);
  await close();
});

test('while a fault is dragged, a dashed line says where the run differs, and what is grey', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', still);
  const end = page.locator('[data-plot] [role="slider"]').first();
  await end.waitFor();
  const { x, y, width, height } = (await end.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 300, y + height / 2, { steps: 4 });
  await page.getByText('differs from here on').waitFor({ timeout: 15_000 });
  await page.getByText('grey: the run before').waitFor({ timeout: 15_000 });
  await page.mouse.up();
  await close();
});

test('after Undo and Redo, question, answers and playhead are those of that run', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByText('Lock: free').waitFor();
  await toEnd(page);
  const playhead = (): Promise<string | null> =>
    page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow');
  const [saved, breaks] = ['What would have saved 52?', 'What breaks it?'].map((name) =>
    page.getByRole('heading', { name }),
  );
  await saved?.waitFor();
  const before = await playhead();
  const end = await page.locator('[data-plot] [role="slider"]').first().boundingBox();
  const [x, y] = [(end?.x ?? 0) + (end?.width ?? 0) / 2, (end?.y ?? 0) + (end?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 300, y, { steps: 8 });
  await page.mouse.up();
  await breaks?.waitFor();
  await page.getByText('Data: intact').waitFor();
  const after = await playhead();
  await page.getByRole('button', { name: 'Undo' }).click();
  await saved?.waitFor();
  await page.getByText('Data: an update was lost').waitFor();
  await page.getByRole('button', { name: 'A fencing token', exact: true }).waitFor();
  expect(await playhead()).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await breaks?.waitFor();
  await page.getByText('Data: intact').waitFor();
  expect(await playhead()).toBe(after);
  expect(problems).toEqual([]);
  await close();
});

test('a scene without a fault has a number to drag', async () => {
  const { page, problems, close } = await openPage('?story=how-long&scene', still);
  const number = page.getByRole('slider', { name: 'TTL' });
  await number.waitFor();
  const { x, y } = (await number.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 8, { steps: 4 });
  // While it is held, the run and its verdict follow.
  await page.getByText('Lock: worked').waitFor();
  await page.mouse.up();
  await page.getByText('Lock: worked').waitFor();
  expect(Number(await number.getAttribute('aria-valuenow'))).toBeGreaterThan(1000);
  // Keys drag it back.
  await number.focus();
  for (let press = 0; press < 12; press++) await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('Lock: two holders at once').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a press on a lane offers what can be done there, and when; a choice closes it and plays, and Undo is above', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  const plot = page.locator('[data-plot]');
  await plot.waitFor();
  const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const offered = page.getByRole('dialog', { name: /^Client 2 at / });
  // After the end of its work a pause would change nothing.
  await page.mouse.click(x + width * 0.97, y + height * 0.52);
  await offered.getByRole('button', { name: /^Pause at \d\.\d+ s$/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(x + width * 0.5, y + height * 0.52);
  await offered.getByRole('button', { name: 'Crash here' }).click();
  await offered.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).hash.length).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  expect(problems).toEqual([]);
  await close();
});

test('by keyboard a lane is a button: arrows move along its moments, Enter offers, Escape leaves', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', still);
  const lane = page.locator('[data-plot]').getByRole('button', { name: /^Client 1,/ });
  await lane.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const offered = page.getByRole('dialog', { name: /^Client 1 at / });
  await offered.waitFor();
  expect(await offered.getByRole('button').allInnerTexts()).toEqual([
    'Pause here',
    'Crash here',
    expect.stringMatching(/^Lose the (next message|message of \d)/),
  ]);
  await page.keyboard.press('Escape');
  await offered.waitFor({ state: 'detached' });
  await close();
});

test('after the first end a small task is one press away, and is done when the pause is nearly the longest', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', still);
  await toEnd(page);
  await page.getByRole('button', { name: 'Can you keep it safe?' }).click();
  await page
    .getByRole('heading', { name: 'Drag the pause: as long as you can. The data must be safe, and not by luck.' })
    .waitFor();
  const end = page.locator('[data-plot] [role="slider"]').first();
  await end.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowLeft');
      return page.getByText('Done! The longest is').count();
    })
    .toBe(1);
  await page.getByRole('button', { name: 'Can you break it with less?' }).click();
  await page.getByText('Longer!').waitFor();
  await page.getByRole('button', { name: 'Back to the answers' }).click();
  await close();
});

test('the lock is changed, and the run is shared, from the first screen', async () => {
  const { page, close } = await openPage('?story=pause-before-write&scene', still);
  const before = await page.locator('[data-plot]').boundingBox();
  await page.getByRole('combobox', { name: 'Lock' }).selectOption({ label: 'ZooKeeper, one znode' });
  await page.getByRole('heading', { name: /changed: ZooKeeper, one znode/ }).waitFor();
  expect(await page.locator('[data-plot]').boundingBox()).toEqual(before);
  await expect.poll(() => page.title()).toContain('(ZooKeeper, one znode)');
  // It plays, to its end.
  await page.locator('main p[data-tone]').first().waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await close();
});
