// A page for each story's embed, whose root holds a picture of the run until the script has replaced it: with JavaScript
// off, and in the first instant, the broken lock and its verdict are there. Pictures are made by the page's own code.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function embedPages(root) {
  let outDir = '';
  return {
    name: 'embed-pages',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
    },
    async closeBundle() {
      const page = readFileSync(join(outDir, 'embed/index.html'), 'utf8');
      const css = readFileSync(join(root, 'src/ui/theme.css'), 'utf8');
      const { createServer } = await import('vite');
      const server = await createServer({
        root,
        configFile: false,
        logLevel: 'error',
        appType: 'custom',
        server: { middlewareMode: true, hmr: false, ws: false },
        optimizeDeps: { noDiscovery: true },
      });
      try {
        /** @type {typeof import('../src/ui/export/storyPictures')} */
        const { storyPictures } = /** @type {any} */ (await server.ssrLoadModule('/src/ui/export/storyPictures.ts'));
        for await (const picture of storyPictures(css)) writePage(outDir, page, picture);
      } finally {
        await server.close();
      }
    },
  };
}

/**
 * English lies at embed/<story>/, Chinese at embed/zh/<story>/.
 * @param {string} outDir
 * @param {string} page the embed's own page
 * @param {import('../src/ui/export/storyPictures').StoryPicture} picture
 */
function writePage(outDir, page, { id, language, theme, title, text, svg, width, height }) {
  const inside = language === 'en' ? `embed/${id}` : `embed/${language}/${id}`;
  const folder = join(outDir, inside);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${theme}.svg`), svg);
  if (theme === 'dark') return;
  const up = '../'.repeat(inside.split('/').length);
  const size = `width="${width}" height="${height}"`;
  const image = `<picture><source srcset="dark.svg" media="(prefers-color-scheme: dark)"><img class="still" src="light.svg" ${size} alt="${escaped(`${title}. ${text}`)}"></picture>`;
  const html = page
    .replace('<html lang="en">', `<html lang="${language === 'zh' ? 'zh-CN' : language}">`)
    .replace(/(src|href|content)="\.\.\//g, `$1="${up}`)
    .replace(/<title>.*<\/title>/, `<title>${escaped(title)} · Redlock Playground</title>`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('<div id="root"></div>', `<div id="root">${image}</div>`);
  writeFileSync(join(folder, 'index.html'), html);
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
