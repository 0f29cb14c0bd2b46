/**
 * Makes the pages of embeds from the page of the development server. A story's page comes with its first picture, and
 * with the whole run for readers without JavaScript.
 */
import type { Language } from '../../core/model/values/text';
import type { StaticPicture } from '../../picture/svg/staticPicture';
import { escaped } from '../../picture/svg/svgContext';
import { metaTags } from '../headers';
import type { EmbedFiles } from './manifest';

/**
 * Replaces the module with the built files. Nothing is painted before the style sheet and the theme. The theme comes
 * last: a page with a policy in its own head does not preload anything that stands after a script it waits for.
 * Nothing here uses CORS.
 * @param page the text of `embed/index.html`
 * @param folder relative to the site, with a slash at its end
 */
export function framePage(page: string, folder: string, { style, scripts }: EmbedFiles): string {
  const up = '../'.repeat(folder.split('/').length - 1);
  const tags = scripts.map((file) => `<script defer src="${up}${file}"></script>`);
  const first = `<script src="${up}first.js"></script>`;
  const head = [`<link rel="stylesheet" href="${up}${style}" />`, ...tags, first].map((tag) => `    ${tag}\n`).join('');
  const built = page
    .replace(/\n *<script type="module".*<\/script>/, '')
    .replace('href="/favicon.svg"', `href="${up}favicon.svg"`)
    .replace('content="../"', `content="${up}"`)
    .replace('<meta name="viewport"', `${metaTags.join('\n    ')}\n    <meta name="viewport"`)
    .replace('  </head>', `${head}  </head>`);
  if (/"\/|type="module"/.test(built)) throw new Error('embed/index.html has changed: it is not understood any more.');
  return built;
}

interface FramedStory {
  readonly id: string;
  readonly language: Language;
  /** The address of the story's page, which search engines show in place of its frame. */
  readonly canonical: string;
  /** For readers without JavaScript. */
  readonly picture: Pick<StaticPicture, 'title' | 'alt' | 'width' | 'height'>;
}

/**
 * @param frame the page from `framePage`
 * @param stills the first picture. The policy of a frame allows no styles inside markup, so a script sets them.
 */
export function withStory(frame: string, stills: string, { id, language, canonical, picture }: FramedStory): string {
  const { title, alt, width, height } = picture;
  const dark = '<source srcset="dark.svg" media="(prefers-color-scheme: dark)">';
  const image = `<picture>${dark}<img src="light.svg" width="${width}" height="${height}" alt="${escaped(alt)}"></picture>`;
  const opening = `<div id="root"></div>\n    <div id="opening">${stills.replaceAll(' style="', ' data-style="')}</div>`;
  return frame
    .replace('<html lang="en">', `<html lang="${language === 'zh' ? 'zh-CN' : language}">`)
    .replace(/<title>.*<\/title>/, `<title>${escaped(title)} · Redlock Playground</title>`)
    .replace(
      '<meta name="site-root"',
      `<link rel="canonical" href="${escaped(canonical)}" />\n    <meta name="story" content="${id}" />\n    <meta name="site-root"`,
    )
    .replace(/<noscript>.*?<\/noscript>/s, `<noscript>${image}</noscript>`)
    .replace('<div id="root"></div>', () => opening);
}

/** The same page, whose program is loaded later. @param frame the page from `withStory` */
export const waiting = (frame: string): string =>
  frame.replaceAll(/<script defer src="([^"]+)"><\/script>/g, '<link rel="later" href="$1" />');
