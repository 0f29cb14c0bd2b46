// Embeds in a post, in Chromium: they show the run, fit, play and come to rest. The post keeps its wheel, its touch
// and its keys.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  clockIn,
  embedOf,
  iframeOf,
  longText,
  outcomeIn,
  pauseIn,
  playIn,
  post,
  scrolled,
  swipeUp,
  verdictIn,
} from '../support/embeds';
import { atNight, byNight, sampled } from '../support/nightly';
import { type OtherSite, serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const playing = { hasClock: true } as const;
const still = { ...playing, reducedMotion: 'reduce' } as const;
const one = '<redlock-playground story="pause-before-write"></redlock-playground>';
const lanes = one.replace('>', ' view="timeline" autoplay>');

let blog: OtherSite | undefined;

beforeAll(async () => {
  const site = inject('siteAddress');
  blog = await serveOther({
    pages: {
      'one.html': post(site, `${one}${longText}`),
      'lanes.html': post(site, `${lanes}${longText}`),
      'later.html': post(site, `${longText}${lanes}${longText}`),
      'below.html': post(site, `<p style="height: 560px">Some text.</p>${lanes}${longText}`),
      'two.html': post(site, `${one}${one}`),
      'loop.html': post(site, '<redlock-playground story="failover" to="300" loop></redlock-playground>'),
      'dark.html': post(site, `<style>body { background: #111 }</style>${one}`),
      'turning.html': post(
        site,
        `<style>body { background: #fff; transition: background-color 0.3s } body.dark { background: #111 }
        @media (prefers-color-scheme: dark) { body { background: #111; transition: none } }</style>${one}`,
      ),
      'short.html': post(site, `${one.replace('>', ' to="700" autoplay>')}${longText}`),
    },
  });
});
afterAll(() => blog?.close());

const openPost = (name: string, options: Parameters<typeof openPage>[1] = playing) =>
  openPage(`${blog?.address}${name}`, options);

/** How much higher the frame is than its content. */
async function slack(page: Page, nth = 0): Promise<number> {
  const inner = await embedOf(page, nth)
    .locator('#root > div')
    .evaluate((element) => element.getBoundingClientRect().height);
  const outer = await iframeOf(page, nth).evaluate((element) => element.clientHeight);
  return outer - inner;
}

/** How far one would scroll inside the frame to see the whole timeline. */
const hiddenHeight = (page: Page, nth: number) =>
  embedOf(page, nth)
    .locator('#root section:has(> [data-plot])')
    .evaluate((element) => element.scrollHeight - element.clientHeight);

const everySize = [390, 700, 1440].flatMap((width) => ['index.html', 'zh.html'].map((name) => [width, name] as const));
const oneOfEach: typeof everySize = [
  [390, 'zh.html'],
  [1440, 'index.html'],
];

test.each(byNight(oneOfEach, everySize))(
  'at a width of %i, the seven runs of examples/%s are there, each as high as what it shows',
  async (width, name) => {
    const { page, problems, close } = await openPage(`examples/${name}`, {
      ...still,
      viewport: { width, height: 800 },
    });
    const outcomes: (string | null)[] = [];
    for (let nth = 0; nth < 7; nth++) {
      await page.locator('redlock-playground').nth(nth).scrollIntoViewIfNeeded();
      await verdictIn(embedOf(page, nth)).waitFor({ timeout: 40_000 });
      outcomes.push(await outcomeIn(embedOf(page, nth)));
      await expect.poll(() => slack(page, nth)).toBeLessThan(1.5);
      await expect.poll(() => slack(page, nth)).toBeGreaterThan(-0.5);
      await expect.poll(() => hiddenHeight(page, nth)).toBeLessThanOrEqual(0);
    }
    await expect.poll(() => page.locator('redlock-playground').count()).toBe(8);
    expect(outcomes).toEqual(['lost', 'overlap', 'overlap', 'lost', 'overlap', 'overlap', 'held']);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await close();
  },
  120_000,
);

atNight('a frame grows and shrinks with what it shows', async () => {
  const { page, close } = await openPost('lanes.html', { ...still, viewport: { width: 390, height: 800 } });
  const height = () => iframeOf(page).evaluate((element) => element.clientHeight);
  await verdictIn(embedOf(page)).waitFor();
  await expect.poll(() => slack(page)).toBeLessThan(1.5);
  const narrow = await height();
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect.poll(height).toBeLessThan(narrow - 20);
  await expect.poll(() => slack(page)).toBeLessThan(1.5);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(height).toBe(narrow);
  await close();
});

test('a run that plays by itself plays once when it comes into view, and rests at its break', async () => {
  const { page, close } = await openPost('short.html');
  const embed = embedOf(page);
  await playIn(embed, 'Stop').waitFor();
  await page.clock.runFor(20_000);
  await playIn(embed, 'Play').waitFor();
  const rested = await clockIn(embed);
  await page.emulateMedia(still);
  await page.reload();
  await verdictIn(embed).waitFor();
  await expect.poll(() => clockIn(embed)).toBe(rested);
  await page.clock.runFor(2500);
  await expect.poll(() => playIn(embed, 'Stop').count()).toBe(0);
  await expect.poll(() => clockIn(embed)).toBe(rested);
  await close();
});

test('a timeline waits for a click, and shows no end before it has come there', async () => {
  const { page, close } = await openPage('embed/failover/?view=timeline', playing);
  const end = page.getByText('Two holders at once; an outdated write was rejected');
  await page.getByText('Click or tap play.').waitFor();
  expect(await end.isVisible()).toBe(false);
  await playIn(page, 'Play').click();
  await page.clock.runFor(20_000);
  await end.waitFor();
  await close();
});

atNight(
  'a frame far away is not loaded; a run that plays stops when it leaves the view, and goes on when it is back',
  async () => {
    const { page, close } = await openPost('later.html');
    await expect.poll(() => iframeOf(page).getAttribute('src')).toBeNull();
    await page.locator('redlock-playground').scrollIntoViewIfNeeded();
    const embed = embedOf(page);
    await playIn(embed, 'Stop').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await playIn(embed, 'Play').waitFor();
    const stopped = await clockIn(embed);
    await page.clock.runFor(2500);
    await expect.poll(() => clockIn(embed)).toBe(stopped);
    await page.locator('redlock-playground').scrollIntoViewIfNeeded();
    await playIn(embed, 'Stop').waitFor();
    await close();
  },
);

atNight('a run that loops begins again, until somebody touches it', async () => {
  const { page, close } = await openPost('loop.html');
  const embed = embedOf(page);
  for (let times = 0; times < 2; times++) {
    await playIn(embed, 'Stop').waitFor();
    await playIn(embed, 'Play').waitFor();
  }
  await embed.getByRole('heading').first().click();
  await page.clock.runFor(2500);
  await expect.poll(() => playIn(embed, 'Stop').count()).toBe(0);
  await close();
});

test('a frame has the colours of the page around from its first paint', async () => {
  const { page, close } = await openPost('dark.html', { ...still, colorScheme: 'light' });
  await verdictIn(embedOf(page)).waitFor();
  expect(new URL((await iframeOf(page).getAttribute('src')) ?? '').searchParams.get('theme')).toBe('dark');
  await expect.poll(() => embedOf(page).locator('html').getAttribute('data-theme')).toBe('dark');
  await close();
});

test('a frame turns dark with the page: when its style changes, slowly too, and with the system', async () => {
  const { page, problems, close } = await openPost('turning.html', { ...still, colorScheme: 'light' });
  const theme = () => embedOf(page).locator('html').getAttribute('data-theme');
  await verdictIn(embedOf(page)).waitFor();
  await expect.poll(theme).toBe('light');
  await page.evaluate(() => document.body.classList.add('dark'));
  await expect.poll(theme).toBe('dark');
  await page.evaluate(() => document.body.classList.remove('dark'));
  await expect.poll(theme).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect.poll(theme).toBe('dark');
  expect(problems).toEqual([]);
  await close();
});

atNight('a pause that is dragged in one embed stays as it was in the other', async () => {
  const { page, problems, close } = await openPost('two.html', { ...still, viewport: { width: 1200, height: 1300 } });
  for (const nth of [0, 1]) await pauseIn(embedOf(page, nth)).waitFor();
  const before = await pauseIn(embedOf(page, 1)).getAttribute('aria-label');
  const edge = await embedOf(page)
    .getByRole('slider', { name: /Length.*Client 1 pauses/ })
    .boundingBox();
  if (edge === null) throw new Error('The pause has no edge.');
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x - 150, edge.y + 5, { steps: 5 });
  await page.mouse.move(edge.x - 300, edge.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => outcomeIn(embedOf(page))).toBe('held');
  await expect.poll(() => outcomeIn(embedOf(page, 1))).toBe('lost');
  await expect.poll(() => pauseIn(embedOf(page, 1)).getAttribute('aria-label')).toBe(before);
  expect(problems).toEqual([]);
  await close();
});

