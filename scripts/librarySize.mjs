// Measures the library in a user's bundled and minified program, because its limits are about that. It is bundled
// from the built package, as users get it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCode } from './buildLib.mjs';
import { root } from './install.mjs';

/** The most that each use may weigh, gzipped. */
const limits = [
  {
    name: 'library, Redlock alone',
    file: 'redlockAlone.js',
    uses: "export { Redlock } from './redlock.js';",
    bytesMax: 17_100,
  },
  {
    name: 'library, all entries',
    file: 'allEntries.js',
    uses: "export * from './redlock.js'; export * from './simulated.js';",
    bytesMax: 27_000,
  },
];

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
      await build({ entryPoints: [entry], outfile, bundle: true, minify: true, format: 'esm', platform: 'node' });
      return { name, file: `${folder}/${file}`, bytesMax };
    }),
  );
}
