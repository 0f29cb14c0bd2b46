// A page with a link preview for chats, opened by a person: it is the playground with that run, on a host below a
// path; without JavaScript it has title, verdict, picture and link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { opening } from '../../src/content/stories/opening';
import { encodeCode } from '../../src/core/model/links/codeLink';
import { encodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import { firstTemplate } from '../../src/sandbox/own/templates/templates';
import { openLinkServer } from '../../src/site/links/linkServer';
import { serveSite } from '../../src/site/siteServer';
import { verdictIn } from '../support/embeds';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
let site = { address: '', close: async (): Promise<void> => {} };

beforeAll(async () => {
  const folder = inject('siteFolder');
  const links = openLinkServer({
    base: '/some/where/',
    site: undefined,
    built: readFileSync(join(root, folder, 'index.html'), 'utf8'),
    builtOwn: readFileSync(join(root, folder, 'own/index.html'), 'utf8'),
    painter: { previewLink: async () => null, close: async () => {} },
  });
  const beside = { answer: links.answer, attach: () => {} };
  site = await serveSite({ folder, port: 5290, base: '/some/where/', handler: beside });
});
afterAll(() => site.close());

test('a variant in Chinese opens as the playground, and the dialog gives its address away again', async () => {
  const own = `${site.address}s/zh/pause-before-write/b/`;
  const { page, problems, close } = await openPage(own);
  await verdictIn(page).waitFor();
  expect(page.url()).toBe(`${site.address}?story=pause-before-write&variant=b&lang=zh`);
  expect(await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href)).toBe(
    `${site.address}manifest.webmanifest`,
  );
  await page.getByRole('button', { name: '分享', exact: true }).click();
  await expect.poll(() => page.getByRole('textbox', { name: '链接' }).inputValue()).toBe(`${own}?scene`);
  await page.keyboard.press('Escape');
  // A reload and a step back lead to the playground, too.
  await page.reload();
  await verdictIn(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a link of any scenario opens as the playground with it', async () => {
  const base = { id: 'pause-before-write', scenario: story.scenario };
  const code = encodeLink({ ...story.scenario, faults: {} }, { parts, base });
  const { page, problems, close } = await openPage(`${site.address}r/${code}/?lang=zh&details`);
  await expect.poll(() => verdictIn(page).getAttribute('data-outcome')).toBe('held');
  expect(page.url()).toMatch(new RegExp(`^${site.address}\\?lang=zh&details#v1\\.`));
  expect(problems).toEqual([]);
  await close();
});

test('a link with code opens as the page of one’s own lock, where it waits', async () => {
  const code = encodeCode({ lock: `${firstTemplate.lock}// sent`, check: null, guard: 'none', faults: 'pause' });
  const { page, problems, close } = await openPage(`${site.address}r/${code}/?lang=zh`);
  await page.getByRole('button', { name: '运行', exact: true }).waitFor();
  expect(page.url()).toBe(`${site.address}own/?lang=zh#${code}`);
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('// sent');
  expect(problems).toEqual([]);
  await close();
});

test('without JavaScript there are title, verdict, picture and link', async () => {
  const { page, problems, close } = await openPage(`${site.address}s/pause-before-write/`, {
    javaScriptEnabled: false,
  });
  const said = String(await page.locator('meta[name="description"]').getAttribute('content'));
  expect(said).toMatch(/^Client 1 takes the lock, .*\. An update was lost\./);
  await page.getByText(opening.title.en).first().waitFor();
  await page.getByText(said).first().waitFor();
  // The run’s own picture: without SITE_URL the card would belong to another address.
  const picture = page.getByRole('img');
  expect(await picture.getAttribute('src')).toBe('../../embed/pause-before-write/light.svg');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(720);
  expect(await page.getByRole('link', { name: 'Open it in the playground' }).getAttribute('href')).toBe(
    '../../?story=pause-before-write',
  );
  // A page without JavaScript preloads no script.
  expect(problems.filter((problem) => !/\.js csp$/.test(problem))).toEqual([]);
  await close();
});
