// Tells the service worker which files the pages consist of, so that all of them work offline after the first visit,
// even stories that nobody has opened yet. Embeds are not among them: they are kept when they are read.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const pages = ['index.html', 'learn/index.html', 'matrix/index.html'];

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
        // The address of a page is its folder.
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
