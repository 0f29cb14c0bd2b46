/**
 * Drags faults in two sites, story by story in turn, so that both run under the same conditions. In each round a site
 * has one new window, which opens the runs one after the other. Loading the page for each story would take several
 * times as long.
 */
import type { Browser, Page } from 'playwright-core';
import { attempt, type Figure, type Measuring, reportAt } from '../support/figures';
import { p95, type Task } from '../support/mainThread';
import { median } from '../support/sideBySide';
import { drag, open, openHash, type Pace, turnWheel } from './gestures';
import { inTurn, newWindow, type ServedSite } from './served';

/** A short pace, because the pointer waits for the page to answer anyway. */
const storyPace: Pace = { count: 8, betweenMs: 5 };
const longPace: Pace = { count: 20, betweenMs: 20 };
const wheelPace: Pace = { count: 20, betweenMs: 20 };
/** Moves before the engine has compiled what a drag needs. */
const warmUp: Pace = { count: 40, betweenMs: 5 };
/** Moves of a newly opened run that do not count. The engine is warm from other runs by then. */
const uncounted = 2;
const everyStory = 'every story, a move';

/** A site in one round: its window, and the moves in it. */
interface Opened {
  readonly measuring: Measuring;
  readonly site: ServedSite;
  readonly page: Page;
  readonly moves: Map<string, readonly Task[]>;
}

export async function compareDrags(sites: readonly ServedSite[], browser: Browser, round: number): Promise<void> {
  const contexts = await Promise.all(sites.map(() => newWindow(browser)));
  const opened: Opened[] = [];
  for (const [i, site] of sites.entries()) {
    const page = await contexts[i]?.newPage();
    if (page === undefined) continue;
    const measuring = { side: site.side, round };
    const isOpen = await attempt(everyStory, () => begin(page, site).then(() => true), measuring);
    if (isOpen) opened.push({ measuring, site, page, moves: new Map() });
  }
  await dragStories(opened);
  for (const one of inTurn(opened, round)) await measureLong(one);
  for (const context of contexts) await context.close();
}

/**
 * With details, which stay for the runs opened later. A commit without them has one size, and ignores the parameter.
 */
async function begin(page: Page, { address, pages }: ServedSite): Promise<void> {
  const first = pages.stories.find(({ hasFault }) => hasFault);
  await open(page, new URL(`?story=${first?.id}&details`, address).href);
  await drag(page, warmUp, 0);
}

/** Each story has its own figure. The total is the mean of these, and the p95 of all moves. */
async function dragStories(opened: readonly Opened[]): Promise<void> {
  // A story may have another number in each site. The figures of both are named by the number of the last site.
  const stories = opened.flatMap(({ site }) => site.pages.stories);
  const names = new Map(stories.map(({ id, number }) => [id, `story ${number} ${id}`]));
  for (const [i, [id, name]] of [...names].entries())
    for (const one of inTurn(opened, i)) await attempt(name, () => dragStory(one, id, name), one.measuring);
  // A story that one site lacks, or whose drag failed there, would count in one mean only, so it is left out.
  const common = [...names.keys()].filter((id) => opened.every(({ moves }) => moves.has(id)));
  if (common.length === 0) return;
  for (const { measuring, moves } of opened) {
    const all = common.map((id) => moves.get(id) ?? []);
    reportAt(measuring, inOwnMs(everyStory, all.reduce((sum, each) => sum + medianOf(each), 0) / all.length));
    reportAt(measuring, inOwnMs(`${everyStory}, p95`, p95(all.flat()).own));
  }
}

async function dragStory({ measuring, site, page, ...all }: Opened, id: string, name: string): Promise<void> {
  const story = site.pages.stories.find((each) => each.id === id);
  if (story === undefined || !story.hasFault) return;
  await openHash(page, story.hash);
  const moves = await dragFault(page, storyPace);
  all.moves.set(id, moves);
  reportAt(measuring, inOwnMs(name, medianOf(moves)));
}

async function dragFault(page: Page, pace: Pace): Promise<readonly Task[]> {
  const moves = await drag(page, pace, uncounted);
  if (moves === undefined || moves.length === 0) throw new Error('There is no fault to drag.');
  return moves;
}

async function measureLong({ measuring, page, site }: Opened): Promise<void> {
  const { minute, crowded } = site.pages;
  const long = 'a minute of three clients, a move';
  await attempt(
    long,
    async () => {
      await openHash(page, minute);
      reportAt(measuring, inOwnMs(long, medianOf(await dragFault(page, longPace))));
    },
    measuring,
  );
  const named = (action: string): string => `${action}, a crowded minute`;
  await attempt(
    named('zoom'),
    async () => {
      await openHash(page, crowded.hash);
      const { zoom, pan, still } = await turnWheel(page, wheelPace);
      reportAt(measuring, inOwnMs(named('zoom'), medianOf(zoom)));
      reportAt(measuring, inOwnMs(named('pan'), medianOf(pan)));
      reportAt(measuring, inOwnMs(named('an empty frame'), medianOf(still)));
    },
    measuring,
  );
}

/** CPU time, without the time that other programs take from the thread. */
const medianOf = (tasks: readonly Task[]): number => median(tasks.map(({ own }) => own));

const inOwnMs = (name: string, value: number): Figure => ({ name, unit: 'ms', better: 'lower', value });
