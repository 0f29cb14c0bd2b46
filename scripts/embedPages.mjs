// Writes the embed's own page, and embed.js.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { framePage } from '../src/site/stories/framePage';
import { embedFiles } from '../src/site/stories/manifest';
import { beside } from './beside.mjs';
import { buildElement } from './embedElement.mjs';
import { withSources } from './sources.mjs';

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function embedPages(root) {
  let outDir = '';
  /** Vite empties the other folder. */
  const besideDir = () => `${outDir}-beside`;
  /** @type {Promise<string> | undefined} */
  let built;
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
    buildStart() {
      if (isServing) return;
      const where = JSON.stringify({ root, outDir: besideDir() });
      built = beside(
        root,
        `const [{ buildEmbed }, { buildStill }] = await Promise.all([
           import('./scripts/embedBuild.mjs'), import('./scripts/stillBuild.mjs')]);
         await Promise.all([buildEmbed(${where}), buildStill(${where})]);`,
      );
    },
    async closeBundle() {
      if (isServing) return;
      await built;
      cpSync(besideDir(), outDir, { recursive: true });
      rmSync(besideDir(), { recursive: true });
      const page = readFileSync(join(root, 'embed/index.html'), 'utf8');
      mkdirSync(join(outDir, 'embed'), { recursive: true });
      writeFileSync(join(outDir, 'embed/index.html'), framePage(page, 'embed/', embedFiles(outDir)));
      await withSources(root, async (load) => {
        /** @type {typeof import('../src/site/stories/allStories')} */
        const { laneHeights } = await load('/src/site/stories/allStories.ts');
        writeFileSync(join(outDir, 'embed.js'), await buildElement(root, await laneHeights()));
        /** @type {typeof import('../src/site/stories/still')} */
        const { withStills } = await load('/src/site/stories/still.ts');
        for (const [page, file] of /** @type {const} */ ([
          ['scene', 'index.html'],
          ['learn', 'learn/index.html'],
        ])) {
          const path = join(outDir, file);
          writeFileSync(path, await withStills(outDir, readFileSync(path, 'utf8'), page));
        }
      });
    },
  };
}
