// One story in its simple form: a link opens its scene, which plays, can be dragged, and asks what would have held.
// Details are one press away.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stopClock } from '../support/clock';
import { prepareBrowser } from '../support/page';
import { toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();

const playing = { hasClock: true } as const;
const still = { ...playing, reducedMotion: 'reduce' } as const;
const scene = (page: Page) => page.getByRole('main', { name: /^(Scene|场景)$/ });

test('a link of a story opens its scene at the start', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByRole('heading', { level: 1, name: 'A pause outlives the lock' }).waitFor();
  await page.getByText('Lock: free').waitFor();
  expect(await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow')).toBe('0');
  expect(problems).toEqual([]);
  await close();
});

test('it is stepped to its break, says what happened, and an answer plays in place', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByText('Lock: free').waitFor();
  await toEnd(page);
  await page.getByText('Lock: two holders at once, for 636 ms').waitFor();
  await page.getByText('Data: an update was lost').waitFor();
  await page.getByRole('heading', { name: 'What would have saved 52?' }).waitFor();
  const answer = page.getByRole('button', { name: 'A fencing token', exact: true });
  await answer.click();
  await expect.poll(() => answer.getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Data: intact, late write rejected').waitFor();
  expect(new URL(page.url()).search).toContain('variant=fix');
  // It stays a scene.
  await scene(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});

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

test('a run of twelve minutes has few breaks, and the time of each moment', async () => {
  const { page, close } = await openPage('?story=one-long-answer&scene', still);
  const line = scene(page)
    .locator('svg')
    .filter({ has: page.getByText('12 min 3 s') });
  await line.getByText('7 min', { exact: true }).waitFor();
  expect(await line.locator('path[class*="fold"]').count()).toBe(3);
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

test.each(['scene', 'details'])(
  'an address opens the %s at its moment, and says what is wrong with another',
  async (size) => {
    const { page, problems, close } = await openPage(`?story=pause-before-write&${size}&at=1000`, still);
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    await expect.poll(() => playhead.getAttribute('aria-valuenow')).toBe('1000');
    await page.goto(new URL(`?story=pause-before-write&${size}&at=break`, page.url()).href);
    await expect.poll(() => page.getByText('Data: an update was lost').count()).toBeGreaterThan(0);
    await page.goto(new URL(`?story=pause-before-write&${size}&at=soon`, page.url()).href);
    await page
      .getByRole('alert')
      .getByText(/break, start, end.*soon/)
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

test('details and scene are two sizes of one page: by button, by key, by Back and by Escape', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', still);
  await page.getByText('Lock: free').waitFor();
  await page.getByText('Details', { exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(new URL(page.url()).search).toContain('details');
  await page.goBack();
  await scene(page).waitFor();
  await page.keyboard.press('Digit2');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('Escape');
  await scene(page).waitFor();
  // The next visit opens in the size that was chosen last.
  await page.goto(new URL('?story=failover', page.url()).href);
  await scene(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the picture opens into that of the details, and turns back midway', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', playing);
  await page.getByText('Lock: free').waitFor();
  const mains = page.locator('main');
  const [narrow] = await page.locator('[data-plot]').evaluateAll((plots) => plots.map((plot) => plot.clientWidth));
  await stopClock(page);
  await page.keyboard.press('Digit2');
  // The details are there once their code and all locks are loaded.
  await expect.poll(() => mains.count()).toBe(2);
  await page.clock.runFor(250);
  expect(await mains.count()).toBe(2);
  await page.keyboard.press('Digit1');
  await page.clock.runFor(1000);
  await expect.poll(() => mains.count()).toBe(1);
  await page.clock.resume();
  await scene(page).waitFor();
  expect(await page.locator('[data-plot]').evaluate((plot) => plot.clientWidth)).toBe(narrow);
  // A drag belongs to the current picture.
  await page.keyboard.press('Digit2');
  await expect.poll(() => mains.count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  const fault = page.locator('[data-plot] [role="slider"]').first();
  await fault.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('a first visit sees a scene that plays by itself', async () => {
  const { page, problems, close } = await openPage('', { ...playing, isFirstVisit: true });
  await scene(page).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await page.clock.runFor(40_000);
  await page.getByText('Lock: two holders at once, for 636 ms').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test.each([
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
])(
  'on a phone on its side of $width × $height, Play and every way out of the scene are on the screen',
  async (viewport) => {
    const { page, close } = await openPage('?story=pause-before-write&scene', { ...still, viewport, hasTouch: true });
    await scene(page).waitFor();
    for (const control of [
      page.getByRole('button', { name: 'Play', exact: true }),
      page.getByRole('button', { name: 'More', exact: true }),
      page.getByText('Details', { exact: true }),
      page.getByText('中文', { exact: true }),
    ])
      expect(
        await control.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          return found !== null && (element.contains(found) || found.contains(element));
        }),
      ).toBe(true);
    await close();
  },
);

test('for whoever wants less motion nothing starts alone, and Play goes from moment to moment', async () => {
  const { page, problems, close } = await openPage('', { ...still, isFirstVisit: true });
  await scene(page).waitFor();
  const at = (): Promise<string | null> => page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow');
  await stopClock(page);
  await page.clock.runFor(10_000);
  expect(await at()).toBe('0');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.clock.runFor(200);
  const first = await at();
  expect(first).not.toBe('0');
  await page.clock.runFor(1000);
  expect(await at()).toBe(first);
  await page.clock.runFor(1000);
  expect(await at()).not.toBe(first);
  await page.clock.resume();
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
  await page.getByRole('combobox', { name: 'Lock' }).selectOption({ label: 'ZooKeeper, one node' });
  await page.getByRole('heading', { name: /changed: ZooKeeper, one node/ }).waitFor();
  expect(await page.locator('[data-plot]').boundingBox()).toEqual(before);
  await expect.poll(() => page.title()).toContain('(ZooKeeper, one node)');
  // It plays, to its end.
  await page.locator('main p[data-tone]').first().waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await close();
});
