// Embeds in strict surroundings: another origin without CORS headers, a sandbox, a Content-Security-Policy, a sub-path,
// no JavaScript, and neighbours that send messages of their own.
import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { decodeLink, encodeLink } from '../../src/core/model/links/link';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';
import { embedOf, iframeOf, outcomeIn, pauseIn, post, verdictIn } from '../support/embeds';
import { atNight } from '../support/nightly';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce' } as const;

/** What EMBEDDING.md requires of the surrounding page, and what HOSTING.md allows an embed to load. */
const policyOfPost = (site: string): string => {
  const { origin } = new URL(site);
  return `default-src 'none'; script-src ${origin}; frame-src ${origin}; img-src ${origin} data:`;
};
const policyOfSite = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";

const serve = prepareOthers();

/** A post on one origin, and the playground on another under a sub-path, without CORS headers. */
async function openPost(body: (site: string) => string, { policies = false } = {}) {
  const site = await serve({
    folder: inject('siteFolder'),
    base: '/some/where/',
    headers: policies ? { 'content-security-policy': policyOfSite } : {},
  });
  const blog = await serve({
    pages: { 'post.html': post(site, body(site)) },
    headers: policies ? { 'content-security-policy': policyOfPost(site) } : {},
  });
  return openPage(`${blog}post.html`, { ...still, viewport: { width: 1000, height: 1600 } });
}

const headIsStyled = (page: Page, nth = 0): Promise<string> =>
  embedOf(page, nth)
    .locator('header')
    .first()
    .evaluate((element) => getComputedStyle(element).display);

test('an embed runs on another origin, in a sandbox without an origin of its own', async () => {
  const { page, problems, close } = await openPost(
    (site) => `<redlock-playground sandbox="allow-scripts" story="failover" storage="fencing"></redlock-playground>
<redlock-playground sandbox="allow-scripts" story="pause-before-write" view="compare" lang="zh"></redlock-playground>
<iframe id="bare" sandbox="allow-scripts" src="${site}embed/?story=session-expired&view=timeline" width="900" height="500"></iframe>`,
  );
  for (const nth of [0, 1]) await verdictIn(embedOf(page, nth)).waitFor();
  await expect.poll(() => outcomeIn(embedOf(page, 1))).toBe('lost');
  await expect.poll(() => embedOf(page, 1).locator('#root [data-plot]').count()).toBe(2);
  // Its style sheet and messages have arrived: the frame has said what it shows.
  await expect.poll(() => headIsStyled(page)).toBe('flex');
  await expect.poll(() => iframeOf(page).getAttribute('title')).toContain(' · Redlock Playground');
  // A lock that is loaded on demand.
  await page.frameLocator('#bare').getByText('Click or tap play.').waitFor();
  await expect.poll(() => page.frameLocator('#bare').locator('header').textContent()).toContain('ZooKeeper');
  const origin = await embedOf(page)
    .locator('body')
    .evaluate(() => self.origin);
  expect(origin).toBe('null');
  expect(problems).toEqual([]);
  await close();
});

atNight('the playground itself, made of modules, is refused there: the sandbox of these tests is one', async () => {
  const { page, problems, close } = await openPost(
    (site) => `<iframe sandbox="allow-scripts" src="${site}index.html"></iframe>`,
  );
  await expect.poll(() => problems.join('\n')).toContain('blocked by CORS policy');
  await expect.poll(() => page.frameLocator('iframe').locator('#root > *').count()).toBe(0);
  await close();
});

