// After a first visit the pages work without a network and without their server. In a frame nothing is kept.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { embedOf, outcomeIn, post, verdictIn } from '../support/embeds';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

/** Resolves when the service worker has kept everything. */
const isKept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope));

const goOffline = (page: Page) => page.context().setOffline(true);

test('what was opened once opens without a network, and so does what was never looked at', async () => {
  const site = await serveOther({ folder: inject('siteFolder'), base: '/some/where/' });
  const { page, close } = await openPage(`${site.address}?token=secret`, {
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  await verdictIn(page).waitFor();
  expect(await isKept(page)).toBe(site.address);
  await page.goto(`${site.address}embed/failover/`);
  await verdictIn(page).waitFor();

  await goOffline(page);
  await site.close();
  await page.goto(site.address);
  await verdictIn(page).waitFor();
  // A story, a lock and a page that have not been loaded so far.
  await page.goto(`${site.address}?story=session-expired`);
  await verdictIn(page).waitFor();
  await expect.poll(() => outcomeIn(page)).not.toBeNull();
  // A link that somebody sent, to a page that was never opened here.
  await page.goto(`${site.address}s/zh/clock-jump/`);
  await verdictIn(page).waitFor();
  expect(page.url()).toBe(`${site.address}?story=clock-jump&lang=zh`);
  await page.goto(`${site.address}learn/?do=the-nap`);
  await page.getByRole('complementary', { name: 'Task' }).waitFor();
  await page.goto(`${site.address}embed/failover/?view=verdict`);
  await verdictIn(page).waitFor();
  await expect.poll(() => outcomeIn(page)).toBe('overlap');
  await close();
});

test('a secret in the address is not kept, nor is what a server says of itself', async () => {
  const { page, close } = await openPage('?token=secret', { serviceWorkers: 'allow' });
  await isKept(page);
  await page.reload();
  await verdictIn(page).waitFor();
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.filter((url) => /secret|live\.json|\/s\//.test(url))).toEqual([]);
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
  const { page, close } = await openPage(`${blog.address}post.html`, {
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  await verdictIn(embedOf(page)).waitFor();
  // Longer than a page waits.
  await page.waitForTimeout(7000);
  const inFrames = page
    .frames()
    .map((frame) => frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length));
  expect(await Promise.all(inFrames)).toEqual([0, 0, 0]);
  await close();
  await blog.close();
});
