// Typical posts, light and dark, and the theme of their frames: at the page's first paint, and after a change. The
// frames are stand-ins that show the messages they get, so that a page costs little.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OtherSite, serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const element = '<redlock-playground story="failover"></redlock-playground>';
const styled = (css: string, body = element): string => `<style>${css}</style>${body}`;
/** A wrapper inside a wrapper. */
const nested = (outer: string, inner: string): string =>
  `<div style="${outer}"><section style="${inner}"><p>Some text.</p>${element}</section></div>`;
const inShadow = (css: string): string =>
  `<div id="host"></div><script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML =
   '<style>${css}</style><article class="post"><slot></slot>${element}</article>'</script>`;

interface Post {
  readonly html: string;
  /** What the system prefers; light if absent. */
  readonly system?: 'dark';
  readonly theme: 'light' | 'dark';
  /** Something that happens in the page, and the theme afterwards. */
  readonly later?: readonly [script: string, theme: 'light' | 'dark'];
}

const posts: Readonly<Record<string, Post>> = {
  'oklch, as of Tailwind 4': {
    html: styled('body { background: oklch(98.5% 0.002 247.8) }'),
    system: 'dark',
    theme: 'light',
  },
  'a dark oklch': { html: styled('body { background: oklch(20.8% 0.042 265.7) }'), theme: 'dark' },
  'lab and lch': { html: nested('background: lab(12% 2 -8)', 'background: lch(97% 4 90)'), theme: 'light' },
  'color(display-p3)': { html: styled('html { background: color(display-p3 0.05 0.06 0.1) }'), theme: 'dark' },
  'color-mix': { html: styled('body { background: color-mix(in oklab, #fff 8%, #101418) }'), theme: 'dark' },
  'white below a thin veil of black': {
    html: styled(
      'body { background: #fff }',
      nested('background: rgba(0, 0, 0, .04)', 'background: hsl(220 10% 50% / 8%)'),
    ),
    system: 'dark',
    theme: 'light',
  },
  'black below a thin veil of white': {
    html: styled('html { background: #000 }', nested('background: rgb(255 255 255 / .06)', 'background: transparent')),
    theme: 'dark',
  },
  'a veil that hides what is below': {
    html: styled('body { background: #fff }', nested('', 'background: rgba(0, 0, 0, .85)')),
    theme: 'dark',
  },
  'a veil over nothing': { html: nested('background: rgba(0, 0, 0, .04)', ''), system: 'dark', theme: 'light' },
  'a dark gradient': {
    html: styled('body { background: linear-gradient(160deg, #0f172a, oklch(28% 0.08 290)) }'),
    theme: 'dark',
  },
  'a gradient of two layers over white': {
    html: styled(
      'body { background: radial-gradient(circle at top, rgb(120 119 198 / 30%), transparent), linear-gradient(rgba(0,0,0,.02), rgba(0,0,0,0)), white }',
    ),
    system: 'dark',
    theme: 'light',
  },
  'a line that is drawn as a gradient': {
    html: styled('body { background: linear-gradient(#000, #000) 0 100% / 100% 3px no-repeat, #fff }'),
    theme: 'light',
  },
  'letters that a gradient fills': {
    html: styled(
      'body { background: #111 } div { background: linear-gradient(#fff, #ddd); background-clip: text }',
      nested('', ''),
    ),
    theme: 'dark',
  },
  'a picture over a dark colour': {
    html: styled(
      `body { background: #14181f url("data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}") }`,
    ),
    theme: 'dark',
  },
  'color-scheme without a background, the system dark': {
    html: styled(':root { color-scheme: light dark }'),
    system: 'dark',
    theme: 'dark',
  },
  'color-scheme without a background, the system light': {
    html: styled(':root { color-scheme: light dark }'),
    theme: 'light',
  },
  'color-scheme dark, the system light': { html: styled(':root { color-scheme: only dark }'), theme: 'dark' },
  'the scheme in a meta': {
    html: `<meta name="color-scheme" content="dark light">${element}`,
    system: 'dark',
    theme: 'dark',
  },
  'no background at all, the system dark': { html: element, system: 'dark', theme: 'light' },
  'light-dark()': {
    html: styled(':root { color-scheme: light dark } body { background: light-dark(#fff, #0b0d10) }'),
    system: 'dark',
    theme: 'dark',
  },
  'the body light and the root dark': {
    html: styled('html { background: #111 } body { background: #fafafa }'),
    theme: 'light',
  },
  'a filter that inverts the page, the frame too': {
    html: styled('html { background: #fff; filter: invert(1) hue-rotate(180deg) }'),
    theme: 'light',
  },
  'a shadow root': {
    html: styled('body { background: #fff }', inShadow('.post { background: oklch(15% 0 0) }')),
    theme: 'dark',
  },
  'a slot of a shadow root': {
    html: `<div id="host">${element}</div><script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML =
      '<div style="background: #0a0a0a"><slot></slot></div>'</script>`,
    theme: 'dark',
  },
  'a class that comes later': {
    html: styled('body { background: oklch(99% 0 0) } .dark body { background: oklch(18% 0.02 260) }'),
    theme: 'light',
    later: ["document.documentElement.classList.add('dark')", 'dark'],
  },
  'a style sheet that comes later': {
    html: styled('body { background: #fff }'),
    theme: 'light',
    later: [
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'html body { background: #111 }' }))",
      'dark',
    ],
  },
  'a box that is ticked': {
    html: styled(
      'body:has(:checked) { background: #111 }',
      `<label><input id="box" type="checkbox"> Dark</label>${element}`,
    ),
    theme: 'light',
    later: ["document.getElementById('box').click()", 'dark'],
  },
  'the theme that the post asks for, and another': {
    html: styled('body { background: #fff }', element.replace('story', 'theme="dark" story')),
    theme: 'dark',
    later: ["document.querySelector('redlock-playground').setAttribute('theme', 'host')", 'light'],
  },
};

