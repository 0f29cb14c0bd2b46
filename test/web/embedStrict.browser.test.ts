// Embeds in pages that are stricter than most: Trusted Types, isolation from other origins (COEP), and XHTML.
// EMBEDDING.md says what each needs.
import type { Frame, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { iframeOf, outcomeIn, post } from '../support/embeds';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce' } as const;

const serve = prepareOthers();

type Headers = Readonly<Record<string, string>>;

/** The playground, on a host with these headers. */
const serveSite = (headers: Headers = {}): Promise<string> => serve({ folder: inject('siteFolder'), headers });

const picture = (site: string): string =>
  `<a href="${site}?story=failover"><img src="${site}embed/failover/light.svg" width="720" height="521" alt="A run" /></a>`;

const run = (site: string, attributes = ''): string =>
  `<redlock-playground story="failover"${attributes}>${picture(site)}</redlock-playground>`;

async function openPost(body: string, { site, headers }: { readonly site: string; readonly headers: Headers }) {
  const blog = await serve({ pages: { 'post.html': post(site, body) }, headers });
  return openPage(`${blog}post.html`, still);
}

/** Playwright finds no frame by its element in XHTML. */
async function frameIn(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().length).toBe(2);
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('The page has no frame.');
  return frame;
}

async function expectRun(page: Page): Promise<void> {
  const frame = await frameIn(page);
  await expect.poll(() => outcomeIn(frame)).toBe('overlap');
  // The frame's message has arrived.
  const title = () =>
    page.evaluate(() => document.querySelector('redlock-playground')?.shadowRoot?.querySelector('iframe')?.title);
  await expect.poll(title).toContain(' · Redlock Playground');
  await expect
    .poll(() => page.evaluate(() => document.querySelector<HTMLImageElement>('redlock-playground img')?.naturalWidth))
    .toBe(720);
}

test('a page that takes Trusted Types alone, and makes none, has its run', async () => {
  const headers = { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" };
  const site = await serveSite();
  const { page, problems, close } = await openPost(run(site), { site, headers });
  await expectRun(page);
  expect(problems).toEqual([]);
  await close();
});

const isolated = (policy: string): Headers => ({
  'cross-origin-embedder-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
});

test.each([
  ['credentialless', {}],
  ['require-corp', { 'cross-origin-resource-policy': 'cross-origin' }],
  ['require-corp', { 'cross-origin-resource-policy': 'cross-origin', 'cross-origin-embedder-policy': 'require-corp' }],
])('a page that is isolated by %s has its run from a host with the headers %o', async (policy, headers) => {
  const site = await serveSite(headers);
  for (const attributes of ['', ' sandbox="allow-scripts"']) {
    const { page, problems, close } = await openPost(run(site, attributes), { site, headers: isolated(policy) });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await expectRun(page);
    expect(problems).toEqual([]);
    await close();
  }
});

test('a page that is not isolated has a plain frame, whose files the browser keeps for the next page', async () => {
  const site = await serveSite();
  const { page, close } = await openPost(run(site), { site, headers: {} });
  await expectRun(page);
  expect(await iframeOf(page).getAttribute('credentialless')).toBeNull();
  await close();
});

test('a page of XHTML has its run', async () => {
  const site = await serveSite();
  const blog = await serve({
    pages: {
      'post.xhtml': `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>A post</title><link rel="icon" href="data:," />
<script src="${site}embed.js" defer="defer"></script></head><body>${run(site)}</body></html>`,
    },
  });
  const { page, problems, close } = await openPage(`${blog}post.xhtml`, still);
  expect(await page.evaluate(() => document.contentType)).toBe('application/xhtml+xml');
  await expectRun(page);
  expect(problems).toEqual([]);
  await close();
});
