// The code of the dialog in pages of every framework that EMBEDDING.md names: installed, built, served, and read in
// Chromium with JavaScript and without it. It needs the network; Hugo and WordPress are tested where they are
// installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { satisfies } from 'semver';
import { expect, inject, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { oembedOf } from '../../src/picture/linkPages/oembed';
import { embedOf, iframeOf, outcomeIn, verdictIn } from '../support/embeds';
import { codeFor, type Framework, frameworks, makeSite, wordsOfOwn, wordsOfPicture } from '../support/frameworks';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
const minutes = 60_000;

/** One frame, with the page's run and colours. */
async function expectRun(page: Page): Promise<void> {
  await verdictIn(embedOf(page)).waitFor();
  await expect.poll(() => outcomeIn(embedOf(page))).toBe('overlap');
  await expect.poll(() => embedOf(page).locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.locator('redlock-playground').count()).toBe(1);
  expect(await iframeOf(page).count()).toBe(1);
  expect(await page.locator('script[src$="/embed.js"]').count()).toBe(1);
  expect(await embedOf(page).getByRole('alert').allInnerTexts()).toEqual([]);
}

/** The text between the tags, word for word. */
async function expectShown(picture: Locator, words = wordsOfPicture): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  expect(await picture.getAttribute('alt')).toEqual(words);
}

const escapedInHugo = expect.toSatisfy((alt: string) => alt.replace(/\\([^\w\s])/g, '$1') === wordsOfPicture);

/** A paragraph around the element, or within it, would make another page than the dialog showed. */
const element = ':not(p) > redlock-playground';

function lacking({ name, project, node = '*' }: Framework): string | null {
  if (project === 'hugo' && spawnSync('hugo', ['version']).status !== 0)
    return 'Hugo is not installed, so its pages were not tried: apt-get install hugo.';
  return satisfies(process.versions.node, node)
    ? null
    : `${name} wants Node ${node}, and this is ${process.versions.node}, so its pages were not tried.`;
}

test.for(frameworks)(
  'in $name there is one run, without a complaint, and a picture without JavaScript',
  {
    timeout: 15 * minutes,
  },
  async (framework, { skip }) => {
    const lacks = lacking(framework);
    if (lacks !== null) return skip(lacks);
    const made = await makeSite(framework, inject('siteAddress'));
    try {
      for (const path of framework.pages) {
        const { page, problems, close } = await openPage(`${made.address}${path}`, still);
        await expectRun(page);
        if (framework.project === 'react') {
          await page.getByRole('button', { name: 'Again 0' }).click();
          await page.getByRole('button', { name: 'Again 1' }).waitFor();
          await expectRun(page);
        }
        expect([path, problems]).toEqual([path, []]);
        await close();
        const plain = await openPage(`${made.address}${path}`, { ...still, javaScriptEnabled: false });
        await expectShown(plain.page.locator(`${element} > a > img`));
        // A script that the page preloads is refused where scripts are forbidden.
        expect([path, plain.problems.filter((problem) => !problem.endsWith(' csp'))]).toEqual([path, []]);
        await plain.close();
      }
      const { own, markdown } = framework;
      if (own !== undefined || markdown !== undefined) {
        const { page, close } = await openPage(`${made.address}${own ?? markdown}`, {
          ...still,
          javaScriptEnabled: false,
        });
        if (own !== undefined) expect(await page.locator(`${element} > a`).textContent()).toBe(wordsOfOwn);
        // Hugo 0.111 leaves Markdown's backslashes in the text of a picture.
        else await expectShown(page.locator('p > a[href$="/s/failover/?scene"] > img'), escapedInHugo);
        await close();
      }
      if (framework.walks) await walk(`${made.address}${framework.pages[0]}`);
    } finally {
      await made.close();
    }
  },
);

/** By the page's links, which its router takes: from the run to a page without one, and back. */
async function walk(address: string): Promise<void> {
  const { page, problems, close } = await openPage(address, still);
  await expectRun(page);
  const same = await page.evaluateHandle(() => document);
  for (let times = 0; times < 3; times++) {
    await page.getByRole('link', { name: 'Other' }).first().click();
    await page.getByRole('heading', { name: 'Another page' }).waitFor();
    await expect.poll(() => page.locator('redlock-playground').count()).toBe(0);
    await page.getByRole('link', { name: 'Run' }).first().click();
    await expectRun(page);
  }
  expect(await same.evaluate((before) => before === document)).toBe(true);
  expect(problems).toEqual([]);
  await close();
}

const wordPress = process.env['WORDPRESS_PATH'] ?? '/usr/share/wordpress';
const lacksWordPress =
  !existsSync(join(wordPress, 'wp-includes/kses.php')) || spawnSync('php', ['-v']).status !== 0
    ? 'WordPress is not installed, so its filters were not tried: apt-get install php-cli wordpress, or WORDPRESS_PATH.'
    : null;

test('WordPress leaves the picture and its link of the code, and a frame of the address', async ({ skip }) => {
  if (lacksWordPress !== null) return skip(lacksWordPress);
  const site = inject('siteAddress');
  const block = codeFor('wordpress', 'wordpressBlock', site);
  const { html: frame } = oembedOf({
    title: 'A "run"',
    embed: `${site}embed/failover/?v=1&story=failover`,
    site,
    thumbnail: `${site}social.png`,
  });
  const kept: { block: string; frame: string } = JSON.parse(
    execFileSync('php', [join(root, 'test/frameworks/wordpress/kept.php')], {
      input: JSON.stringify({ folder: wordPress, block, frame }),
      encoding: 'utf8',
    }),
  );
  // It removes the style, including `border: 0`.
  expect(kept.frame).toContain('frameborder="0"');
  expect(kept.block).not.toMatch(/<(?:script|redlock-playground)/);
  const blog = await serveOther({
    pages: {
      'post.html': `<!doctype html><title>A post</title><link rel="icon" href="data:,">${kept.block}${kept.frame}`,
    },
  });
  const { page, problems, close } = await openPage(`${blog.address}post.html`, still);
  const link = page.locator('a:has(> img)');
  expect(await link.getAttribute('href')).toBe(`${site}?story=failover&scene`);
  await expectShown(link.locator('img'));
  await expect.poll(() => outcomeIn(page.frameLocator('iframe'))).toBe('overlap');
  expect(problems).toEqual([]);
  await close();
  await blog.close();
});
