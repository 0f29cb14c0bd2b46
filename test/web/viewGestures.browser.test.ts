// The view of the timeline moves as on a map: by wheel, fingers, drag and double click, by a brush on the overview,
// by buttons and keys. What can be dragged on the timeline can still be dragged.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { chooseLanguage } from '../support/more';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { samePage } from '../support/samePage';

const openPage = prepareBrowser();
const story = '?story=pause-before-write';
const desk = { hasClock: true } as const;
const phone = { ...desk, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}
const turnDesk = samePage(openPage, undefined, desk);
const turnPhone = samePage(openPage, undefined, phone);
/** Acts like a person: the tools load with the first move of a pointer. */
async function moveFirst(page: Page): Promise<void> {
  await page.locator('[data-plot]').waitFor();
  await page.mouse.move(300, 300);
  await page.mouse.move(302, 300);
  await page.locator('[data-brush] .overlay').waitFor();
  await page.locator('[data-tools]').waitFor({ state: 'attached' });
}

async function openStory(turn = turnDesk) {
  const opened = await turn();
  await moveFirst(opened.page);
  return opened;
}

/** The labels of the ruler. */
const ticks = (page: Page): Promise<string | null> => page.locator('[data-ruler]').textContent();

/** What a screen reader hears of the brush: from and to, in seconds. */
async function viewOf(page: Page): Promise<readonly [number, number]> {
  const edge = async (side: 'w' | 'e'): Promise<number> =>
    Number.parseFloat((await page.locator(`[data-brush] .handle--${side}`).getAttribute('aria-valuetext')) ?? '');
  return [await edge('w'), await edge('e')];
}

/** An empty place in the sheet, with room around it for fingers: the lowest one that is on the screen. */
async function freePoint(page: Page): Promise<Point> {
  const found = await page.waitForFunction(() => {
    const plot = document.querySelector('[data-plot]');
    if (plot === null) return null;
    const { left, width, top, bottom } = plot.getBoundingClientRect();
    const isFree = (x: number, y: number): boolean => {
      const element = document.elementFromPoint(x, y);
      return plot.contains(element) && !element?.closest('button, [role="slider"], [data-scrub], li[data-kind]');
    };
    for (let y = Math.min(bottom, innerHeight) - 14; y > Math.max(0, top); y -= 4)
      for (const part of [0.6, 0.5, 0.7, 0.4, 0.8, 0.3]) {
        const x = left + width * part;
        if ([-20, 0, 20].every((dx) => isFree(x + dx, y) && isFree(x + dx, y + 6))) return { x, y };
      }
    return null;
  });
  return (await found.jsonValue()) as Point;
}

async function drag(page: Page, from: Point, by: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) await page.mouse.move(from.x + (by * i) / 6, from.y);
  await page.mouse.up();
}

