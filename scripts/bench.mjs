// Bundles one bench as the page is bundled, and runs it. Loaders that translate file by file keep the names of functions
// by calls, which makes closures several times slower: what they measure is not what people get.
import { spawnSync } from 'node:child_process';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root } from './install.mjs';

const [file = ''] = process.argv.slice(2);
const name = basename(file, '.bench.ts');
const outDir = join(root, '.cache/bench', name);
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: file,
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    minify: true,
    rolldownOptions: { output: { entryFileNames: `${name}.mjs`, chunkFileNames: '[name]-[hash].mjs' } },
  },
  plugins: [{ name: 'scripts-stay-where-they-are', enforce: 'pre', resolveId: keepScript }],
});
const done = spawnSync(process.execPath, [join(outDir, `${name}.mjs`)], { stdio: 'inherit', cwd: root });
process.exitCode = done.status ?? 1;

/**
 * The scripts find the repository by where they lie, so they are no part of the bundle.
 * @param {string} id
 * @param {string | undefined} importer
 */
function keepScript(id, importer) {
  if (importer === undefined || !/[\\/]scripts[\\/][^\\/]+\.mjs$/.test(id)) return null;
  return { id: pathToFileURL(resolve(dirname(importer), id)).href, external: /** @type {const} */ (true) };
}
