// All pages with a preview for chats: each says what it is, in its language, and every address in it leads somewhere.
// With the site's address all addresses are absolute; without it all are relative.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { loadStory } from '../../../src/core/model/scenario/story';
import { storyNamed, variantNamed } from '../../../src/core/model/scenario/storyName';
import { type StoryPage, storyPage } from '../../../src/picture/linkPages/storyPage';
import type { StoryVersion } from '../../../src/picture/linkPages/storyVersion';
import { storyVersions } from '../../content/stories/storyVersions';
import { everyStoryVersion } from '../../support/everyStoryVersion';
import { builtPage, type ReadPage, readPage } from './builtPage';
import { richOembed } from './oembedSchema';
import '../../support/handIn';

const site = 'https://play.example/locks/';

interface Made {
  readonly version: StoryVersion;
  readonly page: StoryPage;
  readonly read: ReadPage;
}

const versions = everyStoryVersion();

const known = new Map<string | null, readonly Made[]>();

function made(at: string | null): readonly Made[] {
  const pages = known.get(at) ?? make(at);
  known.set(at, pages);
  return pages;
}

function make(at: string | null): readonly Made[] {
  const built = builtPage(at);
  return versions.map((version) => {
    const page = storyPage(built, version, {
      site: at,
      card: at === null ? null : 's/cards/some.png',
      preloads: ['assets/x.js'],
      stills: '<div class="still"></div>',
    });
    return { version, page, read: readPage(page.html) };
  });
}

const linked = ({ links }: ReadPage, rel: string): readonly Readonly<Record<string, string>>[] =>
  links.filter((link) => link['rel'] === rel);

test('there is one for each story, variant, fix and language, at an address of its own', () => {
  expect(new Set(made(site).map(({ page }) => page.folder)).size).toBe(storyVersions.length * 2);
});

test('no two stories unfold to the same text', () => {
  const texts = versions.filter(({ variant }) => variant === null).map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
});

describe.each([site, null])('built for %s', (at) => {
  /** Relative addresses start from the page's own place. */
  const whole = (address: string, { folder }: StoryPage): string => new URL(address, `${site}${folder}`).href;

  test('each says its title, its verdict and its card, to search engines and to chats alike', () => {
    for (const { version, page, read } of made(at)) {
      const { title, text, language } = version;
      expect(read.title).toBe(`${title} · Redlock Playground`);
      expect(read.lang).toBe(language === 'zh' ? 'zh-CN' : 'en');
      expect(text.length).toBeGreaterThan(10);
      const card = whole(read.meta.get('og:image') ?? '', page);
      expect(card).toBe(`${site}${at === null ? 'social.png' : 's/cards/some.png'}`);
      expect(Object.fromEntries(read.meta)).toMatchObject({
        description: text,
        'og:title': title,
        'og:description': text,
        'og:image:alt': text,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:locale': language === 'zh' ? 'zh_CN' : 'en_US',
        'twitter:card': 'summary_large_image',
        'twitter:title': title,
        'twitter:image': read.meta.get('og:image'),
      });
    }
  });

  test('each names its own address, and itself in each language', () => {
    const pages = made(at);
    const folders = new Set(pages.map(({ page }) => `${site}${page.folder}`));
    for (const { page, read, version } of pages) {
      const own = `${site}${page.folder}`;
      expect(linked(read, 'canonical').map(({ href = '' }) => whole(href, page))).toEqual([own]);
      expect(whole(read.meta.get('og:url') ?? '', page)).toBe(own);
      const others = linked(read, 'alternate').filter(({ hreflang }) => hreflang !== undefined);
      expect(others.map(({ hreflang }) => hreflang)).toEqual(['en', 'zh-CN', 'x-default']);
      for (const { href = '' } of others) expect(folders).toContain(whole(href, page));
      const mine = others.find(({ hreflang }) => hreflang === (version.language === 'zh' ? 'zh-CN' : 'en'));
      expect(whole(mine?.['href'] ?? '', page)).toBe(own);
    }
  });

  test('each has an oEmbed answer, whose frame is an embed of this telling', () => {
    for (const { page, read, version } of made(at)) {
      const [discovered] = linked(read, 'alternate').filter(({ type }) => type === 'application/json+oembed');
      expect(whole(discovered?.['href'] ?? '', page)).toBe(`${site}${page.folder}oembed.json`);
      const answer: unknown = JSON.parse(page.oembed);
      const frame = /src="([^"]*)"/.exec(String(Object(answer)['html']))?.[1]?.replaceAll('&amp;', '&') ?? '';
      const { pathname, searchParams } = new URL(whole(frame, page));
      expect(pathname).toBe(`/locks/embed/${version.language === 'zh' ? 'zh/' : ''}${version.story}/`);
      expect(searchParams.get('variant')).toBe(version.variant);
      if (at !== null) v.parse(richOembed, answer);
    }
  });

  test('each opens the playground at this telling, and finds all files of the playground', async () => {
    for (const { page, read, version } of made(at)) {
      const opens = new URL(whole(read.meta.get('opens') ?? '', page));
      expect(`${opens.origin}${opens.pathname}`).toBe(site);
      const named = storyNamed(opens.searchParams.get('story') ?? '', stories);
      expect(named?.entry.id).toBe(version.story);
      if (named === null) throw new Error('unreachable');
      const variant = variantNamed(await loadStory(named.entry), opens.searchParams.get('variant') ?? undefined);
      expect(variant).toBe(version.variant ?? undefined);
      const files = [...page.html.matchAll(/(?:src|href)="((?:\.\.?\/)[^"]*\.\w+)"/g)].map(([, file = '']) =>
        whole(file, page),
      );
      expect(files).toContain(`${site}assets/page-12345678.js`);
      expect(files).toContain(`${site}assets/x.js`);
      // Last of the head: nothing is painted before it, and nothing reads the address.
      expect(files).toContain(`${site}first.js`);
      expect(page.html).toMatch(/first\.js"><\/script>\s*<\/head>/);
      expect(files.filter((file) => !file.startsWith(site) || file.includes('/s/assets'))).toEqual([]);
      expect(page.html).not.toContain('pauseBeforeWrite-12345678');
    }
  });
});

test('addresses that were given out stay as they are', () => {
  const folders = new Set(made(site).map(({ page }) => page.folder));
  for (const given of [
    's/pause-before-write/',
    's/pause-before-write/b/',
    's/zh/pause-before-write/',
    's/zh/every-lease/b/',
  ])
    expect(folders).toContain(given);
});

test('a title is a text, whatever it holds', () => {
  const [first] = versions;
  if (first === undefined) throw new Error('There is no story.');
  const title = `"><script>alert(1)</script>&amp; 'x' $& $1`;
  const { html, oembed } = storyPage(
    builtPage(site),
    { ...first, title, text: title },
    { site, card: null, preloads: [], stills: '' },
  );
  expect(html).not.toContain('<script>alert');
  expect(readPage(html).meta.get('og:title')).toBe(title);
  expect(JSON.parse(oembed).html).not.toContain('<script>');
});