const entries = Object.entries(posts);
const postOf = (html: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,">
<script src="${inject('siteAddress')}embed.js" defer></script></head><body>${html}</body></html>`;
const frame = `<!doctype html><title>A frame</title><script>
  const query = new URLSearchParams(location.search);
  const show = (theme) => { document.documentElement.dataset.theme = theme; };
  show(query.get('theme'));
  addEventListener('message', ({ data }) => { if (data.type === 'theme') show(data.theme); });
  parent.postMessage({ redlock: 1, frame: query.get('frame'), type: 'ready' }, '*');
</script>`;

let blog: OtherSite | undefined;
beforeAll(async () => {
  const transparent = postOf(element);
  blog = await serveOther({
    pages: {
      ...Object.fromEntries(entries.map(([, { html }], nth) => [`${nth}.html`, postOf(html)])),
      'nothing.html': '<!doctype html><title>Nothing</title>',
      'transparent.html': transparent,
      'scheme.html': postOf(styled(':root { color-scheme: light }')),
      'around.html': postOf(
        '<style>body { background: #101010; color-scheme: normal }</style><iframe src="transparent.html"></iframe><iframe src="scheme.html" style="color-scheme: dark"></iframe>',
      ),
    },
  });
});
afterAll(() => blog?.close());

async function openPosts(system: 'light' | 'dark') {
  // A page that costs nothing, until the frames are stand-ins.
  const opened = await openPage(`${blog?.address}nothing.html`, { colorScheme: system });
  await opened.page.route('**/embed/**', (route) => route.fulfill({ contentType: 'text/html', body: frame }));
  return opened;
}

const themeIn = (page: Page): Promise<string | null> =>
  page.locator('redlock-playground').frameLocator('iframe').locator('html').getAttribute('data-theme');

test.each(['light', 'dark'] as const)(
  'where the system is %s, a frame is as dark as what is behind it',
  async (system) => {
    const { page, close } = await openPosts(system);
    const seen: Record<string, string | null> = {};
    const wanted: Record<string, string> = {};
    for (const [nth, [name, post]] of entries.entries()) {
      if ((post.system ?? 'light') !== system) continue;
      await page.goto(`${blog?.address}${nth}.html`);
      // Before it begins to load, the frame is an empty page.
      await expect.poll(() => themeIn(page), { message: name }).not.toBeNull();
      seen[name] = await themeIn(page);
      wanted[name] = post.theme;
      if (post.later === undefined) continue;
      const [script, theme] = post.later;
      await page.evaluate(script);
      await expect.poll(() => themeIn(page), { message: name }).toBe(theme);
    }
    expect(Object.keys(seen).length).toBeGreaterThan(5);
    expect(seen).toEqual(wanted);
    await close();
  },
  400_000,
);

test('a post in a frame of its own is seen through, unless it has another scheme', async () => {
  const { page, close } = await openPosts('light');
  await page.goto(`${blog?.address}around.html`);
  const themes = [0, 1].map((nth) =>
    page.frameLocator('iframe').nth(nth).locator('redlock-playground').frameLocator('iframe').locator('html'),
  );
  await expect.poll(() => themes[0]?.getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => themes[1]?.getAttribute('data-theme')).toBe('light');
  await close();
});

test('where the system replaces all colours, what is chosen and the playhead are still seen', async () => {
  const { page, close } = await openPage('embed/failover/?v=1&view=timeline', {
    reducedMotion: 'reduce',
    forcedColors: 'active',
  });
  const choices = page.getByRole('group').getByRole('button');
  await choices.first().waitFor();
  const behind = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [chosen, other] = [await behind(choices.nth(0)), await behind(choices.nth(1))];
  expect(chosen).not.toBe(other);
  const line = page.locator('#root [data-plot] [class*=headLine]');
  expect(await behind(line)).not.toBe(await behind(page.locator('body')));
  await close();
});
