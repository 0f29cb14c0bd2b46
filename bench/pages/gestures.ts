/**
 * Opens pages of a built site and moves the pointer in them. It depends only on what a page shows: the timeline and
 * its faults.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { framesOf, type Task, tasksOf } from '../support/mainThread';

/**
 * How many moves a run gets, and the time between them. The time is longer than a frame, so that two moves are never
 * handled together.
 */
export interface Pace {
  readonly count: number;
  readonly betweenMs: number;
}

/** The tasks of the wheel's events, and those of idle frames of the same page. */
export interface Turned {
  readonly zoom: readonly Task[];
  readonly pan: readonly Task[];
  readonly still: readonly Task[];
}

const wheelPace: Pace = { count: 40, betweenMs: 60 };
/** In the first moves on a page that was just loaded, the engine still compiles. */
const firstMoveCount = 10;
const plot = '[data-plot]';
/** A page of another commit may be built differently. Then the bench fails after this time. */
const waitMs = 10_000;

export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium was found: run `npm test` once, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, headless: true, args: [...chromiumFlags] });
}

/** Returns when the timeline is drawn and nothing is being loaded. */
export async function open(page: Page, address: string): Promise<void> {
  page.setDefaultTimeout(waitMs);
  await page.goto(address);
  await page.locator(plot).waitFor();
  await page.waitForLoadState('networkidle');
  await sleep(200);
}

/** Opens another run in an open page. */
export async function openHash(page: Page, hash: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    // The state after a release of the pointer may not have reached the address yet.
    for (let i = 0; i < 2; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
    location.hash = wanted;
    const asked = location.hash;
    // The page writes the address of the run that it opened. A page that does not gets a limited time.
    for (let i = 0; i < 40 && location.hash === asked; i++) await new Promise((later) => setTimeout(later, 25));
    for (let i = 0; i < 2; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, hash);
}

/** Drags the first fault of the run to and fro. Undefined when it has none. The first moves do not count. */
export async function drag(page: Page, pace: Pace, uncounted = firstMoveCount): Promise<readonly Task[] | undefined> {
  const handle = page.locator(`${plot} li[data-kind] > button`).first();
  if ((await handle.count()) === 0) return undefined;
  const from = await middleOf(handle);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const move = (step: number): Promise<void> => page.mouse.move(from.x + 4 * swing(step, pace.count), from.y);
  await inSteps(move, { ...pace, count: uncounted });
  const tasks = await tasksOf(page, ['pointermove'], () => inSteps(move, pace));
  await page.mouse.up();
  return tasks;
}

/** Zooms in and out, pans to and fro, and then leaves the page alone. */
export async function turnWheel(page: Page, pace: Pace = wheelPace): Promise<Turned> {
  const { x, y } = await middleOf(page.locator(plot));
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  const zoomed = (zoomPace: Pace): Promise<void> =>
    inSteps((step) => page.mouse.wheel(0, step <= zoomPace.count / 2 ? -60 : 60), zoomPace);
  // As with a drag, the engine still compiles in the first moves.
  await zoomed({ ...pace, count: firstMoveCount });
  const zoom = await tasksOf(page, ['wheel'], () => zoomed(pace));
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await page.keyboard.down('Shift');
  const pan = await tasksOf(page, ['wheel'], () =>
    inSteps((step) => page.mouse.wheel(0, step <= pace.count / 2 ? 40 : -40), pace),
  );
  await page.keyboard.up('Shift');
  const frame = (): Promise<void> => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));
  const still = await framesOf(page, () => inSteps(frame, pace));
  return { zoom, pan, still };
}

/** Plays some stretches of a run on a projector, as with a clicker. @returns the task of each frame that plays */
export async function playToRoom(page: Page): Promise<readonly Task[]> {
  await page.keyboard.press('Home');
  await sleep(500);
  const play = (): Promise<void> => page.keyboard.press('Space');
  return framesOf(page, () => inSteps(play, { count: 4, betweenMs: 2200 }));
}

async function inSteps(act: (step: number) => Promise<void>, { count, betweenMs }: Pace): Promise<void> {
  for (let step = 1; step <= count; step++) {
    await act(step);
    await sleep(betweenMs);
  }
}

/** The steps out and back again. */
function swing(step: number, count: number): number {
  return Math.min(step, count - step);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Waits until the middle has been at the same place twice, because a newly opened run may still be drawn. */
async function middleOf(locator: Locator): Promise<Point> {
  await locator.waitFor();
  let before: Point | undefined;
  for (let tries = 0; tries < 100; tries++) {
    const box = await locator.boundingBox();
    const middle = box === null ? undefined : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    if (middle !== undefined && middle.x === before?.x && middle.y === before?.y) return middle;
    before = middle;
  }
  throw new Error('It does not stand still on the page.');
}