test('the wheel scrolls the post until somebody has clicked into the run, and again after Escape or a click outside', async () => {
  const { page, close } = await openPost('one.html', still);
  const embed = embedOf(page);
  await verdictIn(embed).waitFor();
  await expect.poll(() => slack(page)).toBeLessThan(1.5);
  const ticks = () => embed.locator('[data-ruler]').textContent();
  const all = await ticks();
  const box = await embed.locator('#root [data-plot]').boundingBox();
  if (box === null) throw new Error('There is no plot.');
  const over = { x: box.x + box.width * 0.6, y: box.y + box.height - 60 };
  const turnWheel = async (by: number) => {
    await page.mouse.move(over.x, over.y);
    await page.mouse.wheel(0, by);
  };
  const goUp = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => scrolled(page)).toBe(0);
  };

  await turnWheel(120);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(50);
  await expect.poll(() => ticks()).toBe(all);
  await goUp();
  await page.mouse.click(over.x, over.y);
  await turnWheel(-120);
  await expect.poll(ticks).not.toBe(all);
  await expect.poll(() => scrolled(page)).toBe(0);
  const zoomed = await ticks();
  await page.keyboard.press('Escape');
  await turnWheel(120);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(50);
  await expect.poll(() => ticks()).toBe(zoomed);
  await goUp();

  await page.mouse.click(over.x, over.y);
  await page.getByRole('heading', { name: 'A post' }).click();
  await turnWheel(120);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(50);
  await expect.poll(() => ticks()).toBe(zoomed);
  await close();
});

