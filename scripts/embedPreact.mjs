// The embed is written against React, as the page is, and built with Preact: an iframe in somebody's article loads a third
// of the script. Both are made in one build: a module of the page that the embed needs too is there twice, once for each.
import { resolve } from 'node:path';

/** What stands for React in the embed. */
const standIns = new Map([
  ['react', 'preact/compat'],
  ['react-dom', 'preact/compat'],
  ['react-dom/client', 'preact/compat/client'],
  ['react/jsx-runtime', 'preact/jsx-runtime'],
  ['react/jsx-dev-runtime', 'preact/jsx-dev-runtime'],
]);

const mark = '?embed';
/** Modules that import React, themselves or through others; everything else is shared with the page. */
const marked = /(\/src\/ui\/.*\.tsx?|\/node_modules\/(zustand|lucide-react)\/.*\.m?js)$/;

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function embedWithPreact(root) {
  const entry = resolve(root, 'src/ui/embed/main.tsx');
  return {
    name: 'embed-with-preact',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined) return null;
      const isEmbed = importer.endsWith(mark);
      const from = isEmbed ? importer.slice(0, -mark.length) : importer;
      const standIn = isEmbed ? standIns.get(source) : undefined;
      const found = await this.resolve(standIn ?? source, standIn === undefined ? from : entry, {
        ...options,
        skipSelf: true,
      });
      if (found === null || found.external) return found;
      const isOfEmbed = isEmbed ? marked.test(found.id) : found.id === entry;
      return isOfEmbed ? { ...found, id: `${found.id}${mark}` } : isEmbed ? found : null;
    },
  };
}
