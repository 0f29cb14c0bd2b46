/**
 * A page that a chat previews: the playground's own page with another head. A chat reads title, verdict and card from
 * it, a reader without JavaScript sees them, and all others get the playground, opened at this run
 * (web/app/takeAddress.ts).
 */

import { linkPreviewWords } from '../../content/texts/linkPreview';
import { type Language, languages } from '../../core/model/values/text';
import { attribute } from './oembed';

export interface LinkPage {
  /** From the page's folder to the site: `../../`. */
  readonly up: string;
  readonly language: Language;
  readonly title: string;
  /** The verdict in a sentence. */
  readonly text: string;
  /** What it is about, for a reader without JavaScript. */
  readonly lead?: string;
  /** What the page opens, relative to the site: `?story=…`, `#v1.…`, or `own/#c=…`. */
  readonly opens: string;
  readonly canonical: string;
  readonly image: string;
  /** The picture for a reader without JavaScript, if it differs from the card. */
  readonly still?: string;
  /** Null: there is no run to embed. */
  readonly oembed: string | null;
  /** The same page in each language; empty for a run that only its link knows. */
  readonly alternates: Readonly<Partial<Record<Language, string>>>;
  /** The first picture, as markup; empty: it is not known. */
  readonly stills: string;
  /** Files that this page needs at once, relative to the site. */
  readonly preloads: readonly string[];
  /** Only the sender knows it, so search engines must not index it. */
  readonly isPrivate?: boolean;
  /** What the page is, for a search engine, as schema.org has it. */
  readonly about?: Readonly<Record<string, unknown>>;
}

export const siteName = 'Redlock Playground';

/** @param built a built page whose addresses are relative to the site and begin with `./` */
export function linkPage(built: string, page: LinkPage): string {
  const { up, language, title, text, lead, opens, image, still: own, stills } = page;
  const [shownTitle, shownText] = [title, text].map(attribute);
  // A run’s own picture is as high as its lanes need.
  const size = own === undefined ? 'width="1200" height="630"' : 'width="720"';
  const still = `<p><a href="${attribute(up + opens)}"><img src="${attribute(own ?? image)}" ${size} alt="${shownText}" style="max-width: 100%; height: auto" /></a></p>`;
  const summary = `<p>${siteName}</p><p>${shownTitle}<br />${shownText}</p>`;
  const link = `<a href="${attribute(up + opens)}">${linkPreviewWords[language].opened}</a>`;
  return [
    put(/<html lang="en">/, `<html lang="${linkPreviewWords[language].tag}">`),
    put(/ *<meta\s+name="description"[^>]*>\n/, ''),
    (html: string) => html.replaceAll(/ *<link rel="(?:canonical|modulepreload)"[^>]*>\n/g, ''),
    put(/(?: *<meta (?:property="og:|name="twitter:)[^>]*>\n)+/, ''),
    put(/<title>.*<\/title>/, headOf({ ...page, opens: up + opens })),
    put(/ *<script src="[./]*(?:boot|first)\.js"/, `${preloadsOf(page)}    <script src="./first.js"`),
    put(
      /<div id="opening"[^>]*>.*(?=<\/div>\s*<noscript>)/s,
      (match) => `${match.slice(0, match.indexOf('>') + 1)}${summary}${stills}`,
    ),
    put(
      /<noscript>.*<\/noscript>/,
      `<noscript><div style="padding: 0 16px">${still}${lead === undefined ? '' : `<p>${attribute(lead)}</p>`}<p>${linkPreviewWords[language].needed} ${link}</p></div></noscript>`,
    ),
    (html: string) => html.replaceAll(/(href|src)="\.\//g, (_all, kind: string) => `${kind}="${up}`),
  ].reduce((html, change) => change(html), built);
}

/** The built page is ours, so a missing part is our own mistake. */
const put =
  (what: RegExp, to: string | ((match: string) => string)) =>
  (html: string): string => {
    if (!what.test(html)) throw new Error(`index.html has changed: it has no ${what} any more.`);
    return html.replace(what, (all) => (typeof to === 'string' ? to : to(all)));
  };

/** What a head says about its page. `opens`: the address that the playground opens; null: the page is not the playground's. */
type Head = Pick<
  LinkPage,
  'language' | 'title' | 'text' | 'canonical' | 'image' | 'oembed' | 'alternates' | 'isPrivate' | 'about'
> & {
  readonly opens: string | null;
};

export function headOf({
  language,
  title,
  text,
  canonical,
  image,
  oembed,
  alternates,
  opens,
  isPrivate = false,
  about,
}: Head): string {
  const translations = languages.flatMap((one) => {
    const href = alternates[one];
    return href === undefined ? [] : [{ one, href }];
  });
  const others = translations.filter(({ one }) => one !== language);
  const tags: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['meta', { name: 'description', content: text }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:site_name', content: siteName }],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: text }],
    ['meta', { property: 'og:url', content: canonical }],
    ['meta', { property: 'og:locale', content: linkPreviewWords[language].locale }],
    ...others.map(
      ({ one }) => ['meta', { property: 'og:locale:alternate', content: linkPreviewWords[one].locale }] as const,
    ),
    ['meta', { property: 'og:image', content: image }],
    ['meta', { property: 'og:image:type', content: 'image/png' }],
    ['meta', { property: 'og:image:width', content: '1200' }],
    ['meta', { property: 'og:image:height', content: '630' }],
    ['meta', { property: 'og:image:alt', content: text }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ['meta', { name: 'twitter:title', content: title }],
    ['meta', { name: 'twitter:description', content: text }],
    ['meta', { name: 'twitter:image', content: image }],
    ['meta', { name: 'twitter:image:alt', content: text }],
    ...(isPrivate ? ([['meta', { name: 'robots', content: 'noindex' }]] as const) : []),
    ['link', { rel: 'canonical', href: canonical }],
    ...translations.map(
      ({ one, href }) => ['link', { rel: 'alternate', hreflang: linkPreviewWords[one].tag, href }] as const,
    ),
    ...(alternates.en === undefined
      ? []
      : ([['link', { rel: 'alternate', hreflang: 'x-default', href: alternates.en }]] as const)),
    ...(oembed === null
      ? []
      : ([['link', { rel: 'alternate', type: 'application/json+oembed', title, href: oembed }]] as const)),
    ...(opens === null ? [] : ([['meta', { name: 'opens', content: opens }]] as const)),
  ];
  // An unknown run has the title of the site.
  const whole = title === siteName ? title : `${title} · ${siteName}`;
  const data = about === undefined ? [] : [structured({ ...about, url: canonical })];
  return [`<title>${attribute(whole)}</title>`, ...tags.map(written), ...data].join('\n    ');
}

/** A block of data that no browser runs. https://json-ld.org, https://schema.org */
export const structured = (about: Readonly<Record<string, unknown>>): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c')}</script>`;

const written = ([tag, attributes]: readonly [string, Readonly<Record<string, string>>]): string =>
  `<${tag} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${attribute(value)}"`)
    .join(' ')} />`;

const preloadsOf = ({ preloads }: LinkPage): string =>
  preloads.map((file) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="./${file}">\n`).join('');
