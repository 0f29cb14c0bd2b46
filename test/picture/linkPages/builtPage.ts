// The playground's page as the build writes it, without a build: relative addresses, and the tags of pageHead.
import { readFileSync } from 'node:fs';
import { headTags } from '../../../scripts/pageHead.mjs';

/** @param path the page's folder: '' or `own/` */
export function builtPage(site: string | null, path: '' | 'own/' = ''): string {
  const source = readFileSync(new URL(`../../../${path}index.html`, import.meta.url), 'utf8');
  const tags = headTags(source, { site, path }).map(
    ({ tag, attrs = {} }) =>
      `    <${tag} ${Object.entries(attrs)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')}>\n`,
  );
  const preload = '    <link rel="modulepreload" crossorigin href="./assets/pauseBeforeWrite-12345678.js">\n';
  return source
    .replace(/ *<script type="module".*<\/script>\n/, '')
    .replace(
      '  </head>',
      `    <script type="module" crossorigin src="./assets/page-12345678.js"></script>\n${tags.join('')}${preload}    <script src="./boot.js"></script>\n  </head>`,
    )
    .replaceAll(/(href|src)="\.?\//g, `$1="${path === '' ? './' : '../'}`);
}

export interface ReadPage {
  readonly title: string;
  readonly lang: string;
  /** By property or name; several with one name are in order. */
  readonly meta: ReadonlyMap<string, string>;
  readonly links: readonly Readonly<Record<string, string>>[];
}

/** What a chat reads of a page: it understands HTML, and runs nothing. */
export function readPage(html: string): ReadPage {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [...head.matchAll(/<(meta|link)\s([^>]*)>/g)].map(([, tag, text = '']) => ({
    tag,
    attributes: Object.fromEntries(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value = '']) => [name, unescaped(value)]),
    ),
  }));
  const meta = new Map<string, string>();
  for (const { tag, attributes } of tags) {
    const name = attributes['property'] ?? attributes['name'];
    if (tag !== 'meta' || name === undefined || name === 'theme-color') continue;
    if (meta.has(name)) throw new Error(`The page says ${name} twice.`);
    meta.set(name, attributes['content'] ?? '');
  }
  return {
    title: unescaped(/<title>(.*)<\/title>/.exec(head)?.[1] ?? ''),
    lang: /<html lang="([^"]*)"/.exec(html)?.[1] ?? '',
    meta,
    links: tags.flatMap(({ tag, attributes }) => (tag === 'link' ? [attributes] : [])),
  };
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
