// Writes the embed's own page, one for each story, and embed.js. The root of a story's page holds a picture of the run until the
// script replaces it. So the broken lock and its verdict are visible at once, and without JavaScript. The page's own
// code makes the pictures.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildEmbed, embedFiles } from './embedBuild.mjs';
import { buildElement } from './embedElement.mjs';
import { metaTags } from './headers.mjs';
import { withSources } from './sources.mjs';

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function embedPages(root) {
  let outDir = '';
  let isServing = false;
  return {
    name: 'embed-pages',
    configureServer(server) {
      server.middlewares.use('/embed.js', (_request, response, next) => {
        buildElement(root, new Map()).then((code) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
      isServing = config.command === 'serve';
    },
    async closeBundle() {
      if (isServing) return;
      await buildEmbed({ root, outDir });
      const page = readFileSync(join(root, 'embed/index.html'), 'utf8');
      writeAt(outDir, 'embed', withFiles(page, 'embed', embedFiles(outDir)));
      const css = readFileSync(join(root, 'src/ui/look/theme.css'), 'utf8');
      await withSources(root, async (load) => {
        /** @type {typeof import('../src/ui/pictures/storyPictures')} */
        const { storyPictures } = await load('/src/ui/pictures/storyPictures.ts');
        /** @type {import('./embedElement.mjs').LaneHeights} */
        const lanes = new Map();
        for await (const picture of storyPictures(css)) {
          writePage(outDir, page, picture);
          lanes.set(picture.variant === null ? picture.id : `${picture.id}/${picture.variant}`, picture.rows);
        }
        writeFileSync(join(outDir, 'embed.js'), await buildElement(root, lanes));
      });
    },
  };
}

/**
 * English pages are at embed/<story>/, Chinese ones at embed/zh/<story>/. The folder of a variant there has its pictures alone.
 * @param {string} outDir
 * @param {string} page the embed's own page
 * @param {import('../src/ui/pictures/storyPictures').StoryPicture} picture
 */
function writePage(outDir, page, { id, variant, language, theme, title, alt, svg, width, height }) {
  const inside = language === 'en' ? `embed/${id}` : `embed/${language}/${id}`;
  const folder = join(outDir, inside, variant ?? '');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${theme}.svg`), svg);
  if (theme === 'dark' || variant !== null) return;
  const size = `width="${width}" height="${height}"`;
  // One of the two is visible, by the theme of the address or else of the system. A lazy picture that is not visible is
  // not loaded.
  const image = ['light', 'dark']
    .map(
      (each) => `<img class="still" data-of="${each}" src="${each}.svg" loading="lazy" ${size} alt="${escaped(alt)}">`,
    )
    .join('');
  const files = embedFiles(outDir, { story: camelCased(id), language });
  const html = withFiles(page, inside, files)
    .replace('<html lang="en">', `<html lang="${language === 'zh' ? 'zh-CN' : language}">`)
    .replace(/<title>.*<\/title>/, `<title>${escaped(title)} · Redlock Playground</title>`)
    .replace('<meta name="site-root"', `<meta name="story" content="${id}" />\n    <meta name="site-root"`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('<div id="root"></div>', `<div id="root">${image}</div>`);
  writeAt(outDir, inside, html);
}

/**
 * The page of the development server, with the built files instead of the module. The style sheet and the theme come
 * first, so that nothing is painted without them. Neither they nor the scripts use CORS.
 * @param {string} page
 * @param {string} inside
 * @param {ReturnType<typeof embedFiles>} files
 */
function withFiles(page, inside, { style, scripts }) {
  const up = '../'.repeat(inside.split('/').length);
  const tags = ['boot.js', ...scripts].map((file) => `<script defer src="${up}${file}"></script>`);
  const theme = `<script src="${up}embed/theme.js"></script>`;
  const head = [`<link rel="stylesheet" href="${up}${style}" />`, theme, ...tags].map((tag) => `    ${tag}\n`).join('');
  const built = page
    .replace(/\n *<script type="module".*<\/script>/, '')
    .replace('href="/favicon.svg"', `href="${up}favicon.svg"`)
    .replace('content="../"', `content="${up}"`)
    .replace('<meta name="viewport"', `${metaTags.join('\n    ')}\n    <meta name="viewport"`)
    .replace('  </head>', `${head}  </head>`);
  if (/"\/|type="module"/.test(built)) throw new Error('embed/index.html has changed: it is not understood any more.');
  return built;
}

/**
 * @param {string} outDir
 * @param {string} inside
 * @param {string} html
 */
function writeAt(outDir, inside, html) {
  mkdirSync(join(outDir, inside), { recursive: true });
  writeFileSync(join(outDir, inside, 'index.html'), html);
}

/** The file of a story is named after its id. @param {string} id */
const camelCased = (id) => id.replace(/-(.)/g, (_all, letter) => letter.toUpperCase());

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
