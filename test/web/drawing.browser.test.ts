// Drawing follows from the stores, in one direction: no component writes to a store while it renders, nor in a layout
// effect, which would draw the page a second time before it is shown. No component runs anything while it renders.
// React's StrictMode is on, in its development version, so each render happens twice.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';
import { type StoreWrites, serveWatchedSite } from '../support/watchedSite';

declare const storeWrites: StoreWrites;

const openPage = prepareBrowser();
let site: Awaited<ReturnType<typeof serveWatchedSite>>;

beforeAll(async () => {
  site = await serveWatchedSite();
});

afterAll(() => site.close());

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(new URL(path, site.address).href, options);
  await opened.page.locator('[data-plot] canvas').first().waitFor();
  return opened;
}

const written = (page: Page): Promise<StoreWrites> => page.evaluate(() => storeWrites);
const faults = (page: Page) => page.locator('[data-plot]').getByRole('list', { name: 'Faults' }).locator('li');

async function dragLastFault(page: Page): Promise<void> {
  const box = await faults(page).last().boundingBox();
  if (box === null) throw new Error('There is no fault.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 8 });
  await page.mouse.up();
}

test('the playground writes to no store while it is drawn: not for keys, a drag, a search, nor two runs', async () => {
  const { page, problems, close } = await open('?story=23');
  await page.keyboard.press('Equal');
  const before = await faults(page).count();
  await page.keyboard.press('KeyP');
  await expect.poll(() => faults(page).count()).toBe(before + 1);
  await page.locator('[data-find]').click();
  await page.getByRole('region', { name: 'Every place where one fault was tried' }).waitFor();
  await dragLastFault(page);
  await page.getByRole('group', { name: 'Compare with' }).getByRole('radio').last().click();
  await expect.poll(() => page.locator('[data-plot]').count()).toBe(2);
  await dragLastFault(page);
  const { count, drawing, simulated, simulatedInRender } = await written(page);
  expect(count).toBeGreaterThan(50);
  expect(drawing).toEqual([]);
  expect(simulated).toBeGreaterThan(10);
  expect(simulatedInRender).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('a first visit does not either: it plays, and a key unfolds it', async () => {
  const { page, problems, close } = await open('', { isFirstVisit: true, hasClock: true });
  const greeting = page.locator('[data-greeting]');
  const { count } = await written(page);
  // Each frame is a write. With its real clock, a busy page draws hardly any frames.
  await page.clock.runFor(4000);
  expect((await written(page)).count).toBeGreaterThan(count + 20);
  await page.keyboard.press('Escape');
  await expect.poll(() => greeting.count()).toBe(0);
  expect(await written(page)).toMatchObject({ drawing: [], simulatedInRender: [] });
  expect(problems).toEqual([]);
  await close();
});

test.each([
  ['the table', 'matrix/#redlock/pause/no-check'],
  ['an embed', 'embed/?story=pause-before-write'],
])('%s does not either', async (_, path) => {
  const { page, close } = await open(path);
  await expect.poll(async () => (await written(page)).simulated).toBeGreaterThan(0);
  expect(await written(page)).toMatchObject({ drawing: [], simulatedInRender: [] });
  await close();
});

test('the workshop does not either', async () => {
  const { page, problems, close } = await open('learn/?do=take-it-down');
  await page.keyboard.press('KeyC');
  await expect.poll(() => faults(page).count()).toBe(1);
  await dragLastFault(page);
  const { count, drawing, simulated, simulatedInRender } = await written(page);
  expect(count).toBeGreaterThan(20);
  expect(drawing).toEqual([]);
  expect(simulated).toBeGreaterThan(3);
  expect(simulatedInRender).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('a write in a render and one in a layout effect are noticed, and one in an effect is let be', async () => {
  const { page, close } = await open('learn/?do=take-it-down');
  for (const [when, noticed] of [
    ['render', 1],
    ['layout effect', 2],
    ['effect', 2],
  ] as const) {
    const { count } = await written(page);
    await page.evaluate((planted) => storeWrites.plant(planted), when);
    await expect.poll(async () => (await written(page)).count).toBeGreaterThan(count);
    expect((await written(page)).drawing).toHaveLength(noticed);
  }
  await close();
});