test.each(['', ' sandbox="allow-scripts"'])(
  'an embed%s runs under the Content-Security-Policy of the docs, and so does what it loads later',
  async (sandbox) => {
    const { page, problems, close } = await openPost(
      () => `<redlock-playground${sandbox} story="pause-before-write" lock="zookeeper-sequential"></redlock-playground>
<redlock-playground${sandbox} story="pause-before-write" view="compare"></redlock-playground>`,
      { policies: true },
    );
    for (const nth of [0, 1]) await verdictIn(embedOf(page, nth)).waitFor();
    await expect.poll(() => embedOf(page, 1).locator('#root [data-plot]').count()).toBe(2);
    await expect.poll(() => headIsStyled(page)).toBe('flex');
    // An element positioned by its style attribute. A policy does not refuse styles set by scripts.
    await pauseIn(embedOf(page, 1)).waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

test('the playground runs under the policy of the docs, its dialogs too', async () => {
  const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'";
  const site = await serve({ folder: inject('siteFolder'), headers: { 'content-security-policy': policy } });
  const { page, problems, close } = await openPage(site, still);
  await verdictIn(page).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'Embed' }).click();
  await verdictIn(page.getByRole('dialog').frameLocator('iframe')).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test.each([
  ['embed/failover/', 'en', /held the lock at the same time/],
  ['embed/zh/failover/', 'zh-CN', /两个客户端/],
] as const)('without JavaScript, %s shows a picture of its run, told in its text', async (path, language, text) => {
  const { page, problems, close } = await openPage(path, { javaScriptEnabled: false });
  const picture = page.getByRole('img', { name: text });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(500);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
  expect(problems).toEqual([]);
  await close();
});

test('in the frame that WordPress makes of an address, the run is there and its links lead out', async () => {
  const site = await serve({ folder: inject('siteFolder') });
  // As `wp_filter_oembed_result` writes it, and as `wp-embed.js` receives it.
  const blog = await serve({
    pages: {
      'post.html': `<!doctype html><title>A post</title><link rel="icon" href="data:,"><iframe title="A run" width="700" height="520"
sandbox="allow-scripts" security="restricted" src="${site}embed/failover/?v=1&amp;story=failover#?secret=aB3dE6gH9k" data-secret="aB3dE6gH9k"></iframe>
<script>addEventListener('message', ({ data }) => { if (data.secret === 'aB3dE6gH9k' && data.message === 'link') document.title = data.value; })</script>`,
    },
  });
  const { page, close } = await openPage(`${blog}post.html`, still);
  const frame = page.frameLocator('iframe');
  await expect.poll(() => outcomeIn(frame)).toBe('overlap');
  expect(await frame.getByRole('alert').count()).toBe(0);
  await frame.getByRole('link', { name: 'Open in the playground' }).first().click();
  await expect.poll(() => page.title()).toBe(`${site}?story=failover&scene`);
  await close();
});

atNight('a page hears its own frames alone, each by its number', async () => {
  // A scene would have another height in a taller frame, and report it.
  const lanes = '<redlock-playground story="failover" view="timeline"></redlock-playground>';
  const { page, close } = await openPost(() => lanes);
  await embedOf(page).getByText('Click or tap play.').waitFor();
  const height = () => iframeOf(page).evaluate((frame) => frame.style.height);
  await expect.poll(() => iframeOf(page).getAttribute('title')).toContain(' · Redlock Playground');
  const before = await height();
  const number = await numberOf(page);
  const sayUp = (frame: string, value: number) =>
    embedOf(page)
      .locator('body')
      .evaluate(
        (_body, [name, wanted]) => parent.postMessage({ redlock: 1, frame: name, type: 'height', height: wanted }, '*'),
        [frame, value] as const,
      );
  // The right number from the wrong window, then the wrong number from the right window.
  await page.evaluate((frame) => postMessage({ redlock: 1, frame, type: 'height', height: 901 }, '*'), number);
  await sayUp('1', 902);
  await heardAll(page.locator('body'));
  await expect.poll(() => height()).toBe(before);
  await sayUp(number, 903);
  await expect.poll(height).toBe('903px');
  await close();
});

atNight('a frame hears the page around alone, by its number', async () => {
  const { page, close } = await openPost(
    () =>
      '<iframe id="neighbour" srcdoc="A neighbour"></iframe><redlock-playground story="failover"></redlock-playground>',
  );
  await verdictIn(embedOf(page)).waitFor();
  const theme = () => embedOf(page).locator('html').getAttribute('data-theme');
  await expect.poll(theme).toBe('light');
  const number = await numberOf(page);
  await page
    .frameLocator('#neighbour')
    .locator('body')
    .evaluate(
      (_body, frame) => parent.frames[1]?.postMessage({ redlock: 1, frame, type: 'theme', theme: 'dark' }, '*'),
      number,
    );
  const sayDown = (frame: string) =>
    iframeOf(page).evaluate(
      (element, name) =>
        (element as HTMLIFrameElement).contentWindow?.postMessage(
          { redlock: 1, frame: name, type: 'theme', theme: 'dark' },
          '*',
        ),
      frame,
    );
  await sayDown('1');
  await heardAll(embedOf(page).locator('body'));
  await expect.poll(() => theme()).toBe('light');
  await sayDown(number);
  await expect.poll(theme).toBe('dark');
  await close();
});

/** Messages come in order: this window has heard all that were sent to it before. */
const heardAll = (body: Locator): Promise<void> =>
  body.evaluate(
    () =>
      new Promise<void>((heard) => {
        addEventListener('message', ({ data }) => data === 'the last' && heard());
        postMessage('the last', '*');
      }),
  );

async function numberOf(page: Page): Promise<string> {
  const address = (await iframeOf(page).getAttribute('src')) ?? '';
  const number = new URL(address).searchParams.get('frame');
  if (number === null) throw new Error('The frame has no number.');
  return number;
}

const { settings } = story.scenario;
/** Nine clients that never rest. */
const longest: Scenario = {
  ...story.scenario,
  faults: {},
  settings: {
    ...settings,
    clients: 9,
    rounds: 1000,
    work: 0,
    think: 0,
    stagger: 0,
    latency: 1,
    own: {},
    duration: 600_000,
  },
};

test('of a run that is too long for a frame the beginning is shown, and the way to the whole', async () => {
  const { page, problems, close } = await openPage(`embed/#${encodeLink(longest, { parts })}`);
  await page.getByText('longer than the 50000 events that a frame plays').waitFor();
  const whole = page.getByRole('link', { name: 'Open in the playground' }).last();
  await expect.poll(() => whole.getAttribute('href')).toContain('#v1.');
  const [, link = ''] = ((await whole.getAttribute('href')) ?? '').split('#');
  // The digest of a run that was cut off says nothing about the whole.
  const decoded = await decodeLink(link, { parts, resolveStory: async () => undefined });
  expect(decoded).toMatchObject({ ok: true, scenario: { settings: { clients: 9, rounds: 1000 } } });
  expect(decoded).not.toHaveProperty('digest');
  expect(problems).toEqual([]);
  await close();
});
