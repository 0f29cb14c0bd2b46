// Writes the embed's own page, and embed.js.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { framePage } from '../src/site/stories/framePage';
import { embedFiles } from '../src/site/stories/manifest';
import { buildEmbed } from './embedBuild.mjs';
import { buildElement } from './embedElement.mjs';
import { withSources } from './sources.mjs';
import { buildStill } from './stillBuild.mjs';

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
      await Promise.all([buildEmbed({ root, outDir }), buildStill({ root, outDir })]);
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
