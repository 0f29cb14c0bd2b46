/** How long the page is busy with one move of the pointer: a fault dragged in every story and in a run of a minute, zoom, pan. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';
import { buildSite, serveSite } from '../scripts/site.mjs';
import { registry } from '../src/explore/registry';
import { encodeLink } from '../src/model/link/link';
import type { Scenario } from '../src/model/scenario';
import { simulate } from '../src/sim/simulate';
import { stories } from '../src/stories';
import { inTasks, type Task, tasksOf } from './support/mainThread';
import { report } from './support/sideBySide';
import { minute } from './workloads/minute';

/** How often a run is moved, and how long lies between: more than its frame takes, so that no two moves are taken in together. */
interface Pace {
  readonly count: number;
  readonly betweenMs: number;
}

/** There are fifty stories, which make eight hundred moves together. */
const storyPace: Pace = { count: 16, betweenMs: 40 };
const longPace: Pace = { count: 40, betweenMs: 60 };
const firstMoveCount = 10;

const paused: Scenario = {
  ...minute,
  faults: { pause: { kind: 'pause', process: 'client1', when: { kind: 'time', at: 20_000 }, for: 2500 } },
};

/** More clients of the same kind, until there are 50,000 events. */
const crowded: Scenario = { ...minute, settings: { ...minute.settings, think: 90, work: 160 } };

const folder = '.cache/site/bench';
await buildSite({ folder, quiet: true });
const site = await serveSite({ folder, port: 5380 });
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const all: Task[] = [];

console.log('The main thread in one move of the pointer: computed by itself, and by the wall');
for (const { id, number } of stories) {
  const tasks = await dragged(`?story=${id}`, storyPace);
  all.push(...tasks);
  report(`story ${number} ${id}`, tasks.length === 0 ? 'no fault to drag' : inTasks(tasks));
}
report('every story', inTasks(all), 'target: p95 under 16 ms');
report(
  'a minute of three clients and five nodes',
  inTasks(await dragged(linkTo(paused), longPace)),
  'target: p95 under 33 ms',
);
const { count } = simulate(crowded, registry);
const { zoom, pan } = await zoomedAndPanned(linkTo(crowded));
report(`zoom, ${count} events`, inTasks(zoom), 'target: p95 under 16 ms');
report(`pan, ${count} events`, inTasks(pan), 'target: p95 under 16 ms');
await browser.close();
await site.close();

function linkTo(scenario: Scenario): string {
  return `#${encodeLink(scenario, { registry })}`;
}

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium was found: run `npm test` once, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, headless: true, args: [...chromiumFlags] });
}

/** Opens a run and drags its first fault to and fro; nothing when it has none. */
async function dragged(path: string, pace: Pace): Promise<readonly Task[]> {
  const page = await open(path);
  const handle = page.locator('[data-plot] li[data-kind] > button').first();
  if ((await handle.count()) === 0) return closed(page, []);
  const from = await middleOf(handle);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const move = (step: number): Promise<void> => page.mouse.move(from.x + 4 * swing(step, pace.count), from.y);
  // The page has just been loaded: in its first moves the engine still compiles.
  await inSteps(move, { ...pace, count: firstMoveCount });
  const tasks = await tasksOf(page, ['pointermove'], () => inSteps(move, pace));
  await page.mouse.up();
  return closed(page, tasks);
}

async function zoomedAndPanned(
  path: string,
): Promise<{ readonly zoom: readonly Task[]; readonly pan: readonly Task[] }> {
  const page = await open(path);
  const { count } = longPace;
  const { x, y } = await middleOf(page.locator('[data-plot]'));
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  const zoomed = (pace: Pace): Promise<void> =>
    inSteps((step) => page.mouse.wheel(0, step < pace.count / 2 ? -60 : 60), pace);
  // As with a drag: in the first moves the engine still compiles.
  await zoomed({ ...longPace, count: firstMoveCount });
  const zoom = await tasksOf(page, ['wheel'], () => zoomed(longPace));
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await page.keyboard.down('Shift');
  const pan = await tasksOf(page, ['wheel'], () =>
    inSteps((step) => page.mouse.wheel(0, step < count / 2 ? 40 : -40), longPace),
  );
  await page.keyboard.up('Shift');
  return closed(page, { zoom, pan });
}

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(new URL(path, site.address).href);
  await page.locator('[data-plot]').waitFor();
  await page.waitForLoadState('networkidle');
  await sleep(200);
  return page;
}

async function closed<T>(page: Page, result: T): Promise<T> {
  await page.close();
  return result;
}

async function inSteps(act: (step: number) => Promise<void>, { count, betweenMs }: Pace): Promise<void> {
  for (let step = 1; step <= count; step++) {
    await act(step);
    await sleep(betweenMs);
  }
}

/** Out and back again. */
function swing(step: number, count: number): number {
  return Math.min(step, count - step);
}

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
