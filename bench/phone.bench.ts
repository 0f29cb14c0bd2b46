/**
 * Measures a first visit with a slow phone: 1.6 Mbit/s, 150 ms to the server, and a processor four times slower. The
 * figures are the time of the largest paint, of the page's first own answer, of the answer to a press on its still
 * picture, and how long it takes to show what a finger or a key did (INP, by web-vitals).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { root } from '../scripts/install.mjs';
import { inTurn, type ServedSite, withSites } from './pages/served';
import { attempt, heading, order, reportAt, say } from './support/figures';
import { median } from './support/sideBySide';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 };
const slower = 4;
const loadCount = order.isCompared ? 1 : 5;
const pressCount = order.isCompared ? 4 : 8;
const waitMs = 20_000;

/** A package of the tests, which is not found from the place of the bundle. */
const built = dirname(createRequire(join(root, 'test/package.json')).resolve('web-vitals'));
const webVitals = readFileSync(join(built, 'web-vitals.iife.js'), 'utf8');
const story = 's/pause-before-write/';
const pages = ['', story, 'embed/pause-before-write/', 'learn/'] as const;

const handle = '#root [data-plot] li[data-kind] > button';

const presses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a press': (page) => page.getByRole('button', { name: 'Play', exact: true }).tap(),
  'a key': (page) => page.keyboard.press('ArrowRight'),
  'a drag’s start': async (page) => {
    const box = await page.locator(handle).first().boundingBox();
    if (box === null) throw new Error('There is nothing to drag.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x, box.y + box.height / 2);
    await page.mouse.up();
  },
  'another story': async (page) => {
    await page.keyboard.press('End');
    await page.getByRole('button', { name: /^What else can happen/ }).tap();
  },
};

await withSites(async (sites, browser) => {
  heading('A slow phone, in ms; requests and kB of the first visit');
  for (let round = 0; round < order.rounds; round++) {
    for (const path of pages)
      for (const site of inTurn(sites, round)) await measure(site, round, path, () => visit(browser, site, path));
    for (const [name, act] of Object.entries(presses))
      for (const site of inTurn(sites, round))
        await measure(site, round, name, async () => ({ 'answers, 75 %': await answering(browser, site, act) }), 1);
  }
});

type Figures = Readonly<Record<string, number>>;

async function measure(
  { side }: ServedSite,
  round: number,
  name: string,
  once: () => Promise<Figures>,
  count = loadCount,
): Promise<void> {
  const all: Figures[] = [];
  for (let i = 0; i < count; i++) {
    const figures = await attempt(`${name}`, once, { side, round });
    if (figures !== undefined) all.push(figures);
  }
  for (const label of Object.keys(all[0] ?? {})) {
    const value = median(all.map((figures) => figures[label] ?? Number.NaN));
    const figure = `${name || 'the playground'}, ${label}`;
    say(figure, value.toFixed(label === 'shift' ? 4 : 0));
    if (order.isCompared) reportAt({ side, round }, { name: figure, unit: unitOf(label), better: 'lower', value });
  }
}

function unitOf(label: string) {
  if (label === 'kB') return 'B';
  return label === 'requests' || label === 'shift' ? 'times' : 'ms';
}

/** A phone that has never seen the site. Its page keeps what it has measured in `window.measured`. */
async function newPhone(browser: Browser, isFar: boolean) {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  if (isFar) await session.send('Network.emulateNetworkConditions', network);
  await page.addInitScript(`${webVitals}; window.webVitals = webVitals`);
  await page.addInitScript(() => {
    const measured: Record<string, number> = { INP: 0 };
    Object.assign(window, { measured });
    const vitals = Reflect.get(window, 'webVitals');
    for (const name of ['LCP', 'CLS', 'INP'])
      vitals[`on${name}`](({ value }: { readonly value: number }) => (measured[name] = value), {
        reportAllChanges: true,
        durationThreshold: 16,
      });
    const look = (): void => {
      const page = document.getElementById('root');
      const isCovered = document.querySelector('#opening[data-still]') !== null;
      if (!isCovered && page?.querySelector('[data-plot] li[data-kind] > button'))
        measured['own'] ??= performance.now();
      if (page?.querySelector('button[aria-label="Stop"]')) measured['done'] ??= performance.now();
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return { context, page, session };
}

async function visit(browser: Browser, { address }: ServedSite, path: string): Promise<Figures> {
  const { context, page, session } = await newPhone(browser, true);
  try {
    const traffic = counted(session);
    const to = new URL(path, address).href;
    await page.goto(to, { waitUntil: 'commit' });
    await page.locator(handle).first().waitFor({ state: 'attached' });
    await page.locator('#opening[data-still]').waitFor({ state: 'detached' });
    await page.waitForLoadState('load');
    const seen = await measuredIn(page);
    const { requests, bytes } = traffic();
    return {
      'largest paint': seen['LCP'] ?? Number.NaN,
      'answers by itself': seen['own'] ?? Number.NaN,
      shift: seen['CLS'] ?? 0,
      requests,
      kB: Math.round(bytes / 1000),
      ...(path === 'learn/' ? {} : { 'has done a press': await pressed(browser, to) }),
    };
  } finally {
    await context.close();
  }
}

function measuredIn(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => Reflect.get(window, 'measured'));
}

function counted(session: CDPSession) {
  let [requests, bytes] = [0, 0];
  session.on('Network.requestWillBeSent', () => {
    requests++;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => ({ requests, bytes });
}

/** When the run plays, after a press as soon as there is something to press. */
async function pressed(browser: Browser, to: string): Promise<number> {
  const { context, page } = await newPhone(browser, true);
  try {
    await page.goto(to, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Play', exact: true }).first().click({ force: true, noWaitAfter: true });
    // A first visit plays by itself, so a press that comes late stops the run: what counts is that it has played.
    await page.waitForFunction(() => Reflect.get(window, 'measured').done !== undefined);
    return (await measuredIn(page))['done'] ?? Number.NaN;
  } finally {
    await context.close();
  }
}

/** The third of four visits, sorted by their INP. */
async function answering(browser: Browser, { address }: ServedSite, act: (page: Page) => Promise<void>) {
  const all: number[] = [];
  for (let i = 0; i < pressCount; i++) {
    const { context, page } = await newPhone(browser, false);
    await page.goto(new URL(story, address).href);
    await page.locator(handle).first().waitFor();
    await page.waitForLoadState('networkidle');
    await act(page);
    await page.waitForFunction(() => Reflect.get(window, 'measured').INP > 0);
    all.push((await measuredIn(page))['INP'] ?? Number.NaN);
    await context.close();
  }
  return all.sort((a, b) => a - b)[Math.ceil(all.length * 0.75) - 1] ?? Number.NaN;
}
