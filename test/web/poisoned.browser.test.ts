// A host or a captive portal answers with a page in place of a script. Nothing of that is kept, and a page that
// cannot start because of it recovers by itself once the server is well.
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import { verdictIn } from '../support/embeds';
import { atNight, byNight } from '../support/nightly';
import { type Answer, type OtherSite, serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const aPage: Answer = { body: '<!doctype html><title>Sign in</title><p>Sign in to this network.' };
const isScript = (path: string): boolean => /^assets\/.*\.js$/.test(path);
const visit = { reducedMotion: 'reduce', serviceWorkers: 'allow' } as const;

let site: OtherSite | null = null;
afterEach(async () => {
  await site?.close();
  site = null;
});

/** The built site, and the replacement answers for its files. */
async function serveSite() {
  const now: { instead: (path: string) => Answer | undefined; pages: string[] } = {
    instead: () => undefined,
    pages: [],
  };
  const folder = inject('siteFolder');
  site = await serveOther({
    folder,
    base: '/some/where/',
    instead: (path) => {
      if (path === '' || path.endsWith('/')) now.pages.push(path);
      return now.instead(path);
    },
  });
  return { address: site.address, now };
}

/** The addresses below the site of everything that is kept, and those whose type differs from what their name says. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (
      await Promise.all(all.map(async (cache) => (await cache.keys()).map((key) => ({ cache, key }))))
    ).flat();
    const wrong: string[] = [];
    for (const { cache, key } of requests) {
      const type = (await cache.match(key))?.headers.get('content-type') ?? '';
      if (/\.js$/.test(key.url) && !type.includes('javascript')) wrong.push(key.url);
    }
    return { count: requests.length, wrong };
  });

/** Requested as the sheet of keys requests it. */
const keepAll = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      active?.postMessage({ all: true }, [port2]);
    });
  });

/** In place of a script. */
const wrongAnswers: Readonly<Record<string, Answer>> = {
  'a page': aPage,
  'an error': { status: 500, body: 'Out of order.' },
  'another site': { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
  'a part of it': {
    status: 206,
    headers: { 'content-type': 'text/javascript', 'content-range': 'bytes 0-3/9' },
    body: 'var ',
  },
};

test('what is answered in place of half of the scripts is never kept', async () => {
  const { address, now } = await serveSite();
  // On a slow machine the page would start too early with its worker.
  now.instead = (path) => (path === 'sw.js' ? { status: 404 } : undefined);
  const { page, close } = await openPage(address, visit);
  await verdictIn(page).waitFor();
  now.instead = () => undefined;
  await page.evaluate(() => navigator.serviceWorker.register('sw.js'));
  for (const [what, answer] of Object.entries(wrongAnswers)) {
    now.instead = (path) => (isScript(path) && path.length % 2 === 0 ? answer : undefined);
    expect(await keepAll(page), what).toBe(false);
    expect((await keptIn(page)).wrong, what).toEqual([]);
  }
  now.instead = () => undefined;
  expect(await keepAll(page)).toBe(true);
  await page.reload();
  await verdictIn(page).waitFor();
  const { count, wrong } = await keptIn(page);
  expect(count).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
  await close();
});

/** An earlier build kept everything that was answered with 200. */
const earlierWorker = `
const name = 'redlock-playground ' + self.registration.scope + ' earlier';
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (/\\/assets\\//.test(event.request.url)) event.respondWith(kept(event.request));
});
async function kept(request) {
  const cache = await caches.open(name);
  const found = await cache.match(request.url, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}`;

const pages = byNight(['', 'embed/failover/'], ['', 'learn/', 'matrix/', 'embed/failover/']);

test.each(pages)(
  'the page “%s”, for which an earlier worker kept other answers, comes back by itself',
  async (path) => {
    const { address, now } = await serveSite();
    const script: Answer = { headers: { 'content-type': 'text/javascript' }, body: earlierWorker };
    now.instead = (asked) => (asked === 'sw.js' ? script : undefined);
    const { page, close } = await openPage(`${address}live.json`, visit);
    await page.goto(`${address}licenses.md`);
    await page.evaluate(async (root) => {
      await navigator.serviceWorker.register(`${root}sw.js`);
      await navigator.serviceWorker.ready;
    }, address);
    // Every file is answered with a page, even if the answer is labelled as a script.
    now.instead = (asked) => {
      if (asked === 'sw.js') return script;
      return isScript(asked)
        ? { ...aPage, headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' } }
        : undefined;
    };
    await page.goto(`${address}${path}`);
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    const before = now.pages.length;
    // It stays broken, and makes no further requests by itself. It uses the real clock: with Playwright's it would
    // not know what it loaded.
    await page.waitForLoadState('networkidle');
    expect(now.pages.length).toBe(before);
    expect((await keptIn(page)).count).toBeGreaterThan(0);

    now.instead = () => undefined;
    const later = await page.context().newPage();
    await later.goto(`${address}${path}`);
    await later.locator('#root > :not(.still)').first().waitFor();
    await close();
  },
);

atNight('a tab that drops what is kept leaves the other tab whole', async () => {
  const { address, now } = await serveSite();
  const { page: first, close } = await openPage(address, visit);
  await verdictIn(first).waitFor();
  expect(await keepAll(first)).toBe(true);
  // For every script a page is kept, as an earlier worker might have left it.
  await first.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys())
        if (/\.js$/.test(key.url))
          await cache.put(key, new Response('<p>Sign in', { headers: { 'content-type': 'text/javascript' } }));
    }
  });
  const second = await first.context().newPage();
  await second.goto(address);
  await verdictIn(second).waitFor();
  expect(now.pages.length).toBeGreaterThan(1);
  await first.getByRole('button', { name: 'Share', exact: true }).click();
  await first.getByRole('dialog').waitFor();
  await close();
});

test('a page that cannot begin is loaded anew once, then asks, and begins when it is told to', async () => {
  const { address, now } = await serveSite();
  now.instead = (path) => (isScript(path) ? aPage : undefined);
  const { page, close } = await openPage(address, { ...visit, serviceWorkers: 'block', hasClock: true });
  await page.getByRole('alert').waitFor();
  await page.clock.runFor(60_000);
  await page.waitForLoadState('networkidle');
  expect(now.pages).toEqual(['', '']);
  now.instead = () => undefined;
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await verdictIn(page).waitFor();
  await close();
});

atNight('where nothing may be stored it is not loaded anew by itself', async () => {
  const { address, now } = await serveSite();
  now.instead = (path) => {
    if (path === 'post') return { body: `<iframe sandbox="allow-scripts" src="embed/failover/"></iframe>` };
    return isScript(path.replace('embed/', '')) ? aPage : undefined;
  };
  const { page, close } = await openPage(`${address}post`, { ...visit, hasClock: true });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('alert').waitFor();
  await page.clock.runFor(60_000);
  await page.waitForLoadState('networkidle');
  expect(now.pages).toEqual(['embed/failover/']);
  now.instead = () => undefined;
  await frame.getByRole('button', { name: 'Reload the page' }).click();
  await verdictIn(frame).waitFor();
  await close();
});
