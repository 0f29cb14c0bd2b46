// The part of a page's head for search engines and chats: its canonical address, and the card for links to it. Only the
// person who builds the site knows its address: SITE_URL. Without SITE_URL, the head claims no address.

import { serverFilePath } from '../src/live/wire/serverFile';
import { headersFile, metaTags } from '../src/site/headers';
import { notFoundPage } from '../src/site/notFoundPage';
import { siteAddress } from '../src/site/siteAddress';
import { storyPageModules } from '../src/site/stories/manifest';
import { buildFirst } from './embedElement.mjs';
import { withSources } from './sources.mjs';

const redlock = 'src/core/locks/redlock/lock.ts';

/**
 * The files that each page requests as soon as its script runs, in the language of most browsers. They are loaded
 * together with it.
 */
const wantedAtOnce = {
  '': [...storyPageModules, 'src/web/words/inEnglish.ts', 'src/content/stories/argument/pauseBeforeWrite.ts', redlock],
  'learn/': ['src/web/words/inEnglish.ts', 'src/course/exercises/picture.ts'],
  'matrix/': ['src/web/words/inEnglish.ts'],
  'own/': ['src/web/words/inEnglish.ts', 'src/web/own/CodeEditor.tsx'],
  'network/': ['src/web/words/inEnglish.ts'],
  'essay/': ['src/web/words/inEnglish.ts', 'src/content/stories/argument/pauseBeforeWrite.ts', redlock],
  'essay/zh/': ['src/web/words/inChinese.ts', 'src/content/stories/argument/pauseBeforeWrite.ts', redlock],
};

/**
 * @param {string} root
 * @param {string | undefined} given SITE_URL
 * @returns {import('vite').Plugin}
 */
export function pageHead(root, given) {
  const site = siteAddress(given);
  return {
    name: 'page-head',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path: file, bundle = {}, chunk }) {
        const path = file.replace(/^\//, '').replace(/index\.html$/, '');
        const tags = [...headTags(html, { site, path }), ...preloadTags(bundle, path)];
        const guarded = html.replace('<meta name="viewport"', `${metaTags.join('\n    ')}\n    <meta name="viewport"`);
        const filled = path === 'learn/' ? await withExercises(root, guarded, site) : guarded;
        const whole = textFirst(fileByFile(filled, bundle, chunk));
        // The end of the head, because the page's encoding must come first.
        const added = tags
          .filter(({ attrs }) => !whole.includes(`="${attrs?.['href']}"`))
          .map((tag) => ({ ...tag, injectTo: /** @type {const} */ ('head') }));
        return { html: whole, tags: [...added, bootTag(path)] };
      },
    },
    async generateBundle() {
      for (const name of /** @type {const} */ (['boot', 'first']))
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: await buildFirst(root, name) });
      this.emitFile({ type: 'asset', fileName: '404.html', source: notFoundPage(site) });
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
      const map = site === null ? '' : `Sitemap: ${site}sitemap.xml\n`;
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: `User-agent: *\nAllow: /\n${map}` });
      await withSources(root, async (load) => {
        /** @type {typeof import('../src/site/questionPages')} */
        const { questionLists } = await load('/src/site/questionPages.ts');
        for (const { path, html } of questionLists(site))
          this.emitFile({ type: 'asset', fileName: path, source: html });
        if (site === null) return;
        /** @type {typeof import('../src/site/stories/allStories')} */
        const { previewFolders } = await load('/src/site/stories/allStories.ts');
        const source = sitemap(site, await previewFolders());
        this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source });
        /** @type {typeof import('../src/site/feed')} */
        const { atomFeed } = await load('/src/site/feed.ts');
        this.emitFile({ type: 'asset', fileName: 'feed.xml', source: await atomFeed(site) });
      });
    },
  };
}

/**
 * @param {string} root
 * @param {string} html of the workshop
 * @param {string | null} site
 */
async function withExercises(root, html, site) {
  const data = await withSources(root, async (load) => {
    /** @type {typeof import('../src/cli/twins/exerciseData')} */
    const { exerciseData } = await load('/src/cli/twins/exerciseData.ts');
    return exerciseData(site);
  });
  return html.replace('</head>', () => `  ${data}\n  </head>`);
}

/**
 * Each file that the entry imports gets a script tag of its own, after the files that it needs. A browser runs each
 * tag in its own task, and can answer a touch in between; the imports of a single tag would all run in one task.
 * @param {string} html
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {import('vite').Rolldown.OutputChunk | undefined} entry
 */