async function middleOf(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** How far d3's transform is from the view on the ruler, in pixels; and its scale. */
const transformIn = (page: Page): Promise<{ readonly k: number; readonly x: number }> =>
  page.evaluate(() => {
    const element = document.querySelector('[data-plot]')?.parentElement as unknown as {
      __zoom: { k: number; x: number };
    };
    const { k, x } = element.__zoom;
    return { k, x };
  });
const zoomByWheel = async (page: Page, notches: number): Promise<void> => {
  await page.keyboard.down('Control');
  for (let i = 0; i < Math.abs(notches); i++) await page.mouse.wheel(0, notches > 0 ? -120 : 120);
  await page.keyboard.up('Control');
};

test('Ctrl and the wheel zoom around the pointer, a drag moves the sheet no further than the run', async () => {
  const { page, problems } = await openStory();
  const [, end] = await viewOf(page);
  const point = await freePoint(page);
  await page.mouse.move(point.x, point.y);
  await zoomByWheel(page, 3);
  await expect.poll(async () => (await viewOf(page))[0]).toBeGreaterThan(0.5);
  const [from, to] = await viewOf(page);
  await drag(page, point, -120);
  await expect.poll(async () => (await viewOf(page))[0]).toBeGreaterThan(from + 0.1);
  const moved = await viewOf(page);
  expect(moved[1] - moved[0]).toBeCloseTo(to - from, 2);
  for (let i = 0; i < 3; i++) await drag(page, point, -500);
  await expect.poll(async () => (await viewOf(page))[1]).toBe(end);
  await page.mouse.move(point.x, point.y);
  await zoomByWheel(page, -20);
  await expect.poll(() => viewOf(page)).toEqual([0, end]);
  expect((await transformIn(page)).k).toBe(1);
  expect(problems).toEqual([]);
});

atNight('a double click goes into the whole run, and back to it', async () => {
  const { page } = await openStory();
  const point = await freePoint(page);
  const whole = await ticks(page);
  await page.mouse.dblclick(point.x, point.y);
  await expect.poll(() => ticks(page)).not.toBe(whole);
  await page.clock.runFor(700);
  await page.mouse.dblclick(point.x, point.y);
  await expect.poll(() => ticks(page)).toBe(whole);
});

atNight('a wheel that the page gets is explained once; whoever has clicked into the timeline zooms by it', async () => {
  const { page, close } = await openPage(story, desk);
  await moveFirst(page);
  const hint = page.getByText('To zoom: click the timeline');
  const whole = await ticks(page);
  const point = await freePoint(page);
  await page.mouse.move(point.x, point.y);
  await page.mouse.wheel(0, -120);
  await hint.waitFor();
  expect(await ticks(page)).toBe(whole);
  await page.clock.runFor(5000);
  await hint.waitFor({ state: 'detached' });
  await page.mouse.wheel(0, -120);
  await page.clock.runFor(2500);
  expect(await hint.count()).toBe(0);
  await page.mouse.click(point.x, point.y);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => ticks(page)).not.toBe(whole);
  // People who have zoomed by the wheel know the hint, on the next page too.
  await page.reload();
  await moveFirst(page);
  await page.mouse.move(point.x, point.y);
  await page.mouse.wheel(0, -120);
  await page.clock.runFor(2500);
  expect(await hint.count()).toBe(0);
  await close();
});

atNight('after a zoom a fault is still dragged, and the sheet stays where it is', async () => {
  const { page } = await openStory();
  const pause = page.locator('[data-plot] button[aria-label^="Client 1 pauses"]');
  const point = await freePoint(page);
  await page.mouse.move(point.x, point.y);
  await zoomByWheel(page, 1);
  const view = await viewOf(page);
  const before = await pause.getAttribute('aria-label');
  const box = await pause.boundingBox();
  if (box === null) throw new Error('There is no pause.');
  await drag(page, { x: box.x + box.width * 0.7, y: box.y + box.height / 2 }, 60);
  await expect.poll(() => pause.getAttribute('aria-label')).not.toBe(before);
  expect(await viewOf(page)).toEqual(view);
  const ruler = await page.locator('[data-ruler]').boundingBox();
  const clock = page.getByRole('status', { name: 'Time' });
  const time = await clock.textContent();
  await drag(page, { x: point.x, y: (ruler?.y ?? 0) + 6 }, -60);
  await expect.poll(() => clock.textContent()).not.toBe(time);
  expect(await viewOf(page)).toEqual(view);
});

type Touches = readonly Point[];

async function fingersOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at: Touches = []) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(({ x, y }, id) => ({ x, y, id })) });
  const slide = async (from: Touches, to: Touches): Promise<void> => {
    for (let i = 1; i <= 6; i++)
      await send(
        'touchMove',
        from.map(({ x, y }, n) => ({
          x: x + (((to[n]?.x ?? x) - x) * i) / 6,
          y: y + (((to[n]?.y ?? y) - y) * i) / 6,
        })),
      );
  };
  return { send, slide };
}

