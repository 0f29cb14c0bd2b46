// The first load stays small. It counts what Chromium really fetches, including lazy chunks that a page requests at
// once, not only the files that the page names. A first visit loads most.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { firstLoadLimits, listFirstLoad } from '../scripts/firstLoad.mjs';
import { root } from '../scripts/install.mjs';
import { filesOfModules } from '../src/site/stories/manifest';
import { prepareBrowser } from './support/page';

const openPage = prepareBrowser();
const folder = join(root, `.cache/size-${process.pid}`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(firstLoadLimits)(
  'the first load of $name is at most $bytesMax bytes of JavaScript, gzipped',
  async (limit) => {
    // A first visit shows more text.
    const { page, close } = await openPage('about:blank', { isFirstVisit: true });
    const scripts = await fetchScripts(page, new URL(limit.path, inject('siteAddress')).href);
    const bytes = [...scripts.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
    const wanted = listFirstLoad(inject('siteFolder'), limit.entry).map((file) =>
      file.slice(file.lastIndexOf('/') + 1),
    );
    expect([...scripts.keys()]).toEqual(expect.arrayContaining(wanted));
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(limit.bytesMax);
    await close();
  },
);

// Most people come to the playground by a link to a story.
test.each(['?story=pause-before-write', 'learn/', 'matrix/'])(
  'what %j loads along with its scripts is what it is drawn with',
  async (path) => {
    const { page, close } = await openPage('about:blank');
    // As for a person who has not chosen a size.
    await page.addInitScript(() => localStorage.removeItem('redlock-playground'));
    const preloaded: string[] = [];
    await page.route(new URL(path, inject('siteAddress')).href, async (route) => {
      const html = await (await route.fetch()).text();
      const body = html.replace(/<link rel="modulepreload"[^>]* href="([^"]*)">/g, (_, address: string) => {
        preloaded.push(nameOf(address));
        return '';
      });
      await route.fulfill({ body, contentType: 'text/html' });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(nameOf(request.url())));
    await page.goto(new URL(path, inject('siteAddress')).href, { waitUntil: 'commit' });
    await page.locator('[data-plot] canvas, [data-drawn], td a').first().waitFor();
    expect(preloaded).not.toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(preloaded));
    await close();
  },
);

test('editor, sandbox and Lua are fetched by the page of one’s own lock, and by no other', async () => {
  const { page, close } = await openPage('about:blank');
  let asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('worker', (worker) => asked.push(worker.url()));
  const fetched = async (path: string): Promise<readonly string[]> => {
    // The page before may still be starting a worker.
    await page.goto('about:blank', { waitUntil: 'networkidle' });
    asked = [];
    await page.goto(new URL(path, inject('siteAddress')).href, { waitUntil: 'networkidle' });
    // A worker may start when the network is already quiet.
    if (path === 'own/') await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    return asked.filter((url) => /\/assets\/own\/|editor|\.wasm|quickjs|fengari/i.test(url)).map(nameOf);
  };
  expect(await fetched('own/')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ownWorker/), expect.stringMatching(/^CodeEditor/)]),
  );
  for (const path of ['', 'learn/', 'matrix/', 'embed/?story=failover', 'examples/'])
    expect(await fetched(path)).toEqual([]);
  await close();
});

// The bundler puts a module that two files need into one of them, and the other one then loads all of that file.
test.each([
  'playground/Workbench.tsx',
  'gallery/Gallery.tsx',
  'help/KeySheet.tsx',
  'files/linkOfRun.ts',
  'print/printRun.ts',
  'scene/sceneNow.ts',
])('what a reader of a run opens later brings no other page and no other language: %s', (module) => {
  const files = filesOfModules(join(root, inject('siteFolder')), [`src/web/${module}`]);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => /\/(learn|own|matrix|chinese|share|make)-/.test(file))).toEqual([]);
});

test('size-limit fails when a page is larger than its limit', () => {
  const path = listFirstLoad(inject('siteFolder'), 'index.html').map((file) => join(root, file));
  expect(runSizeLimit({ path, limit: '1 kB', gzip: true })).toBe(1);
  expect(runSizeLimit({ path, limit: '10 MB', gzip: true })).toBe(0);
});

/** @returns the name and body of every script of the page, after the network has become quiet. */
async function fetchScripts(page: Page, address: string): Promise<ReadonlyMap<string, Buffer>> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(address, { waitUntil: 'networkidle' });
  // A reader's own lock runs at once, and its sandbox loads with it.
  if (address.endsWith('/own/')) await page.locator('[data-plot]').waitFor();
  const scripts = responses.filter((response) => /javascript/.test(response.headers()['content-type'] ?? ''));
  const entries = await Promise.all(
    scripts.map(async (script) => [nameOf(script.url()), await script.body()] as const),
  );
  return new Map(entries);
}

function nameOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

function runSizeLimit(check: { path: readonly string[]; limit: string; gzip: boolean }): number | null {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { '@size-limit/file': '*' } }));
  writeFileSync(join(folder, '.size-limit.json'), JSON.stringify([check]));
  return spawnSync(process.execPath, [join(root, 'test/node_modules/size-limit/bin.js')], { cwd: folder }).status;
}
