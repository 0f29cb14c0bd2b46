// The first picture comes with the page, and with a run in a post: it is there before any script of the page, has the
// page's pixels, and what is done with it meanwhile is done by the page.
import type { Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { embedOf, iframeOf, longText, playIn, post } from '../support/embeds';
import { sampled } from '../support/nightly';
import { type OtherSite, serveOther } from '../support/otherSite';
import { type OpenedPage, type OpenPage, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

interface Held extends OpenedPage {
  readonly letGo: () => Promise<void>;
  /** Resolves when the page is drawn behind its picture. */
  readonly drawn: () => Promise<void>;
  readonly problemsSince: () => readonly string[];
}

/** Requests for these files wait until they are let go. */
async function hold(page: Page, files: string | RegExp) {
  const waiting: Route[] = [];
  let isHeld = true;
  await page.route(files, async (route) => (isHeld ? void waiting.push(route) : route.continue()));
  const letGo = async (): Promise<void> => {
    isHeld = false;
    await Promise.all(waiting.map((route) => route.continue()));
    await page.unroute(files);
  };
  return { waiting, letGo };
}

/** A page whose scripts wait until they are let go. */
async function held(path: string, options: Parameters<OpenPage>[1] = {}): Promise<Held> {
  const opened = await openPage('robots.txt', { reducedMotion: 'reduce', ...options });
  await opened.page.evaluate(() => localStorage.setItem('redlock-playground', '{"size":"scene"}'));
  const scripts = await hold(opened.page, '**/assets/**/*.js');
  await opened.page.goto(new URL(`../${path}`, `${opened.page.url()}/`).href, { waitUntil: 'commit' });
  await opened.page.locator('#opening[data-still]').waitFor();
  const letGo = async (): Promise<void> => {
    await scripts.letGo();
    await opened.page.locator('#opening').waitFor({ state: 'detached' });
  };
  const drawn = async (): Promise<void> => {
    await opened.page.locator('#root [data-plot] [data-drawn], #root [data-plot] canvas').first().waitFor();
    await opened.page.evaluate(async () => {
      for (let i = 0; i < 6; i++) await new Promise((painted) => requestAnimationFrame(painted));
    });
  };
  // A text has no icon, and the browser asks for one.
  const known = opened.problems.length;
  return { ...opened, letGo, drawn, problemsSince: () => opened.problems.slice(known) };
}

/** The share of pixels that differ. */
function difference(a: Buffer, b: Buffer): number {
  const [one, other] = [PNG.sync.read(a), PNG.sync.read(b)];
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let count = 0;
  for (let i = 0; i < one.data.length; i += 4)
    if ([0, 1, 2].some((by) => Math.abs((one.data[i + by] ?? 0) - (other.data[i + by] ?? 0)) > 40)) count++;
  return count / (one.data.length / 4);
}

const windows = {
  post: { viewport: { width: 720, height: 560 } },
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  small: { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true },
} as const;

const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watcher = new PerformanceObserver((list) => {
          watcher.disconnect();
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0));
        });
        watcher.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0));
      }),
  );

test.each(
  sampled(
    [
      ['s/zh/failover/', 'wide', 'dark'],
      ['s/pause-before-write/', 'wide', 'light'],
      ['s/failover/', 'phone', 'light'],
      ['s/zh/pause-before-write/', 'phone', 'dark'],
      ['embed/failover/', 'post', 'dark'],
      ['', 'small', 'light'],
    ] as const,
    2,
  ),
)('%s at %s, %s: the page takes the place of its picture', async (path, size, colorScheme) => {
  const locale = path.includes('zh') ? 'zh-CN' : 'en-US';
  const { page, problemsSince, letGo, close } = await held(path, { ...windows[size], colorScheme, locale });
  const before = await page.screenshot();
  await letGo();
  expect(difference(before, await page.screenshot())).toBeLessThan(0.01);
  expect(await shifted(page)).toBe(0);
  expect(problemsSince()).toEqual([]);
  await close();
});

test.each([
  ['phone', 'en-US'],
  ['wide', 'zh-CN'],
] as const)(
  'the words of an exercise come with the page, and its picture with its scripts (%s)',
  async (size, locale) => {
    const { page, problemsSince, letGo, close } = await held('learn/', { ...windows[size], locale });
    const card = async (): Promise<Buffer> => {
      const title = page.locator(':is(.still:not([hidden]), #root:not(:has(~ #opening))) [data-lands]');
      return title.locator('xpath=..').screenshot();
    };
    const before = await card();
    await letGo();
    expect(difference(before, await card())).toBeLessThan(0.01);
    expect(await shifted(page)).toBe(0);
    expect(problemsSince()).toEqual([]);
    await close();
  },
);

test('who has solved exercises opens the next one, and no words of the first', async () => {
  const { page, close } = await openPage('robots.txt');
  await page.evaluate(() => {
    localStorage.setItem('redlock-playground', '{"size":"scene"}');
    localStorage.setItem('redlock-playground-learn', '{}');
  });
  await page.goto(new URL('../learn/', `${page.url()}/`).href);
  expect(await page.locator('.still').count()).toBe(0);
  await close();
});

