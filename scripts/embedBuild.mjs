// Builds the embed on its own: with Preact in place of React, which leaves a third of the script, and as classic scripts, since
// a sandboxed frame is refused modules (see embedLoader.js). What its pages are made of is told by `embedFiles`.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';

const entry = 'src/ui/embed/main.tsx';
/** Vite's manifest of the embed, in the built site. */
const embedManifest = '.vite/embed.json';

/** What stands for React in the embed. */
const standIns = {
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};

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
    resolve: { alias: standIns },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      manifest: embedManifest,
      license: { fileName: 'embed/licenses.md' },
      modulePreload: false,
      // One style sheet, which the page waits for: nothing that comes later has to wait for its own.
      cssCodeSplit: false,
      rolldownOptions: {
        input: { embed: resolve(root, entry) },
        output: {
          format: 'cjs',
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
        },
      },
    },
  });
}

/**
 * Wraps each file for the loader, which stands at the head of the entry.
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
    // The names are made before the files are wrapped, and must change with the wrapping.
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
 * The chunk's code, in which what is imported on demand is asked of the loader, with all that it needs.
 * @param {Chunk} chunk
 * @param {Bundle} bundle
 */
function withLater(chunk, bundle) {
  const wrapped = chunk.code.replace(deferredRequire, (_all, _quote, /** @type {string} */ file) => {
    const names = withNeeds(`assets/embed/${file}`, bundle).map(bareName);
    return `later(${JSON.stringify(names)})`;
  });
  // Vite loads style sheets beforehand, of which there are none.
  const code = wrapped.replace(/[\w$]+\(\(\)=>(later\(\[[^\]]*\]\)),void 0,\{\}\.url\)/g, '$1');
  // A form that this file does not know would fail in the reader's browser, and only when it is used.
  const forgotten = /\bimport\(|\.then\(\(\)\s*=>[^;]{0,20}require\(/.exec(code);
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
  // The entry is there before anybody can ask for more.
  if (chunk.isEntry) return [];
  return [...chunk.imports.flatMap((needed) => withNeeds(needed, bundle, seen)), file];
}

/** @param {string} file */
const bareName = (file) => file.slice(file.lastIndexOf('/') + 1);

/**
 * What the page of a story loads, relative to the site.
 * @param {string} outDir
 * @param {{ story?: string, language?: string }} [page] story: its file's name in src/stories
 * @returns {{ style: string, scripts: readonly string[] }} in this order
 */
export function embedFiles(outDir, { story, language = 'en' } = {}) {
  /** @type {Record<string, { file: string, imports?: string[], isEntry?: boolean }>} */
  const manifest = JSON.parse(readFileSync(join(outDir, embedManifest), 'utf8'));
  const style = Object.values(manifest).find(({ file }) => file.endsWith('.css'));
  if (style === undefined) throw new Error('The embed has no style sheet.');
  const wanted = [`src/texts/${language}/shared.ts`, `src/narrate/${language}/words.ts`];
  if (story !== undefined) wanted.push(`src/stories/${story}.ts`);
  wanted.push(entry);
  /** @type {Set<string>} */
  const scripts = new Set();
  for (const key of wanted) add(key);
  const lost = [style.file, ...scripts].find((file) => !existsSync(join(outDir, file)));
  if (lost !== undefined) throw new Error(`The embed's page needs ${lost}, which was not built.`);
  return { style: style.file, scripts: [...scripts] };

  /** @param {string} key */
  function add(key) {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The embed's manifest has no "${key}".`);
    // The entry runs what is there as soon as it comes: it is last.
    for (const needed of chunk.imports ?? []) if (manifest[needed]?.isEntry !== true) add(needed);
    scripts.add(chunk.file);
  }
}
