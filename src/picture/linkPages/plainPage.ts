/**
 * A page of words around one run, which needs no program of its own: a chat previews it, and a reader without
 * JavaScript has its words and a picture. Addresses are absolute if the site's address is known.
 */
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { siteWays } from '../../content/texts/siteLinks';
import { type Language, languages } from '../../core/model/values/text';
import { headOf, type LinkPage, siteName } from './linkPage';
import { attribute } from './oembed';

export interface PlainSite {
  /** Ends with a slash; null: the site's address is not known. */
  readonly site: string | null;
  /** The card of the run, relative to the site; null: the site's. */
  readonly card: string | null;
  /** Tags that protect the page. */
  readonly metaTags: readonly string[];
}

interface PlainPage {
  readonly folderIn: (language: Language) => string;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** Other pages, each relative to the site. */
  readonly links: readonly { readonly to: string; readonly text: string }[];
  /** The page that a reader is led to at once, relative to the site. Absent: they stay. */
  readonly leadsTo?: string;
  /** What the page is, for a search engine. */
  readonly about?: LinkPage['about'];
}

export function plainPage(
  { folderIn, language, title, text, links, leadsTo, about }: PlainPage,
  { site, card, metaTags }: PlainSite,
  body: readonly string[],
): string {
  const up = upFrom(folderIn(language));
  const at = (path: string): string => `${site ?? up}${path}`;
  const other: Language = language === 'en' ? 'zh' : 'en';
  const alternates = Object.fromEntries(languages.map((one) => [one, at(folderIn(one))]));
  const head = headOf({
    language,
    title,
    text,
    canonical: at(folderIn(language)),
    image: at(card ?? 'social.png'),
    oembed: null,
    alternates,
    opens: null,
    ...(about && { about }),
  });
  const ways = [
    `<a href="${up}">${siteName}</a>`,
    ...siteWays(language).map(({ path, text: label }) => `<a href="${up}${path}">${attribute(label)}</a>`),
    ...links.map(({ to, text: label }) => `<a href="${up}${to}">${attribute(label)}</a>`),
    `<a href="${up}${folderIn(other)}" hreflang="${linkPreviewWords[other].tag}" lang="${other}">${linkPreviewWords[other].name}</a>`,
  ];
  const refresh = leadsTo === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${up}${leadsTo}">\n    `;
  return `<!doctype html>
<html lang="${linkPreviewWords[language].tag}">
  <head>
    <meta charset="utf-8">
    ${metaTags.join('\n    ')}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${refresh}${head}
    <link rel="icon" type="image/svg+xml" href="${up}favicon.svg">
    <link rel="stylesheet" href="${up}examples/post.css">
    <script src="${up}embed.js" defer></script>
  </head>
  <body>
    <main>
      <p class="about">${ways.join(' · ')}</p>
      ${body.join('\n      ')}
    </main>
  </body>
</html>
`;
}

/** From a folder to the site. */
export const upFrom = (folder: string): string => '../'.repeat(folder.split('/').length - 1);
