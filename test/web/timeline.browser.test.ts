// The timeline under a real pointer: faults and messages are dragged, the run follows, and playing paints nothing.
import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { encodeLink } from '../../src/core/model/links/link';
import { withFault } from '../../src/core/model/scenario/edit';
import { parts } from '../../src/core/run/parts';
import { atNight, sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { samePage } from '../support/samePage';

const openPage = prepareBrowser();
const turnPage = samePage(openPage);

const story = '?story=pause-before-write';

const outcome = (page: Page): Promise<string | null> =>
  page.getByRole('status', { name: 'Verdict' }).getAttribute('data-outcome');

const pauseOf = (page: Page): Locator =>
  page.getByRole('button', { name: /^Client 1 pauses/ }).and(page.locator('[data-plot] button'));

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' });

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Point, by: Point, drop = true): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(from.x + (by.x * i) / 8, from.y + (by.y * i) / 8);
  if (drop) await page.mouse.up();
}

async function openStory() {
  const opened = await turnPage();
  await pauseOf(opened.page).waitFor();
  await expect.poll(() => outcome(opened.page)).toBe('lost');
  return opened;
}

test('every process has a lane, from the clients to the storage', async () => {
  const { page, problems } = await openStory();
  const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('button');
  const names = await lanes.evaluateAll((all) => all.map((lane) => lane.getAttribute('aria-label')?.split(',')[0]));
  expect(names).toEqual(['Client 1', 'Client 2', 'Redis A', 'Redis B', 'Redis C', 'Redis D', 'Redis E', 'Storage']);
  expect(problems).toEqual([]);
});

test('a shorter pause heals the run while its edge is still held, and undo takes the drag back at once', async () => {
  const { page } = await openStory();
  const edge = page.getByRole('slider', { name: /Length.*Client 1 pauses/ });
  await drag(page, await middleOf(edge), { x: -300, y: 0 }, false);
  await expect.poll(() => outcome(page)).toBe('held');
  await expect.poll(() => timeline(page).getByText('differs from here on').count()).toBe(1);
  await page.mouse.up();
  await expect.poll(() => timeline(page).getByText('differs from here on').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => outcome(page)).toBe('lost');
});

test('while a pause is held, the strip below tells where it would do harm', async () => {
  const { page } = await openStory();
  await drag(page, await middleOf(pauseOf(page)), { x: 60, y: 0 }, false);
  await expect.poll(() => timeline(page).getByText('here an update is lost').count()).toBe(1);
  const outcomes = timeline(page).locator('rect[data-outcome]');
  await expect
    .poll(() => outcomes.evaluateAll((all) => all.map((one) => one.getAttribute('data-outcome'))))
    .toContain('held');
  await page.mouse.up();
  await expect.poll(() => outcomes.count()).toBe(0);
});

atNight('Escape in the middle of a drag leaves everything as it was', async () => {
  const { page } = await openStory();
  const before = await pauseOf(page).getAttribute('aria-label');
  await drag(page, await middleOf(pauseOf(page)), { x: 90, y: 0 }, false);
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).not.toBe(before);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).toBe(before);
});

atNight('a fault in a long run is dragged too, and its runs are made beside the page', async () => {
  const when = { kind: 'time', at: 20_000 } as const;
  const long = withFault(minute, 'pause', { kind: 'pause', process: 'client1', when, for: 2500 });
  const { page, problems, close } = await openPage(`#${encodeLink(long, { parts })}`);
  const before = await pauseOf(page).getAttribute('aria-label');
  const from = await middleOf(pauseOf(page));
  // During the first moves the worker is still loading, and the page makes the runs itself.
  await drag(page, from, { x: 40, y: 0 }, false);
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).not.toBe(before);
  await expect.poll(() => page.workers().some((worker) => worker.url().includes('program'))).toBe(true);
  const labels = new Set<string | null>();
  const moved = async (): Promise<number> => {
    await page.mouse.move(from.x + 40 + 4 * labels.size, from.y);
    return labels.add(await pauseOf(page).getAttribute('aria-label')).size;
  };
  await expect.poll(moved).toBeGreaterThan(6);
  await page.mouse.move(from.x + 120, from.y);
  await page.mouse.up();
  const after = await pauseOf(page).getAttribute('aria-label');
  expect(after).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).toBe(before);
  expect(problems).toEqual([]);
  await close();
});