const phone = { ...playing, hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } } as const;

atNight(
  'a finger that moves up over a run scrolls the post, also from a fault, and also after a tap into the run',
  async () => {
    const { page, close } = await openPost('one.html', { ...still, ...phone });
    const embed = embedOf(page);
    await verdictIn(embed).waitFor();
    await expect.poll(() => slack(page)).toBeLessThan(1.5);
    const box = await embed.locator('#root [data-plot]').boundingBox();
    const pause = await pauseIn(embed).boundingBox();
    if (box === null || pause === null) throw new Error('There is no plot, or no pause in it.');
    const at = { x: Math.round(box.x + box.width * 0.6), y: Math.round(box.y + box.height - 40) };
    await swipeUp(page, at);
    await swipeUp(page, { x: pause.x + pause.width / 2, y: pause.y + pause.height / 2 });
    await expect.poll(() => outcomeIn(embed)).toBe('lost');
    await page.touchscreen.tap(at.x, at.y);
    await swipeUp(page, at);
    // Now the run has the focus, and a swipe on the pause still scrolls the page.
    await swipeUp(page, { x: pause.x + pause.width / 2, y: pause.y + pause.height / 2 });
    await expect.poll(() => outcomeIn(embed)).toBe('lost');
    await close();
  },
);

atNight('a run over which a finger has only scrolled plays when it comes into view', async () => {
  const { page, close } = await openPost('below.html', phone);
  await verdictIn(embedOf(page)).waitFor();
  await swipeUp(page, { x: 150, y: 780 });
  await page.locator('redlock-playground').scrollIntoViewIfNeeded();
  await playIn(embedOf(page), 'Stop').waitFor();
  await close();
});

