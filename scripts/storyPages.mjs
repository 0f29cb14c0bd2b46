// Writes a page for each story, variant, fix and language: `s/<story>/…`, which unfolds in a chat, and its oEmbed answer
// beside it. With SITE_URL each has a card of its own; it takes a while, so cards are kept from one build to the next.
// Without SITE_URL, addresses are relative, and all have the card of the site.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { preloadFiles, siteAddress } from './pageHead.mjs';
import { withSources } from './sources.mjs';

/**
 * @param {string} root
 * @param {string | undefined} given SITE_URL
 * @returns {import('vite').Plugin}
 */
export function storyPages(root, given) {
  const site = siteAddress(given);
  let outDir = '';
  /** @type {import('vite').Rolldown.OutputBundle} */
  let bundle = {};
  return {
    name: 'story-pages',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, written) {
      bundle = written;
    },
    async closeBundle() {
      const built = readFileSync(join(outDir, 'index.html'), 'utf8');
      // Loaded late: a build without SITE_URL paints nothing.
      const cards = site === null ? null : (await import('./keptCards.mjs')).openCards(outDir);
      await withSources(root, async (load) => {
        const { toldStories } = await load('/src/ui/linkPages/toldStories.ts');
        const { storyPage } = await load('/src/ui/linkPages/storyPage.ts');
        /** @type {string[]} */
        const folders = [];
        for await (const telling of toldStories()) {
          const { language, story } = telling;
          const page = storyPage(built, telling, {
            site,
            card: cards?.addressOf(telling) ?? null,
            preloads: preloadFiles(bundle, [
              `src/ui/words/${language === 'zh' ? 'inChinese' : 'inEnglish'}.ts`,
              `src/stories/${camelCased(story)}.ts`,
            ]),
          });
          const folder = join(outDir, page.folder);
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, 'index.html'), page.html);
          writeFileSync(join(folder, 'oembed.json'), page.oembed);
          folders.push(page.folder);
        }
        if (site !== null) addToSitemap(outDir, site, folders);
      });
      await cards?.paint();
      if (site === null)
        console.log(
          'SITE_URL is not set: the addresses in s/ are relative, and all its pages have the card of the site.',
        );
    },
  };
}

/**
 * @param {string} outDir
 * @param {string} site
 * @param {readonly string[]} folders
 */
function addToSitemap(outDir, site, folders) {
  const file = join(outDir, 'sitemap.xml');
  const added = folders.map((folder) => `  <url><loc>${site}${folder}</loc></url>\n`).join('');
  writeFileSync(file, readFileSync(file, 'utf8').replace('</urlset>', `${added}</urlset>`));
}

/** The file of a story is named after its id. @param {string} id */
const camelCased = (id) => id.replace(/-(.)/g, (_all, letter) => letter.toUpperCase());