test('two fingers zoom, one moves the sheet across, and up or down it scrolls the page', async () => {
  const { page, problems } = await openStory(turnPhone);
  const { send, slide } = await fingersOn(page);
  const { x, y } = await freePoint(page);
  const [near, far]: [Touches, Touches] = [
    [
      { x: x - 20, y },
      { x: x + 20, y },
    ],
    [
      { x: x - 80, y },
      { x: x + 80, y },
    ],
  ];
  await send('touchStart', near.slice(0, 1));
  await send('touchStart', near);
  await slide(near, far);
  await send('touchEnd');
  await expect.poll(async () => (await transformIn(page)).k).toBeGreaterThan(2.5);
  const [from] = await viewOf(page);
  await send('touchStart', [{ x, y }]);
  await slide([{ x, y }], [{ x: x - 90, y }]);
  await send('touchEnd');
  await expect.poll(async () => (await viewOf(page))[0]).toBeGreaterThan(from + 0.1);
  const view = await viewOf(page);
  await page.addStyleTag({ content: 'body { padding-bottom: 1000px }' });
  await send('touchStart', [{ x, y }]);
  await slide([{ x, y }], [{ x: x + 6, y: y - 200 }]);
  await send('touchEnd');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  expect(await viewOf(page)).toEqual(view);
  expect(problems).toEqual([]);
});

/** A finger touches, moves or lifts there, from the timeline's middle; then the page scrolls by this much. */
type Step = readonly [type: 'touchstart' | 'touchmove' | 'touchend', x: number, y: number, scrolls: number];

/** One step after the other without a pause, however busy the machine is. */
const touch = (page: Page, steps: readonly Step[]): Promise<void> =>
  page.evaluate((all) => {
    const target = document.querySelector('[data-plot]');
    if (target === null) throw new Error('There is no timeline.');
    const { left, top, width, height } = target.getBoundingClientRect();
    for (const [type, x, y, scrolls] of all) {
      const point = { clientX: left + width / 2 + x, clientY: top + height / 2 + y };
      const one = new Touch({ identifier: 1, target, ...point });
      const down = type === 'touchend' ? [] : [one];
      const lists = { touches: down, targetTouches: down, changedTouches: [one] };
      target.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, ...lists }));
      scrollBy(0, scrolls);
    }
  }, steps);

const tapAt = (x: number, y: number): readonly Step[] => [
  ['touchstart', x, y, 0],
  ['touchend', x, y, 0],
];

test('two swipes, or a pan and a tap, in short order keep the zoom; two taps lead back to the whole run', async () => {
  const { page, problems } = await openStory(turnPhone);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await transformIn(page)).k).toBeCloseTo(2, 5);
  const view = await viewOf(page);
  // The page scrolls with the finger, so in the element the second swipe starts where the first one did.
  await touch(page, [
    ['touchstart', 0, 0, 0],
    ['touchmove', 0, -60, 60],
    ['touchmove', 0, -120, 60],
    ['touchend', 0, -120, 0],
    ['touchstart', 0, -120, 0],
    ['touchmove', 0, -60, -60],
    ['touchmove', 0, 0, -60],
    ['touchend', 0, 0, 0],
  ]);
  await page.clock.runFor(700);
  expect(await viewOf(page)).toEqual(view);
  await touch(page, [
    ['touchstart', 0, 0, 0],
    ['touchmove', -40, 0, 0],
    ['touchmove', -5, 0, 0],
    ['touchend', -5, 0, 0],
    ...tapAt(0, 0),
  ]);
  await page.clock.runFor(700);
  expect((await transformIn(page)).k).toBeCloseTo(2, 5);
  await touch(page, [...tapAt(0, 0), ...tapAt(8, 6)]);
  await expect.poll(async () => (await transformIn(page)).k).toBe(1);
  expect(problems).toEqual([]);
});

atNight('a pinch that the system takes away leaves a view with which the next one goes on', async () => {
  const { page, problems } = await openStory(turnPhone);
  const { send, slide } = await fingersOn(page);
  const { x, y } = await freePoint(page);
  const near: Touches = [
    { x: x - 20, y },
    { x: x + 20, y },
  ];
  const far: Touches = [
    { x: x - 60, y },
    { x: x + 60, y },
  ];
  await send('touchStart', near);
  await slide(near, far);
  await send('touchCancel');
  await expect.poll(async () => (await transformIn(page)).k).toBeGreaterThan(2);
  const { k } = await transformIn(page);
  await page.clock.runFor(600);
  await send('touchStart', near);
  await slide(near, far);
  await send('touchEnd');
  await expect.poll(async () => (await transformIn(page)).k).toBeGreaterThan(k * 1.5);
  expect(problems).toEqual([]);
});

