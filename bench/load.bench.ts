/**
 * Measures the first load of a page: the size of its JavaScript, gzipped, and how long a browser with an empty cache
 * takes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { firstLoadLimits, listFirstLoad } from '../scripts/firstLoad.mjs';
import { root } from '../scripts/install.mjs';
import { inTurn, newWindow, type ServedSite, withSites } from './pages/served';
import { attempt, type Figure, heading, order, reportAt, say } from './support/figures';
import { median } from './support/sideBySide';

type FirstPage = (typeof firstLoadLimits)[number];

interface Loaded {
  /** From the request for the page until its load event, which waits until the page is drawn. In ms. */
  readonly wallMs: number;
  /** The main thread's CPU time until then, in ms. */
  readonly ownMs: number;
}

/** Loads in one round. The least time counts, because other programs only add to it. */
const loadCount = order.isCompared ? 3 : 9;

/** The element that shows that a page without a timeline is drawn. */
const drawn: Readonly<Record<string, string>> = { 'matrix/index.html': 'table' };

const times = {
  'until it is drawn': ({ wallMs }: Loaded): number => wallMs,
  'main thread until then': ({ ownMs }: Loaded): number => ownMs,
};

await withSites(async (sites, browser) => {
  heading('A first load: JavaScript before any of it runs, gzipped; in a new window until it is drawn');
  for (let round = 0; round < order.rounds; round++)
    for (const page of firstLoadLimits) await (order.isCompared ? compare : measure)(page, sites, browser, round);
});

async function measure(page: FirstPage, sites: readonly ServedSite[], browser: Browser): Promise<void> {
  for (const site of sites) {
    say(`${page.name}, gzipped`, `${gzippedBytes(site, page)} B`, `target: at most ${page.bytesMax} B`);
    const loads: Loaded[] = [];
    for (let i = 0; i < loadCount; i++) loads.push(await load(site, page, browser));
    for (const [label, of] of Object.entries(times)) {
      const all = loads.map(of);
      say(`${page.name}, ${label}`, `${median(all).toFixed(0)} ms (least ${Math.min(...all).toFixed(0)})`);
    }
  }
}

/** Measures page by page in turn. */
async function compare(page: FirstPage, sites: readonly ServedSite[], browser: Browser, round: number): Promise<void> {
  const loads = new Map<ServedSite, Loaded[]>(sites.map((site) => [site, []]));
  for (let i = 0; i < loadCount; i++)
    for (const site of inTurn(sites, round + i)) {
      const loaded = await attempt(`${page.name}, until it is drawn`, () => load(site, page, browser), {
        ...site,
        round,
      });
      if (loaded !== undefined) loads.get(site)?.push(loaded);
    }
  for (const [site, all] of loads) {
    const { side } = site;
    const measuring = { side, round };
    const lower = (name: string, unit: Figure['unit'], value: number): Figure => ({
      name,
      unit,
      better: 'lower',
      value,
    });
    await attempt(
      `${page.name}, gzipped`,
      () => reportAt(measuring, lower(`${page.name}, gzipped`, 'B', gzippedBytes(site, page))),
      measuring,
    );
    if (all.length === 0) continue;
    for (const [label, of] of Object.entries(times))
      reportAt(measuring, lower(`${page.name}, ${label}`, 'ms', Math.min(...all.map(of))));
  }
}

function gzippedBytes({ folder }: ServedSite, { entry }: FirstPage): number {
  return listFirstLoad(folder, entry).reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file))).length, 0);
}

async function load({ address }: ServedSite, { path, entry }: FirstPage, browser: Browser): Promise<Loaded> {
  const context = await newWindow(browser);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(new URL(path, address).href, { waitUntil: 'load' });
    const { metrics } = await session.send('Performance.getMetrics');
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    await page
      .locator(drawn[entry] ?? '[data-plot]')
      .first()
      .waitFor({ timeout: 10_000 });
    const wallMs = await page.evaluate(
      () => performance.getEntriesByType('navigation')[0]?.toJSON().loadEventEnd as number,
    );
    return { wallMs, ownMs: busy * 1000 };
  } finally {
    await context.close();
  }
}
