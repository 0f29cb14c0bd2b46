// Whatever was opened once works without a network and without its server. In a frame nothing is kept.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Frame, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { embedOf, outcomeIn, post, verdictIn } from '../support/embeds';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

/** Whether the service worker has kept a file whose name begins like this. */
const isKept = (page: Page, name: string) =>
  expect.poll(() => kept(page), { timeout: 20_000 }).toContainEqual(expect.stringContaining(name));

const kept = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });

const goOffline = (page: Page) => page.context().setOffline(true);

/** Runs before each page: notes that the page asks for a worker, which is registered only later. */
function noteAsking(): void {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (...given) {
    (window as { asksForWorker?: boolean }).asksForWorker = true;
    return register.apply(this, given);
  };
}

const asks = (frame: Page | Frame) => frame.evaluate(() => 'asksForWorker' in window);

/** Longer than a page waits before it asks, in ms. */
const waitMs = 7000;

const otherSite = () => serveOther({ folder: inject('siteFolder'), base: '/some/where/' });
const visitor = { reducedMotion: 'reduce', serviceWorkers: 'allow' } as const;

test('the essay opens without a network once it was read, with the runs that stood beside it', async () => {
  const site = await otherSite();
  const { page, close } = await openPage(`${site.address}essay/`, visitor);
  const title = page.locator('.run h2').first();
  const readTo = (id: string) =>
    page
      .locator(`#${id} p`)
      .first()
      .evaluate((place) => place.scrollIntoView({ block: 'center' }));
  await title.waitFor();
  await readTo('failover');
  await expect.poll(() => title.textContent()).toBe('A failover can forget the lock');
  await isKept(page, 'assets/failover-');
  await isKept(page, 'essay/');
  await goOffline(page);
  await site.close();
  await page.reload();
  await title.waitFor();
  await readTo('failover');
  await expect.poll(() => title.textContent()).toBe('A failover can forget the lock');
  await close();
});

test('what was opened once opens without a network', async () => {
  const site = await otherSite();
  const { page, close } = await openPage(`${site.address}?token=secret`, visitor);
  await verdictIn(page).waitFor();
  await isKept(page, 'assets/page-');
  await page.goto(`${site.address}embed/failover/`);
  await verdictIn(page).waitFor();
  await page.goto(`${site.address}embed/?story=failover`);
  await verdictIn(page).waitFor();

  await goOffline(page);
  await site.close();
  await page.goto(site.address);
  await verdictIn(page).waitFor();
  await page.goto(`${site.address}embed/failover/?view=verdict`);
  await verdictIn(page).waitFor();
  await expect.poll(() => outcomeIn(page)).toBe('overlap');
  await close();
});

test('a story that was never opened says so without a network, and lists those that were', async () => {
  const site = await otherSite();
  const { page, close } = await openPage(`${site.address}?story=failover`, visitor);
  await verdictIn(page).waitFor();
  await isKept(page, 'assets/page-');
  await isKept(page, 'assets/failover-');
  await goOffline(page);
  await site.close();
  for (const path of ['?story=no-label', 's/no-label/']) {
    await page.goto(`${site.address}${path}`);
    await page.getByRole('heading', { name: 'This story is not kept on this device' }).waitFor();
    await page.getByText('“Two agents read “no label”” has not been opened here before.').waitFor();
    expect(await page.getByRole('link').allTextContents()).toContain('A failover can forget the lock');
  }
  await page.goto(`${site.address}s/zh/no-label/`);
  await page.getByRole('heading', { name: '这台设备上没有保存这个故事' }).waitFor();
  await page.goto(`${site.address}essay/`);
  await page.getByRole('heading', { name: 'This page is not kept on this device' }).waitFor();
  await page.goto(`${site.address}?story=no-label`);
  await page.getByRole('link', { name: 'A failover can forget the lock' }).click();
  await verdictIn(page).waitFor();
  await expect.poll(() => outcomeIn(page)).toBe('overlap');
  await close();
});

test('a person can have everything kept, also what was never looked at', async () => {
  const site = await otherSite();
  const { page, close } = await openPage(site.address, visitor);
  await verdictIn(page).waitFor();
  await isKept(page, 'assets/page-');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Keep all pages on this device' }).click();
  await page.getByText('All pages now work without a network.').waitFor({ timeout: 30_000 });

  await goOffline(page);
  await site.close();
  // A story, a lock and a page that have not been loaded yet.
  await page.goto(`${site.address}?story=session-expired`);
  await verdictIn(page).waitFor();
  await expect.poll(() => outcomeIn(page)).not.toBeNull();
  // A link from somebody else, to a page that was never opened here.
  await page.goto(`${site.address}s/zh/clock-jump/`);
  await verdictIn(page).waitFor();
  expect(page.url()).toBe(`${site.address}?story=clock-jump&lang=zh`);
  await page.goto(`${site.address}learn/?do=the-nap`);
  await page.getByRole('complementary', { name: 'Task' }).waitFor();
  await close();
});

test('a visit keeps less than 1 MB, no secret of the address, and nothing that a server says of itself', async () => {
  const { page, close } = await openPage('?token=secret', { serviceWorkers: 'allow' });
  await verdictIn(page).waitFor();
  await isKept(page, 'assets/page-');
  await page.reload();
  await verdictIn(page).waitFor();
  const urls = await kept(page);
  expect(urls.length).toBeGreaterThan(10);
  expect(urls.filter((url) => /secret|live\.json|\/s\//.test(url))).toEqual([]);
  const paths = urls.map((url) => new URL(url).pathname.replace(/\/$/, '/index.html'));
  const sizes = paths.map((path) => gzipSync(readFileSync(join(root, inject('siteFolder'), path))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  await close();
});

test('who saves data has nothing kept', async () => {
  const { page, close } = await openPage('about:blank', { serviceWorkers: 'allow', hasClock: true });
  await page.addInitScript(noteAsking);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: location.search === '' } }),
  );
  await page.goto(inject('siteAddress'));
  await verdictIn(page).waitFor();
  await page.clock.runFor(waitMs);
  expect(await asks(page)).toBe(false);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  // A reader without Save-Data has one.
  await page.goto(`${inject('siteAddress')}?lang=en`);
  await verdictIn(page).waitFor();
  await page.clock.runFor(waitMs);
  expect(await asks(page)).toBe(true);
  await close();
});

test('a frame has nothing kept', async () => {
  const blog = await serveOther({
    pages: {
      'post.html': post(
        inject('siteAddress'),
        `<redlock-playground story="failover"></redlock-playground><iframe src="${inject('siteAddress')}learn/"></iframe>`,
      ),
    },
  });
  const { page, close } = await openPage('about:blank', {
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
    hasClock: true,
  });
  await page.addInitScript(noteAsking);
  await page.goto(`${blog.address}post.html`);
  await verdictIn(embedOf(page)).waitFor();
  await page.frameLocator('iframe[src$="/learn/"]').getByRole('complementary', { name: 'Task' }).waitFor();
  await page.clock.runFor(waitMs);
  expect(await Promise.all(page.frames().map(asks))).toEqual([false, false, false]);
  const inFrames = page
    .frames()
    .map((frame) => frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length));
  expect(await Promise.all(inFrames)).toEqual([0, 0, 0]);
  await close();
  await blog.close();
});
