// What an embed does to the page around it, in Chromium: a page that React rendered on a server, one without
// JavaScript, paper, keys, and a name that does not exist.
import { build, transform } from 'esbuild';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, inject, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { embedCode } from '../../src/web/share/embedCode';
import { drawn } from '../support/clock';
import { plainChoice } from '../support/embedChoice';
import { embedOf, iframeOf, longText, outcomeIn, post, verdictIn } from '../support/embeds';
import { atNight, sampled } from '../support/nightly';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce', hasClock: true } as const;

const serve = prepareOthers();

/** The page that a server renders with the component of the dialog, and the script that hydrates it. */
async function renderedPage(site: string) {
  const code = embedCode('react', plainChoice, site)[0]?.text ?? '';
  const { code: asCommon } = await transform(code, {
    loader: 'tsx',
    jsx: 'transform',
    jsxFactory: 'createElement',
    format: 'cjs',
  });
  const made: { exports: { LockRun?: () => null } } = { exports: {} };
  new Function('module', 'require', 'createElement', asCommon)(
    made,
    () => ({ useEffect: () => undefined }),
    createElement,
  );
  const { LockRun } = made.exports;
  if (LockRun === undefined) throw new Error('The code exports no component.');
  const { outputFiles } = await build({
    stdin: {
      contents: `${code}
import { StrictMode, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
function Page() {
  const [count, setCount] = useState(0);
  useEffect(() => { document.body.dataset.hydrated = 'yes'; }, []);
  return <><button type="button" onClick={() => setCount(count + 1)}>Again {count}</button><LockRun key="run" /></>;
}
hydrateRoot(document.getElementById('app'), <StrictMode><Page /></StrictMode>);`,
      loader: 'tsx',
      resolveDir: root,
    },
    bundle: true,
    write: false,
    jsx: 'automatic',
    // React's complaints about a page that differs from what was rendered.
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const rendered =
    renderToString(createElement('button', { type: 'button' }, 'Again ', 0)) + renderToString(createElement(LockRun));
  const html = post(site, `<div id="app">${rendered}</div><script src="page.js" defer></script>`);
  return { 'page.html': html, 'page.js': outputFiles[0]?.text ?? '' };
}

test('a page that React rendered on a server hydrates without a complaint, and may render again', async () => {
  const blog = await serve({ pages: await renderedPage(inject('siteAddress')) });
  const { page, problems, close } = await openPage(`${blog}page.html`, still);
  await page.locator('body[data-hydrated]').waitFor();
  await verdictIn(embedOf(page)).waitFor();
  const frame = await iframeOf(page).getAttribute('src');
  await page.getByRole('button', { name: 'Again 0' }).click();
  await page.getByRole('button', { name: 'Again 1' }).waitFor();
  expect(await iframeOf(page).getAttribute('src')).toBe(frame);
  // Under StrictMode each effect runs twice.
  expect(await page.locator('script[src$="/embed.js"]').count()).toBe(1);
  expect(await page.locator('redlock-playground img').count()).toBe(1);
  expect(await page.locator('redlock-playground').evaluate((element) => element.getAttributeNames())).toEqual([
    'story',
  ]);
  expect(problems).toEqual([]);
  await close();
});

atNight('theme and language change in the frame without a reload; so does nothing else', async () => {
  const site = inject('siteAddress');
  const blog = await serve({
    pages: { 'post.html': post(site, '<redlock-playground story="failover"></redlock-playground>') },
  });
  const { page, close } = await openPage(`${blog}post.html`, { ...still, colorScheme: 'light', locale: 'zh-CN' });
  await verdictIn(embedOf(page)).waitFor();
  await expect.poll(() => embedOf(page).locator('html').getAttribute('lang')).toBe('en');
  await expect.poll(() => iframeOf(page).getAttribute('title')).toMatch(/\w.* · Redlock Playground$/);
  await embedOf(page)
    .locator('body')
    .evaluate((body) => body.setAttribute('data-kept', 'yes'));
  await page.evaluate(() => {
    document.documentElement.lang = 'zh-Hans';
    document.querySelector('redlock-playground')?.setAttribute('theme', 'dark');
    document.querySelector('redlock-playground')?.setAttribute('story', 'failover');
  });
  await expect.poll(() => embedOf(page).locator('html').getAttribute('lang')).toBe('zh-CN');
  await expect.poll(() => embedOf(page).locator('html').getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => iframeOf(page).getAttribute('title')).toContain('故障转移会忘掉锁');
  await expect.poll(() => embedOf(page).locator('body').getAttribute('data-kept')).toBe('yes');
  await page.evaluate(() => document.querySelector('redlock-playground')?.setAttribute('story', 'every-lease'));
  await expect.poll(() => outcomeIn(embedOf(page))).toBe('lost');
  await expect.poll(() => embedOf(page).locator('body').getAttribute('data-kept')).toBeNull();
  await close();
});

test.each([
  ['story="failovre"', 'There is no story “failovre”.'],
  ['view="matrix"', 'shows one row or two'],
])('what %s leaves open is said in the frame', async (attributes, said) => {
  const blog = await serve({
    pages: { 'post.html': post(inject('siteAddress'), `<redlock-playground ${attributes}></redlock-playground>`) },
  });
  const { page, close } = await openPage(`${blog}post.html`, still);
  await embedOf(page).getByRole('alert').filter({ hasText: said }).waitFor();
  if (attributes.startsWith('story')) expect(await embedOf(page).getByRole('heading').count()).toBe(0);
  await close();
});

test('a page whose policy allows no frame shows the picture', async () => {
  const site = inject('siteAddress');
  const { origin } = new URL(site);
  const picture = `<a href="${site}?story=failover"><img src="${site}embed/failover/light.svg" width="720" height="521" alt="A run"></a>`;
  const blog = await serve({
    pages: { 'post.html': post(site, `<redlock-playground story="failover">${picture}</redlock-playground>`) },
    headers: { 'content-security-policy': `default-src 'none'; script-src ${origin}; img-src ${origin} data:` },
  });
  const { page, close } = await openPage(`${blog}post.html`, still);
  await page.getByRole('img', { name: 'A run' }).waitFor();
  await close();
});

test.each(
  sampled(['story="five-steps" lang="zh"', 'story="failover"', 'story="node-forgets" variant="b" view="compare"'], 2),
)('the post of %s does not move while its frame loads', async (attributes) => {
  const blog = await serve({
    pages: {
      'post.html': post(inject('siteAddress'), `<redlock-playground ${attributes}></redlock-playground>${longText}`),
    },
  });
  const onPhone = { ...still, isMobile: true, hasTouch: true };
  for (const [widths, options] of [
    [[356, 748, 900, 1200], still],
    [[390], onPhone],
  ] as const) {
    const { page, close } = await openPage('about:blank', options);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${blog}post.html`);
      const height = () => iframeOf(page).evaluate((frame) => frame.style.height);
      const first = await height();
      await verdictIn(embedOf(page)).waitFor();
      // All parts arrive before the frame loses patience.
      await page.waitForLoadState('networkidle');
      await page.clock.runFor(6000);
      await drawn(page);
      expect([width, await height()]).toEqual([width, first]);
    }
    await close();
  }
});

atNight('where a page shows it late, or leaves its width open, a frame is as wide as there is room', async () => {
  const run = '<redlock-playground story="failover"></redlock-playground>';
  const body = `<dialog>${run}</dialog><div hidden id="panel">${run}</div><details><summary>More</summary>${run}</details>
<div style="display:flex">${run}<p>Beside.</p></div>`;
  const blog = await serve({ pages: { 'post.html': post(inject('siteAddress'), body) } });
  const { page, problems, close } = await openPage(`${blog}post.html`, {
    ...still,
    viewport: { width: 390, height: 900 },
  });
  const widthOf = (nth: number) => iframeOf(page, nth).evaluate((frame) => frame.getBoundingClientRect().width);
  await verdictIn(embedOf(page, 3)).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1000, height: 900 });
  expect(await widthOf(3)).toBeGreaterThan(700);
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  await verdictIn(embedOf(page, 0)).waitFor();
  expect(await widthOf(0)).toBeGreaterThan(700);
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.querySelector('#panel')?.removeAttribute('hidden');
  });
  await page.getByText('More').click();
  for (const nth of [1, 2]) {
    await verdictIn(embedOf(page, nth)).waitFor();
    // The whole of it is in view.
    await expect
      .poll(() =>
        embedOf(page, nth)
          .locator('html')
          .evaluate((root) => root.scrollHeight - innerHeight),
      )
      .toBe(0);
  }
  expect(problems).toEqual([]);
  await close();
});

atNight('the lanes are one stop of Tab, up and down lead between them, and Escape leads behind the frame', async () => {
  const blog = await serve({
    pages: {
      'post.html': post(
        inject('siteAddress'),
        '<redlock-playground story="failover"></redlock-playground><p><a href="#next">What comes next</a></p>',
      ),
    },
  });
  const { page, close } = await openPage(`${blog}post.html`, still);
  await verdictIn(embedOf(page)).waitFor();
  const lanes = embedOf(page).getByRole('list', { name: 'Lanes' }).getByRole('button');
  expect(await lanes.evaluateAll((all) => all.filter((lane) => lane.tabIndex === 0).length)).toBe(1);
  await lanes.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => lanes.nth(1).evaluate((lane) => lane === document.activeElement && lane.tabIndex === 0))
    .toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => lanes.first().evaluate((lane) => lane === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  const within = () =>
    page.evaluate(() => document.querySelector('redlock-playground')?.shadowRoot?.activeElement?.tagName);
  await expect.poll(within).toBe('SPAN');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('What comes next');
  await close();
});

test('in a sandbox that the docs give, the playground opens whole', async () => {
  const blog = await serve({
    pages: {
      'post.html': post(
        inject('siteAddress'),
        '<redlock-playground story="failover" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></redlock-playground>',
      ),
    },
  });
  const { page, close } = await openPage(`${blog}post.html`, still);
  const link = embedOf(page).getByRole('link', { name: 'Open in the playground' }).first();
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await verdictIn(opened).waitFor();
  expect(await opened.evaluate(() => self.origin)).not.toBe('null');
  await close();
});

atNight('what was dragged goes back to what the post shows, also where the story has no choice of fixes', async () => {
  const { page, close } = await openPage('embed/?story=pause-before-write&controls=none', still);
  await verdictIn(page).waitFor();
  const back = page.getByRole('button', { name: 'Original' });
  expect(await back.count()).toBe(0);
  await page.locator('#root [data-plot] button[aria-label^="Client 1 pauses"]').focus();
  for (let times = 0; times < 3; times++) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('heading').first().click();
  await back.click();
  await expect.poll(() => back.count()).toBe(0);
  await expect.poll(() => outcomeIn(page)).toBe('lost');
  await close();
});

test.each(['index.html', 'zh.html'])(
  'without JavaScript, examples/%s shows every picture with what it says',
  async (name) => {
    const { page, problems, close } = await openPage(`examples/${name}`, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 4000 },
    });
    const pictures = page.locator('redlock-playground img');
    await expect.poll(() => pictures.count()).toBe(7);
    for (let nth = 0; nth < 7; nth++) {
      const picture = pictures.nth(nth);
      await picture.scrollIntoViewIfNeeded();
      const { width, height, alt } = await picture.evaluate((image) => ({
        width: image.getAttribute('width'),
        height: image.getAttribute('height'),
        alt: image.getAttribute('alt'),
      }));
      const address = new URL((await picture.getAttribute('src')) ?? '', page.url());
      const svg = await (await page.request.get(address.href)).text();
      // What the site's picture is and says today.
      expect(svg).toContain(` width="${width}" height="${height}" `);
      expect(svg).toContain(`aria-label="${alt?.replaceAll('&', '&amp;')}"`);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  },
);