test('what was changed in an embed is taken along into the playground, to the bit', async () => {
  const { page, close } = await openPage('embed/pause-before-write/?view=timeline', still);
  const link = page.getByRole('link', { name: 'Open in the playground' });
  const original = page.getByRole('button', { name: 'Original' });
  await expect.poll(() => original.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => link.getAttribute('href')).toContain('?story=pause-before-write');
  await pauseIn(page).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight');
  const pause = await pauseIn(page).getAttribute('aria-label');
  const outcome = await outcomeIn(page);
  await page.getByRole('heading').first().click();
  await expect.poll(() => link.getAttribute('href')).toContain('#');
  await expect.poll(() => original.getAttribute('aria-pressed')).toBe('false');
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await pauseIn(opened).waitFor();
  await expect.poll(() => pauseIn(opened).getAttribute('aria-label')).toBe(pause);
  await expect.poll(() => outcomeIn(opened)).toBe(outcome);
  await close();
});

test('the page of a story shows that story, in its language, though the address does not say so; so does the playground from there', async () => {
  const { page, close } = await openPage('embed/zh/failover/', still);
  await expect.poll(() => page.getByRole('heading').first().textContent()).toBe('故障转移会忘掉锁');
  await expect.poll(() => outcomeIn(page)).toBe('overlap');
  const link = page.getByRole('link', { name: '在试验场中打开' });
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect.poll(() => opened.locator('h1').first().textContent()).toBe('故障转移会忘掉锁');
  await close();
});

const themes = [
  ['light', '?theme=dark', 'dark'],
  ['dark', '?theme=light', 'light'],
  ['dark', '', 'dark'],
  ['light', '?theme=host', 'light'],
] as const;

test.each(sampled(themes, 2))(
  'where the system is %s, the picture of an embed with “%s” is %s before the run is there',
  async (system, query, seen) => {
    const { page, close } = await openPage('', { ...still, viewport: { width: 720, height: 560 } });
    await page.emulateMedia({ colorScheme: system });
    // Only the placeholder before the run, because its scripts never arrive. The frame has already been reloaded once
    // for that.
    await page.addInitScript(() => sessionStorage.setItem('redlock-playground-loaded-anew', '1'));
    await page.route(/assets\/embed\/.*\.js/, (route) => route.abort());
    await page.goto(new URL(`embed/pause-before-write/${query}`, page.url()).href, { waitUntil: 'load' });
    await expect.poll(() => page.locator('.still:visible').count()).toBe(1);
    await page.locator('.still:visible').getByText('Lock: free').waitFor();
    const behind = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--page'));
    expect(behind).toBe(seen === 'dark' ? '#161513' : '#fbfaf8');
    await close();
  },
);

test('what an address asks for and cannot have is named in the embed, and the rest is shown', async () => {
  const { page, close } = await openPage(
    'embed/?story=failover&colour=red&view=upside-down&from=-4&storage=shelf',
    still,
  );
  await verdictIn(page).waitFor();
  const alerts = await page.getByRole('alert').allInnerTexts();
  for (const word of ['“colour”', '“upside-down”', '“-4”', '“shelf”'])
    expect(alerts.filter((text) => text.includes(word))).toHaveLength(1);
  await expect.poll(() => outcomeIn(page)).toBe('overlap');
  await close();
});

test.each(sampled(['from=4000&to=1000', 'from=60000'], 2))(
  'a stretch that is none, %s, is named, and the whole run is shown',
  async (query) => {
    const { page, close } = await openPage(`embed/?story=failover&${query}`, still);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      expect.stringMatching(/^“from=.*” leaves nothing of the run, which ends at [\d.]+ s\.$/),
    ]);
    await expect.poll(() => page.locator('[data-ruler]').textContent()).toMatch(/^0/);
    await close();
  },
);

test.each(sampled([390, 700, 1200], 3))(
  'two runs that are compared lie over nothing, at a width of %i',
  async (width) => {
    const { page, close } = await openPage('embed/?story=failover&view=compare', {
      ...still,
      viewport: { width, height: 640 },
    });
    await expect.poll(() => page.locator('#root [data-plot]').count()).toBe(2);
    const bottom = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => element.getBoundingClientRect().bottom);
    const verdictAt = () => verdictIn(page).evaluate((element) => element.getBoundingClientRect().top);
    expect(await bottom('#root section:has(> [data-plot])')).toBeLessThanOrEqual((await verdictAt()) + 1);
    await close();
  },
);
