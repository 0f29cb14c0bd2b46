// What search engines and chat windows read of a page: its canonical address, and the card that stands for a link to it.
// The address of the site is known only to whoever builds it: SITE_URL. Without one nothing is claimed about it.

/**
 * @param {string | undefined} given
 * @returns {string | null} with a slash at its end; null where there is none
 */
export function siteAddress(given) {
  if (given === undefined || given === '') return null;
  const address = new URL(given);
  if (!/^https?:$/.test(address.protocol))
    throw new Error(`SITE_URL is to begin with https:// or http://, not ${given}`);
  return address.href.endsWith('/') ? address.href : `${address.href}/`;
}

/**
 * @param {string | undefined} given SITE_URL
 * @returns {import('vite').Plugin}
 */
export function pageHead(given) {
  const site = siteAddress(given);
  return {
    name: 'page-head',
    apply: 'build',
    transformIndexHtml(html, { path }) {
      return headTags(html, { site, path: path.replace(/^\//, '').replace(/index\.html$/, '') });
    },
    generateBundle() {
      const map = site === null ? '' : `Sitemap: ${site}sitemap.xml\n`;
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: `User-agent: *\nAllow: /\n${map}` });
      if (site !== null) this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap(site) });
    },
  };
}

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
  // A picture is fetched from elsewhere, so that its address must be whole.
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
    ...(site === null ? [] : [{ tag: 'link', attrs: { rel: 'canonical', href: `${site}${path}` } }]),
  ];
}

/** @param {string} site */
const sitemap = (site) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[
    '',
    'learn/',
  ]
    .map((path) => `  <url><loc>${site}${path}</loc></url>\n`)
    .join('')}</urlset>\n`;