test('a finger that lands on a fault drags it, and the sheet stays', async () => {
  const { page } = await openStory(turnPhone);
  const { send, slide } = await fingersOn(page);
  const pause = page.locator('[data-plot] button[aria-label^="Client 1 pauses"]');
  const before = await pause.getAttribute('aria-label');
  const from = await middleOf(page, '[data-plot] button[aria-label^="Client 1 pauses"]');
  await send('touchStart', [from]);
  await slide([from], [{ x: from.x + 40, y: from.y }]);
  await send('touchEnd');
  await expect.poll(() => pause.getAttribute('aria-label')).not.toBe(before);
  expect((await transformIn(page)).k).toBe(1);
});

test('the brush on the overview: its edges, its middle, beside it, inside it', async () => {
  const { page, problems } = await openStory();
  const [, end] = await viewOf(page);
  const strip = await page.locator('[data-brush]').boundingBox();
  if (strip === null) throw new Error('There is no overview.');
  const y = strip.y + strip.height / 2;
  // While everything is shown, the strip sets the playhead.
  const clock = page.getByRole('status', { name: 'Time' });
  await page.mouse.click(strip.x + strip.width / 4, y);
  await expect.poll(async () => Number.parseFloat((await clock.textContent()) ?? '')).toBeCloseTo(end / 4, 1);
  expect(await viewOf(page)).toEqual([0, end]);
  await drag(page, { x: strip.x + strip.width, y }, -strip.width / 2);
  await expect.poll(async () => (await viewOf(page))[1]).toBeCloseTo(end / 2, 1);
  await drag(page, { x: strip.x + strip.width / 4, y }, strip.width / 4);
  await expect.poll(async () => (await viewOf(page))[0]).toBeCloseTo(end / 4, 1);
  expect((await viewOf(page))[1]).toBeCloseTo((end * 3) / 4, 1);
  await page.mouse.click(strip.x + 2, y);
  await expect.poll(async () => (await viewOf(page))[0]).toBe(0);
  const time = await clock.textContent();
  await page.mouse.click(strip.x + strip.width / 3, y);
  await expect.poll(() => clock.textContent()).not.toBe(time);
  expect((await viewOf(page))[0]).toBe(0);
  expect((await transformIn(page)).k).toBeCloseTo(2, 1);
  expect(problems).toEqual([]);
});

atNight('the same by keys, by three buttons, and without a barrier in either language', async () => {
  const { page } = await openStory();
  const [, end] = await viewOf(page);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await transformIn(page)).k).toBeCloseTo(2, 5);
  await page.getByRole('slider', { name: 'Start of the view' }).focus();
  const [from] = await viewOf(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await viewOf(page))[0]).toBeLessThan(from);
  await page.getByRole('slider', { name: 'Part of the run in view' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await viewOf(page))[0]).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(async () => (await viewOf(page))[1]).toBe(end);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Whole run' }).click();
  await expect.poll(() => viewOf(page)).toEqual([0, end]);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => viewOf(page)).toEqual([0, end]);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await chooseLanguage(page, '中文');
  await page.getByRole('slider', { name: '显示的时段' }).waitFor();
  expect(await page.getByRole('button', { name: '放大' }).count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  await chooseLanguage(page, 'English');
});

test('d3-zoom and d3-brush come with the first move of a hand, and an embed never has them', async () => {
  const { page, close } = await openPage('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(new URL(story, inject('siteAddress')).href, { waitUntil: 'networkidle' });
  await page.locator('[data-plot]').waitFor();
  const later = (): readonly string[] => asked.filter((url) => /\/(ViewTools|MinimapBrush)-[^/]*\.js$/.test(url));
  expect(later()).toEqual([]);
  // The page reacts to a hand only once it is drawn, and a hand keeps moving.
  const moved = async (): Promise<number> => {
    await page.mouse.move(400 + asked.length, 400);
    await page.mouse.move(402 + asked.length, 400);
    return later().length;
  };
  await expect.poll(moved).toBe(2);
  const before = later().length;
  await page.goto(new URL('embed/pause-before-write/', inject('siteAddress')).href);
  await page.locator('[data-plot]').waitFor();
  await page.mouse.move(300, 200);
  await page.mouse.move(320, 210);
  await page.waitForLoadState('networkidle');
  expect(later().length).toBe(before);
  await close();
});