test('what is pressed on the picture is done by the page', async () => {
  const { page, problemsSince, letGo, close } = await held('s/pause-before-write/', { ...windows.wide });
  await page.getByRole('button', { name: 'Next moment' }).click();
  await letGo();
  await expect.poll(() => page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow')).not.toBe('0');
  expect(problemsSince()).toEqual([]);
  await close();
});

test('a press whose end comes when the page is drawn is a click', async () => {
  const { page, problemsSince, drawn, letGo, close } = await held('s/pause-before-write/', { ...windows.phone });
  await playIn(page, 'Play').hover();
  await page.mouse.down();
  const ready = letGo();
  await drawn();
  await page.mouse.up();
  await ready;
  await playIn(page, 'Stop').waitFor();
  expect(problemsSince()).toEqual([]);
  await close();
});

test('a drag that begins on the picture goes on with the page', async () => {
  const { page, problemsSince, letGo, close } = await held('s/pause-before-write/', { ...windows.wide });
  const end = page.locator('.still:visible [data-edge="end"]').first();
  const { x, y, width, height } = (await end.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 100, y + height / 2, { steps: 3 });
  await letGo();
  await page.mouse.move(x - 200, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).hash.length).toBeGreaterThan(20);
  expect(problemsSince()).toEqual([]);
  await close();
});

test.each([
  ['who prefers the details', '', { size: 'details' }],
  ['who reads another language', 's/failover/', { language: 'zh' }],
])('a reader %s gets no picture of something else', async (_who, path, preferences) => {
  const { page, close } = await openPage('robots.txt');
  await page.evaluate((kept) => localStorage.setItem('redlock-playground', JSON.stringify(kept)), preferences);
  await page.goto(new URL(`../${path}`, `${page.url()}/`).href);
  expect(await page.locator('.still').count()).toBe(0);
  await close();
});

const program = /\/embed\/embed-/;
const ofPost = ['pause-before-write', 'failover', 'late-del', 'clock-jump', 'both-late', 'no-expiry'];

let blog: OtherSite | undefined;

beforeAll(async () => {
  const runs = ofPost.map((story) => `<redlock-playground story="${story}"></redlock-playground>${longText}`);
  blog = await serveOther({ pages: { 'six.html': post(inject('siteAddress'), runs.join('')) } });
});
afterAll(() => blog?.close());

test.each(['phone', 'post'] as const)(
  'a post of six runs loads one program and five pictures; a picture that is near becomes its run (%s)',
  async (size) => {
    const { page, problems, close } = await openPage(`${blog?.address}six.html`, {
      ...windows[size],
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    const programs: string[] = [];
    page.on('request', (request) => void (/\/clockJump-/.test(request.url()) && programs.push(request.url())));
    for (const nth of ofPost.keys()) await embedOf(page, nth).locator('#opening, #root > *').first().waitFor();
    const waiting = page.locator('redlock-playground').nth(3);
    await embedOf(page, 3).locator('#opening[data-still]').waitFor();
    expect(await iframeOf(page, 0).getAttribute('src')).not.toContain('still.html');
    for (const nth of [1, 2, 3, 4, 5]) expect(await iframeOf(page, nth).getAttribute('src')).toContain('still.html');
    expect(programs).toEqual([]);
    const scripts = await hold(page, program);
    await waiting.scrollIntoViewIfNeeded();
    await expect.poll(() => scripts.waiting.length).toBe(1);
    const before = await iframeOf(page, 3).screenshot();
    await playIn(embedOf(page, 3), 'Play').click();
    expect(difference(before, await iframeOf(page, 3).screenshot())).toBeLessThan(0.002);
    await scripts.letGo();
    await playIn(embedOf(page, 3), 'Stop').waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

test('the run of a post takes the place of its picture', async () => {
  const { page, problems, close } = await openPage('robots.txt', { ...windows.phone, reducedMotion: 'reduce' });
  const scripts = await hold(page, program);
  await page.goto(`${blog?.address}six.html`, { waitUntil: 'commit' });
  await expect.poll(() => scripts.waiting.length).toBe(1);
  await embedOf(page).locator('#opening[data-still]').waitFor();
  const before = await iframeOf(page).screenshot();
  await scripts.letGo();
  await embedOf(page).locator('#opening').waitFor({ state: 'detached' });
  // Names of lanes are smaller where the system's font is wider than Inter, by which the picture is made.
  expect(difference(before, await iframeOf(page).screenshot())).toBeLessThan(0.03);
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  await close();
});

test('a run that a page adds later is a picture, also after another has come near twice', async () => {
  const { page, problems, close } = await openPage(`${blog?.address}six.html`, { ...windows.post });
  await embedOf(page).locator('#opening').waitFor({ state: 'detached' });
  await page.locator('redlock-playground').nth(1).scrollIntoViewIfNeeded();
  await embedOf(page, 1).locator('#opening').waitFor({ state: 'detached' });
  await page.evaluate(() => scrollTo(0, 0));
  await playIn(embedOf(page), 'Play').hover();
  await page.evaluate(() => {
    const added = document.createElement('redlock-playground');
    added.setAttribute('story', 'cache-lock');
    document.body.append(added);
  });
  await embedOf(page, 6).locator('#opening[data-still]').waitFor();
  expect(await iframeOf(page, 6).getAttribute('src')).toContain('still.html');
  expect(problems).toEqual([]);
  await close();
});
