// Lists the files of the site for the service worker, each with its digest, so that the worker keeps exactly what was
// built.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Pages, scripts, styles, fonts and the icons of the site. The story pages for chats open the playground, so they are
 * left out.
 */
const kept =
  /^(?:(?:assets|embed|essay|learn|library|matrix|own)\/.+\.(?:js|css|html|woff2)|[^/]+\.(?:js|html|webmanifest)|favicon.svg|icon-.+)$/;

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
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const source = readFileSync(join(root, 'public/sw.js'), 'utf8');
        const filled = source.replace("{ digest: '', files: {} }", () => listed(outDir));
        if (filled === source) throw new Error('public/sw.js has changed: there is no place for its files any more.');
        writeFileSync(join(outDir, 'sw.js'), filled);
      },
    },
  };
}

/** @param {string} outDir */
function listed(outDir) {
  const all = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const paths = all.filter((file) => kept.test(file) && file !== 'sw.js').sort();
  // The address of a page is its folder.
  const entries = paths.map((file) => [
    file.replace(/(^|\/)index\.html$/, '$1'),
    digestOf(readFileSync(join(outDir, file))),
  ]);
  const files = JSON.stringify(Object.fromEntries(entries));
  return `{ digest: '${digestOf(files)}', files: ${files} }`;
}

/** @param {import('node:crypto').BinaryLike} content */
const digestOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;
