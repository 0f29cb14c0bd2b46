// Builds the embed separately: with Preact instead of React, which makes the script a third as large, and as classic
// scripts, because a sandboxed frame may not load modules (see embedLoader.js).
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { manifests } from '../src/site/stories/manifest';
import { firstTogether } from './chunkNames.mjs';
import { preact } from './preact.mjs';

const entry = 'src/web/embed/main.tsx';

/**
 * @param {{ root: string, outDir: string }} where
 * @returns {Promise<void>}
 */
export async function buildEmbed({ root, outDir }) {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const name = 'assets/embed/[name]-[hash]';
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), classicScripts(root)],
    resolve: { alias: preact },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      manifest: manifests.embed,
      license: { fileName: 'embed/licenses.md' },
      modulePreload: false,
      // There is one style sheet, which the page waits for, so that nothing that loads later has to wait for its own.
      cssCodeSplit: false,
      rolldownOptions: {
        input: { embed: resolve(root, entry) },
        output: {
          format: 'cjs',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: firstTogether(resolve(root, entry)) }],
          },
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
        },
      },
    },
  });
}

/**
 * Wraps each file for the loader, whose code is at the start of the entry.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
function classicScripts(root) {
  const source = readFileSync(join(root, 'scripts/embedLoader.js'), 'utf8');
  const loader = transformSync(source, { minify: true, target: 'es2022' }).code;
  const wrapper = readFileSync(import.meta.filename, 'utf8');
  return {
    name: 'classic-scripts',
    enforce: 'post',
    // The names are made before the files are wrapped, but must change when the wrapping does.
    augmentChunkHash: () => loader + wrapper,
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const name = JSON.stringify(bareName(chunk.fileName));
        const code = `(self.redlockEmbed??=[]).push([${name},function(require,module,exports,later){"use strict";${withLater(chunk, bundle)}\n}]);\n`;
        chunk.code = chunk.isEntry ? `${loader}${code}redlockEmbed.start(${name});\n` : code;
      }
    },
  };
}

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */
/** @typedef {import('vite').Rolldown.OutputBundle} Bundle */

const deferredRequire = /Promise\.resolve\(\)\.then\(\(\)\s*=>\s*require\(([`"'])\.\/([^`"']+)\1\)\)/g;

/**
 * The chunk's code. Dynamic imports go to the loader, with everything that they need.
 * @param {Chunk} chunk
 * @param {Bundle} bundle
 */
function withLater(chunk, bundle) {
  const wrapped = chunk.code.replace(deferredRequire, (_all, _quote, /** @type {string} */ file) => {
    const names = withNeeds(`assets/embed/${file}`, bundle).map(bareName);
    return `later(${JSON.stringify(names)})`;
  });
  // Vite would preload style sheets, but there are none.
  const code = wrapped.replace(/[\w$.]+\(\(\)=>(later\(\[[^\]]*\]\)),void 0,\{\}\.url\)/g, '$1');
  // An unknown form of import would fail only in the reader's browser, so it fails the build.
  const forgotten = /\bimport\(|\.then\(\(\)\s*=>[^;]{0,20}require\(|[.)]later\(/.exec(code);
  if (forgotten !== null) throw new Error(`${chunk.fileName} imports in a way that is not known: ${forgotten[0]}`);
  return code;
}

/**
 * @param {string} file
 * @param {Bundle} bundle
 * @param {Set<string>} [seen]
 * @returns {readonly string[]} the file and all that it requires, itself last
 */
function withNeeds(file, bundle, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') throw new Error(`There is no ${file} in the embed.`);
  // The entry is loaded before any dynamic import.
  if (chunk.isEntry) return [];
  return [...chunk.imports.flatMap((needed) => withNeeds(needed, bundle, seen)), file];
}

/** @param {string} file */
const bareName = (file) => file.slice(file.lastIndexOf('/') + 1);