atNight('a pause that is let go near a step is tied to it; Alt keeps it free', async () => {
  const { page } = await openStory();
  const from = await middleOf(pauseOf(page));
  await drag(page, from, { x: 3, y: 0 });
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).toContain('“write”');
  await page.keyboard.down('Alt');
  await drag(page, await middleOf(pauseOf(page)), { x: 5, y: 0 });
  await page.keyboard.up('Alt');
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).toMatch(/at \d/);
});

test('a key lengthens a pause by 100 ms, with Alt by 10 ms, with Shift by a second', async () => {
  const { page } = await openStory();
  const edge = page.getByRole('slider', { name: /Length.*Client 1 pauses/ });
  const length = () => edge.getAttribute('aria-valuenow');
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(length).toBe('2800');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(length).toBe('2810');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(length).toBe('1810');
});

test('the same is done by keys: arrows move, up and down go from anchor to anchor, Delete removes', async () => {
  const { page } = await openStory();
  await pauseOf(page).focus();
  await page.keyboard.press('ArrowUp');
  const label = await pauseOf(page).getAttribute('aria-label');
  expect(label).not.toContain('“write”');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => pauseOf(page).getAttribute('aria-label')).toMatch(/at [\d.]+\s(ms|s)/);
  await page.keyboard.press('Delete');
  await expect.poll(() => pauseOf(page).count()).toBe(0);
  await expect.poll(() => outcome(page)).toBe('held');
});

atNight('a key adds a fault on the lane that the pointer is on, and another zooms around the playhead', async () => {
  const { page } = await openStory();
  const lane = await middleOf(page.getByRole('list', { name: 'Lanes' }).getByRole('button', { name: /^Redis C/ }));
  const plot = await page.locator('[data-plot]').boundingBox();
  await page.mouse.move((plot?.x ?? 0) + (plot?.width ?? 0) / 2, lane.y);
  await page.keyboard.press('KeyC');
  await page
    .locator('[data-plot]')
    .getByRole('button', { name: /^Redis C crashes/ })
    .waitFor();
  const head = page.getByRole('slider', { name: 'Playhead' });
  const before = await middleOf(head);
  await page.keyboard.press('Equal');
  const whole = page.getByRole('button', { name: 'Whole run' });
  await expect.poll(() => whole.getAttribute('aria-disabled')).toBe('false');
  expect((await middleOf(head)).x).toBeCloseTo(before.x, -1);
});

test('a fault that is reached on the timeline brings its card into a panel that was scrolled away', async () => {
  const { page } = await openPage(story, { viewport: { width: 1280, height: 600 } });
  const panel = page.getByRole('complementary', { name: 'Faults and settings' });
  const scrolled = () => panel.evaluate(({ scrollTop }) => scrollTop);
  await pauseOf(page).waitFor();
  await panel.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const before = await scrolled();
  await pauseOf(page).focus();
  await expect.poll(scrolled).toBeLessThan(before - 100);
});

test('a fault is dropped from the palette on a lane', async () => {
  const { page } = await openStory();
  const lane = await page
    .getByRole('button', { name: /^Redis C/ })
    .and(page.locator('[data-plot] button'))
    .boundingBox();
  const from = await middleOf(page.getByRole('button', { name: 'Crash', exact: true }));
  const to = { x: (lane?.x ?? 0) + 240, y: (lane?.y ?? 0) + (lane?.height ?? 0) / 2 };
  await drag(page, from, { x: to.x - from.x, y: to.y - from.y });
  await expect
    .poll(() =>
      page
        .locator('[data-plot]')
        .getByRole('button', { name: /^Redis C crashes/ })
        .count(),
    )
    .toBe(1);
});

