/**
 * Measures how long the page with details is busy with one move of the pointer: dragging a fault in every story and in
 * a run of a minute, zooming, panning.
 */
import type { BrowserContext } from 'playwright-core';
import { compareDrags } from './pages/compareDrags';
import { drag, open, type Pace, playToRoom, turnWheel } from './pages/gestures';
import { newWindow, type ServedSite, withSites } from './pages/served';
import { heading, order, say } from './support/figures';
import { inTasks, type Task } from './support/mainThread';

/** There are about seventy stories, which together make a thousand moves. */
const storyPace: Pace = { count: 16, betweenMs: 40 };
const longPace: Pace = { count: 40, betweenMs: 60 };

await withSites(async (sites, browser) => {
  if (order.isCompared) for (let round = 0; round < order.rounds; round++) await compareDrags(sites, browser, round);
  else for (const site of sites) await measure(site, await newWindow(browser));
});

async function measure(site: ServedSite, context: BrowserContext): Promise<void> {
  const { stories, minute, crowded, room } = site.pages;
  const addressOf = (path: string): string => new URL(path, site.address).href;
  heading('The main thread in one move of the pointer: computed by itself, and by the wall');
  const all: Task[] = [];
  for (const { id, number } of stories) {
    const tasks = await dragged(context, addressOf(`?story=${id}&details`), storyPace);
    all.push(...tasks);
    say(`story ${number} ${id}`, tasks.length === 0 ? 'no fault to drag' : inTasks(tasks));
  }
  say('every story', inTasks(all), 'target: p95 under 16 ms');
  const long = await dragged(context, addressOf(`?details${minute}`), longPace);
  say('a minute of three clients and five nodes', inTasks(long), 'target: p95 under 33 ms');
  const page = await context.newPage();
  await open(page, addressOf(`?details${crowded.hash}`));
  const { zoom, pan, still } = await turnWheel(page);
  say(`zoom, ${crowded.eventCount} events`, inTasks(zoom), 'target: p95 under 16 ms');
  say(`pan, ${crowded.eventCount} events`, inTasks(pan), 'target: p95 under 16 ms');
  say('a frame of this page in which nothing changes', inTasks(still));
  await page.close();
  const stage = await context.newPage();
  await stage.setViewportSize({ width: 1920, height: 1080 });
  await open(stage, addressOf(`?present${room}`));
  say(
    'present, nine nodes and five clients, a frame that plays',
    inTasks(await playToRoom(stage)),
    'target: p95 under 8 ms',
  );
}

/** Opens a run and drags its first fault. Undefined when it has none. */
async function dragged(context: BrowserContext, address: string, pace: Pace): Promise<readonly Task[]> {
  const page = await context.newPage();
  await open(page, address);
  const tasks = await drag(page, pace);
  await page.close();
  return tasks ?? [];
}
