// Tells the service worker which files make up the pages, so that after the first visit all of them work without a network,
// also the stories that nobody has opened yet. Embeds are not among them: they are kept as they are read.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const pages = ['index.html', 'learn/index.html'];

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function offlineFiles(root) {
  let outDir = '';
  return {
    name: 'offline-files',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = [...pages, ...Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file))].sort();
        const hash = createHash('sha256');
        for (const file of files) hash.update(readFileSync(join(outDir, file)));
        // A page is asked for by its folder.
        const list = JSON.stringify(files.map((file) => `./${file.replace(/index\.html$/, '')}`));
        const source = readFileSync(join(root, 'public/sw.js'), 'utf8');
        const filled = source.replace(
          "{ digest: '', files: [] }",
          () => `{ digest: '${hash.digest('hex').slice(0, 16)}', files: ${list} }`,
        );
        if (filled === source) throw new Error('public/sw.js has changed: there is no place for its files any more.');
        writeFileSync(join(outDir, 'sw.js'), filled);
      },
    },
  };
}