atNight('a fault that is dropped beside the timeline is none', async () => {
  const { page } = await openStory();
  const from = await middleOf(page.getByRole('button', { name: 'Crash', exact: true }));
  await drag(page, from, { x: 700, y: 0 }, false);
  await page.mouse.move(from.x, from.y + 60);
  await page.mouse.up();
  expect(
    await page
      .locator('[data-plot]')
      .getByRole('button', { name: /crashes/ })
      .count(),
  ).toBe(0);
});

test('Ctrl and the wheel zoom, a double click shows the whole run again, the bare wheel stays with the page', async () => {
  const { page } = await openStory();
  const box = await timeline(page).boundingBox();
  if (box === null) throw new Error('There is no timeline.');
  const ticks = (): Promise<string | null> => page.locator('[data-ruler]').textContent();
  const whole = await ticks();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 60);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => ticks()).toBe(whole);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(ticks).not.toBe(whole);
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height - 60);
  await expect.poll(ticks).toBe(whole);
});

test('arrow keys walk along a lane, and the ruler sets the playhead', async () => {
  const { page } = await openStory();
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  const ruler = await page.locator('[data-ruler]').boundingBox();
  if (ruler === null) throw new Error('There is no ruler.');
  await page.mouse.click(ruler.x + ruler.width / 2, ruler.y + 8);
  const middle = Number(await playhead.getAttribute('aria-valuenow'));
  await page
    .getByRole('button', { name: /^Storage/ })
    .and(page.locator('[data-plot] button'))
    .focus();
  await page.keyboard.press('ArrowRight');
  expect(Number(await playhead.getAttribute('aria-valuenow'))).toBeGreaterThan(middle);
});

atNight('a click on a mark puts the playhead on its instant, and the strip tells the state after it', async () => {
  const { page, problems } = await openStory();
  const time = page.getByRole('status', { name: 'Time' });
  await page.getByRole('button', { name: 'Client 2 wrote 52' }).click();
  const written = await time.textContent();
  const { x } = await middleOf(page.getByRole('slider', { name: 'Playhead' }));
  const storage = page.getByRole('button', { name: /^Storage/ }).and(page.locator('[data-plot] button'));
  const { y } = await middleOf(storage);
  await page.keyboard.press('Home');
  await page.mouse.click(x + 2, y + 4);
  await expect.poll(() => time.textContent()).toBe(written);
  await page.getByText('value 52 · version 2').waitFor();
  const pause = await middleOf(pauseOf(page));
  await page.mouse.click(pause.x, pause.y);
  await expect.poll(() => time.textContent()).toBe('1.043 s');
  expect(problems).toEqual([]);
});

const screens = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
] as const;

test.each(sampled(screens, 2))(
  'playing moves the playhead and paints nothing, at $width × $height',
  async (viewport) => {
    const { page, close } = await openPage('about:blank', { viewport, hasClock: true });
    await page.addInitScript(() => {
      const counted = window as unknown as { paints: number };
      counted.paints = 0;
      const { clearRect } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        counted.paints++;
        clearRect.apply(this, box);
      };
    });
    await page.goto(inject('siteAddress'));
    await pauseOf(page).waitFor();
    await page.evaluate(async () => void (await document.fonts.ready));
    await page.clock.runFor(2000);
    const paints = (): Promise<number> => page.evaluate(() => (window as unknown as { paints: number }).paints);
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    const painted = await paints();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.clock.runFor(2000);
    expect(Number(await playhead.getAttribute('aria-valuenow'))).toBeGreaterThan(100);
    expect(await paints()).toBe(painted);
    // This shows that the counter works: a drag does paint.
    await drag(page, await middleOf(pauseOf(page)), { x: 60, y: 0 });
    await expect.poll(() => paints()).toBeGreaterThan(painted);
    await close();
  },
);

