// The built pages in the browser that SMOKE_BROWSER names: a story, a drag, keys, playing, an embed on another
// origin, an exercise, and every story's run, which must be the same in every engine. Everything else is tested only
// in Chromium.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/site.mjs';
import { stories } from '../../src/content/stories';
import { serveSite } from '../../src/site/siteServer';
import { storyVersionOf, storyVersions } from '../content/stories/storyVersions';
import { embedOf, iframeOf, outcomeIn, post, verdictIn } from '../support/embeds';
import { type Engine, engineScript } from '../support/engineScript';
import { fingerprints } from '../support/fingerprints';
import { engine, launchNamed } from '../support/namedBrowser';
import { type OtherSite, serveOther } from '../support/otherSite';

let site: Awaited<ReturnType<typeof serveSite>>;
let blog: OtherSite;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  await buildSite({ folder: 'dist', quiet: true });
  site = await serveSite({ folder: 'dist', port: 5690 });
  blog = await serveOther({
    pages: { 'post.html': post(site.address, '<redlock-playground story="pause-before-write"></redlock-playground>') },
  });
  browser = await launchNamed();
});
afterAll(async () => {
  await browser?.close();
  await blog?.close();
  await site?.close();
});
afterEach(() => page?.context().close());

/** Opens a page as a returning visitor who prefers reduced motion. */
async function open(path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    try {
      localStorage.setItem('redlock-playground-visited', '1');
      localStorage.setItem('redlock-playground-left', 'open');
    } catch {
      // A frame of another origin may not be allowed to store anything.
    }
  });
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  await page.goto(new URL(path, site.address).href);
}

const outcome = (): Promise<string | null> => outcomeIn(page);
const pause = (): Locator => page.locator('[data-plot] button[aria-label^="Client 1 pauses"]');

async function drag(handle: Locator, by: number): Promise<void> {
  const box = await handle.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(x + (by * i) / 8, y);
}

test(`${engine} shows a story: lanes, marks that are painted, the verdict and why`, async () => {
  await open('?story=pause-before-write&details');
  await pause().waitFor();
  await expect.poll(outcome).toBe('lost');
  expect(await page.getByRole('list', { name: 'Lanes' }).getByRole('button').count()).toBe(8);
  await expect
    .poll(() => page.getByRole('tabpanel', { name: 'Why' }).getByRole('listitem').count())
    .toBeGreaterThanOrEqual(3);
  await expect.poll(coloursPainted).toBeGreaterThan(8);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(problems).toEqual([]);
});

/** The number of colors on the timeline's canvas; an empty canvas has one. */
const coloursPainted = (): Promise<number> =>
  page
    .locator('[data-plot] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const seen = new Set<number>();
      const words = data instanceof Uint8ClampedArray ? new Uint32Array(data.buffer) : [];
      for (let i = 0; i < words.length; i += 7) seen.add(words[i] ?? 0);
      return seen.size;
    });

test(`${engine} shows a link as a scene, which plays to its break`, async () => {
  await open('?story=pause-before-write&scene');
  await page.getByText('Lock: free').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('Data: an update was lost').waitFor({ timeout: 40_000 });
  expect(problems).toEqual([]);
});

test(`${engine} drags a fault: the run heals while it is held, and undo takes it back`, async () => {
  await open('?story=pause-before-write&details');
  await pause().waitFor();
  await expect.poll(outcome).toBe('lost');
  await drag(page.getByRole('slider', { name: /Length.*Client 1 pauses/ }), -300);
  await expect.poll(outcome).toBe('held');
  await page.mouse.up();
  await expect.poll(outcome).toBe('held');
  await page.keyboard.press('Control+z');
  await expect.poll(outcome).toBe('lost');
  expect(problems).toEqual([]);
});

test(`${engine} moves the same fault by keys`, async () => {
  await open('?story=pause-before-write&details');
  await pause().waitFor();
  const before = await pause().getAttribute('aria-label');
  await pause().focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => pause().getAttribute('aria-label')).not.toBe(before);
  await page.keyboard.press('Delete');
  await expect.poll(() => pause().count()).toBe(0);
  expect(problems).toEqual([]);
});

test(`${engine} plays from the beginning to where it breaks`, async () => {
  await open('?story=pause-before-write&details');
  await pause().waitFor();
  const time = page.getByRole('status', { name: 'Time' });
  await page.keyboard.press('Home');
  const start = await time.textContent();
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(() => time.textContent()).not.toBe(start);
  expect(problems).toEqual([]);
});

test(`${engine} runs an embed in a post of another origin, as high as what it shows`, async () => {
  await open(`${blog.address}post.html`);
  await verdictIn(embedOf(page)).waitFor();
  await expect.poll(() => outcomeIn(embedOf(page))).toBe('lost');
  const slack = async (): Promise<number> => {
    const shown = embedOf(page).locator('#root > div');
    const inner = await shown.evaluate((element) => element.getBoundingClientRect().height);
    return Math.abs((await iframeOf(page).evaluate((element) => element.clientHeight)) - inner);
  };
  await expect.poll(slack).toBeLessThan(1.5);
  expect(problems).toEqual([]);
});

test(`${engine} lets an exercise be solved`, async () => {
  await open('learn/?do=the-nap');
  await page.getByRole('radio', { name: /destroys/ }).check();
  await page.getByRole('button', { name: 'See what happens' }).click();
  await page.getByText('Right.').waitFor();
  await page.locator('[data-plot]').waitFor();
  expect(problems).toEqual([]);
});

test(`${engine} opens every story, and each comes to what it comes to in Node`, async () => {
  await open('');
  const found: Record<string, string | null> = {};
  for (const { id } of stories) {
    await page.goto(`${site.address}?story=${id}&details`);
    await verdictIn(page).waitFor();
    found[id] = await outcome();
  }
  const wanted = stories.map(({ id, number }) => [id, storyVersionOf(number).outcome]);
  expect(found).toEqual(Object.fromEntries(wanted));
  expect(problems).toEqual([]);
}, 240_000);

test(`${engine} computes every telling of every story as Node does, bit for bit`, async () => {
  await open('about:blank');
  await page.addScriptTag({ content: await engineScript() });
  const scenarios = storyVersions.map(({ scenario }) => scenario);
  const there = await page.evaluate(
    (given) => (globalThis as unknown as { engine: Engine }).engine.fingerprints(given),
    scenarios,
  );
  const here = fingerprints(scenarios);
  expect(there.length).toBe(here.length);
  // The names of the runs, because whole runs are too much to read.
  expect(storyVersions.filter((_, i) => there[i] !== here[i]).map(({ name }) => name)).toEqual([]);
});
