/**
 * Makes the pages of embeds from the page of the development server. The root of a story's page holds a picture of
 * the run until the script replaces it. So the broken lock and its verdict are visible at once, and without
 * JavaScript.
 */
import type { Language } from '../../core/model/text';
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
  const tags = ['boot.js', ...scripts].map((file) => `<script defer src="${up}${file}"></script>`);
  const theme = `<script src="${up}embed/theme.js"></script>`;
  const head = [`<link rel="stylesheet" href="${up}${style}" />`, ...tags, theme].map((tag) => `    ${tag}\n`).join('');
  const built = page
    .replace(/\n *<script type="module".*<\/script>/, '')
    .replace('href="/favicon.svg"', `href="${up}favicon.svg"`)
    .replace('content="../"', `content="${up}"`)
    .replace('<meta name="viewport"', `${metaTags.join('\n    ')}\n    <meta name="viewport"`)
    .replace('  </head>', `${head}  </head>`);
  if (/"\/|type="module"/.test(built)) throw new Error('embed/index.html has changed: it is not understood any more.');
  return built;
}

/** @param frame the page from `framePage` */
export function withStory(
  frame: string,
  id: string,
  language: Language,
  { title, alt, width, height }: Pick<StaticPicture, 'title' | 'alt' | 'width' | 'height'>,
): string {
  // Only one of the two is visible, by the theme of the address or else of the system. A lazy picture that is not
  // visible is not loaded.
  const images = ['light', 'dark'].map(
    (theme) =>
      `<img class="still" data-of="${theme}" src="${theme}.svg" loading="lazy" width="${width}" height="${height}" alt="${escaped(alt)}">`,
  );
  return frame
    .replace('<html lang="en">', `<html lang="${language === 'zh' ? 'zh-CN' : language}">`)
    .replace(/<title>.*<\/title>/, `<title>${escaped(title)} · Redlock Playground</title>`)
    .replace('<meta name="site-root"', `<meta name="story" content="${id}" />\n    <meta name="site-root"`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('<div id="root"></div>', `<div id="root">${images.join('')}</div>`);
}