test('a message that is pulled off its lane is lost', async () => {
  const { page } = await openStory();
  const head = await headOfFirstWrite(page);
  await page.mouse.move(head.x, head.y);
  await expect.poll(() => page.getByRole('tooltip').textContent()).toContain('Drag the arrowhead');
  await drag(page, head, { x: 4, y: 90 });
  await expect
    .poll(() =>
      page
        .locator('[data-plot]')
        .getByRole('button', { name: /loses a request/ })
        .count(),
    )
    .toBe(1);
});

/** The pointer searches like a person: along the lane of Redis A, until the tooltip names the message. */
async function headOfFirstWrite(page: Page): Promise<Point> {
  const lane = await page
    .getByRole('button', { name: /^Redis A/ })
    .and(page.locator('[data-plot] button'))
    .boundingBox();
  if (lane === null) throw new Error('There is no lane.');
  const y = lane.y + lane.height / 2 - 2;
  for (let x = lane.x + lane.width + 4; x < lane.x + 500; x += 3) {
    await page.mouse.move(x, y);
    const tip = await page.getByRole('tooltip').allInnerTexts();
    if (tip.some((text) => text.includes('Request') && text.includes('Redis A') && text.includes('Drag the arrowhead')))
      return { x, y };
  }
  throw new Error('No arrow head was found on the lane of Redis A.');
}

test('the legend names the marks of the run; pointing at a name, or reaching it by key, lights its marks', async () => {
  const { page, close } = await openPage(story);
  await pauseOf(page).waitFor();
  const legend = page.getByRole('list', { name: 'Legend' });
  await timeline(page).hover();
  const lost = legend.getByRole('button', { name: 'update destroyed' });
  await expect.poll(() => lost.count()).toBe(1);
  expect(await legend.getByRole('button', { name: 'write rejected' }).count()).toBe(0);
  const inked = (): Promise<number> =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-lit] canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let i = 3; i < pixels.length; i += 4) if ((pixels[i] ?? 0) > 100) count++;
      return count;
    });
  expect(await inked()).toBe(0);
  // Its row may be folded away until somebody points at the legend.
  await legend.getByRole('button').first().hover();
  await lost.hover();
  await expect.poll(inked).toBeGreaterThan(50);
  const few = await inked();
  await page.mouse.move(5, 5);
  await expect.poll(inked).toBe(0);
  // There is one stop for the Tab key, and arrow keys continue from there.
  await legend.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await legend.locator('button:focus').textContent()).toBe('holds the lock');
  await expect.poll(inked).toBeGreaterThan(few);
  await close();
});

const hands = [
  ['a mouse', false, 556],
  ['fingers', true, 390],
  ['fingers on a wide screen', true, 1024],
] as const;

test.each(sampled(hands, 2))(
  'for %s the legend and the buttons that zoom share one row, in the room kept for them',
  async (_, hasTouch, width) => {
    const { page, close } = await openPage(story, { viewport: { width, height: 844 }, hasTouch, isMobile: hasTouch });
    await page.locator('[data-plot]').waitFor();
    await page.keyboard.press('Shift');
    const buttons = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Zoom in' }) });
    const row = timeline(page).locator(width < 560 ? 'summary' : 'ul[aria-label="Legend"]');
    const apart = async (): Promise<number> => Math.abs((await middleOf(row)).y - (await middleOf(buttons)).y);
    await buttons.waitFor();
    expect(await apart()).toBeLessThan(2);
    const rest = await timeline(page).evaluate((all) => all.scrollHeight - all.clientHeight);
    expect(rest).toBe(0);
    if (width < 560) {
      await row.click();
      await timeline(page).getByRole('list', { name: 'Legend' }).waitFor();
      // It unfolds upwards.
      expect(await apart()).toBeLessThan(2);
    }
    await close();
  },
);
