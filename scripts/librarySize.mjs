// Measures the size of the library in a user's bundled and minified program, which the limits are about. It is bundled
// from the built package, as users get it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildCode } from './buildLib.mjs';
import { root } from './install.mjs';

/** The most that each use may weigh, gzipped. */
const limits = [
  {
    name: 'library, Redlock alone',
    file: 'redlockAlone.js',
    uses: "export { Redlock } from './redlock.js';",
    bytesMax: 20_110,
  },
  {
    name: 'library, all entries',
    file: 'allEntries.js',
    uses: "export * from './redlock.js'; export * from './simulated.js';",
    bytesMax: 29_250,
  },
];

/** How a user's program is bundled here. */
const options = /** @type {const} */ ({ bundle: true, minify: true, format: 'esm', platform: 'node' });

/**
 * Bundles each use.
 *
 * @param {string} folder relative to the root; its old content is removed
 * @returns {Promise<readonly { readonly name: string, readonly file: string, readonly bytesMax: number }[]>} files are
 *   relative to the root
 */
export async function bundleLibrary(folder) {
  // Loaded late, because it may have just been installed.
  const { build } = await import('esbuild');
  const built = join(root, folder);
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
  await buildCode(built);
  return Promise.all(
    limits.map(async ({ name, file, uses, bytesMax }) => {
      const entry = join(built, `use-${file}`);
      writeFileSync(entry, uses);
      const outfile = join(built, file);
      await build({ ...options, entryPoints: [entry], outfile });
      return { name, file: `${folder}/${file}`, bytesMax };
    }),
  );
}

/**
 * Measures other libraries in the same way. Redis clients are left out, because every program has its own.
 *
 * @param {Readonly<Record<string, string>>} uses what a program imports, by the name of the library
 * @param {string} folder where these packages are found
 * @returns {Promise<Readonly<Record<string, number>>>} bytes, gzipped
 */
export async function weighOthers(uses, folder) {
  const { build } = await import('esbuild');
  const external = ['ioredis', 'redis', '@redis/*', '@valkey/*'];
  const weighed = Object.entries(uses).map(async ([name, contents]) => {
    const stdin = { contents, resolveDir: folder };
    const { outputFiles } = await build({ ...options, stdin, external, write: false });
    return [name, gzipped(outputFiles[0]?.contents ?? new Uint8Array())];
  });
  return Object.fromEntries(await Promise.all(weighed));
}

/**
 * What each use of this library weighs.
 *
 * @returns {Promise<Readonly<Record<string, number>>>} bytes, gzipped
 */
export async function weighLibrary() {
  const bundled = await bundleLibrary('.cache/libraryWeighed');
  return Object.fromEntries(bundled.map(({ name, file }) => [name, gzipped(readFileSync(join(root, file)))]));
}

/** @param {Uint8Array} code */
const gzipped = (code) => gzipSync(code, { level: 9 }).length;