function fileByFile(html, bundle, entry) {
  if (entry === undefined) return html;
  const [before = '', address = ''] = /<script type="module" crossorigin src="([./]*)[^"]*"/.exec(html) ?? [];
  if (before === '') throw new Error('No script is found in a built page.');
  // The playground's entry consists only of imports, and these have tags already.
  const added = withImports(bundle, entry.imports).filter((file) => !html.includes(`src="${address}${file}"`));
  const tags = added.map((file) => `<script type="module" crossorigin src="${address}${file}"></script>\n    `);
  return html.replace(before, `${tags.join('')}${before}`);
}

/**
 * The styles come before the scripts, because readable content needs only styles.
 * @param {string} html
 */
const textFirst = (html) =>
  html
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/**
 * @param {string} html
 * @param {{ site: string | null, path: string }} where path is relative to the site, '' for the playground
 * @returns {import('vite').HtmlTagDescriptor[]}
 */
export function headTags(html, { site, path }) {
  const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
  const description = /name="description"\s+content="(.*?)"/s.exec(html)?.[1] ?? '';
  if (title === '' || description === '') throw new Error(`${path}index.html has no title or no description.`);
  /** @type {[string, string][]} */
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', 'Redlock Playground'],
    ['og:title', title],
    ['og:description', description],
  ];
  // Other sites fetch the picture, so its address must be absolute.
  if (site !== null)
    properties.push(
      ['og:url', `${site}${path}`],
      ['og:image', `${site}social.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', 'A run of Redlock on a timeline: a client pauses, its lock expires, and an update is lost.'],
    );
  return [
    ...properties.map(([property, content]) => ({ tag: 'meta', attrs: { property, content } })),
    { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' } },
    ...(site === null
      ? []
      : [
          { tag: 'link', attrs: { rel: 'canonical', href: `${site}${path}` } },
          { tag: 'link', attrs: { rel: 'alternate', type: 'application/atom+xml', href: `${site}feed.xml` } },
        ]),
  ];
}

/**
 * The script that runs before all others, and before anything is painted. It comes last: a page with a policy in its
 * own head does not preload anything that stands after a script it waits for.
 * @param {string} path
 * @returns {import('vite').HtmlTagDescriptor}
 */
const bootTag = (path) => ({
  tag: 'script',
  attrs: { src: `${upFrom(path)}${path === '' || path === 'learn/' ? 'first' : 'boot'}.js` },
  injectTo: 'head',
});

const upFrom = (/** @type {string} */ path) => (path === '' ? './' : '../'.repeat(path.split('/').length - 1));

/**
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {string} path
 * @returns {import('vite').HtmlTagDescriptor[]}
 */
function preloadTags(bundle, path) {
  const wanted = Object.entries(wantedAtOnce).find(([page]) => page === path)?.[1] ?? [];
  const up = upFrom(path);
  const links = preloadFiles(bundle, wanted).map((name) => ({ rel: 'modulepreload', href: `${up}${name}` }));
  // The playground asks whether a server of real Redis is beside it (web/live/probe.ts), and draws when it knows.
  const asked = path === '' ? [{ rel: 'preload', as: 'fetch', href: `./${serverFilePath}` }] : [];
  return [...links, ...asked].map(({ rel, ...attrs }) => ({
    tag: 'link',
    attrs: { rel, fetchpriority: 'low', crossorigin: true, ...attrs },
  }));
}

/**
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {readonly string[]} modules each of them is loaded separately
 * @returns {readonly string[]} their files, and all files that those import
 */
function preloadFiles(bundle, modules) {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const files = modules.map((module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
    if (chunk === undefined) throw new Error(`${module} is not loaded on its own any more: see wantedAtOnce.`);
    return chunk.fileName;
  });
  return withImports(bundle, files);
}

/**
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {readonly string[]} files
 * @returns {readonly string[]} the same files, each after those that it imports
 */
function withImports(bundle, files) {
  /** @type {Set<string>} */
  const ordered = new Set();
  /** @param {string} file @param {readonly string[]} above */
  const add = (file, above) => {
    if (above.includes(file)) throw new Error(`${file} and ${above.at(-1)} import each other: see chunkNames.mjs.`);
    const part = bundle[file];
    if (ordered.has(file) || part?.type !== 'chunk') return;
    for (const needed of part.imports) add(needed, [...above, file]);
    ordered.add(file);
  };
  for (const file of files) add(file, []);
  return [...ordered];
}

/**
 * @param {string} site
 * @param {readonly string[]} folders
 */
const sitemap = (site, folders) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[
    ...['', 'learn/', 'matrix/', 'own/', 'network/', 'essay/', 'essay/zh/', 'library/'],
    ...folders,
  ]
    .map((path) => `  <url><loc>${site}${path}</loc></url>\n`)
    .join('')}</urlset>\n`;
