// The part of the package that attacks locks: the program behind `npx redlock-playground`, its thread, and
// `redlock-playground/attack`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20',
  // Some packages' CommonJS variants require files of their own, which are not part of a bundle.
  mainFields: ['module', 'main'],
  logLevel: 'error',
};

/** CommonJS packages require Node's modules. */
const banner = {
  js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
};

/** @param {string} folder beside what is already there */
export async function buildAttack(folder) {
  // Loaded late, because it may have just been installed.
  const { build } = await import('esbuild');
  const made = await Promise.all([
    build({
      ...shared,
      entryPoints: { cli: 'src/cli/attack/packaged.ts', attack: 'src/cli/attack/attackInTest.ts' },
      outdir: folder,
      chunkNames: 'attack/[name]-[hash]',
      format: 'esm',
      splitting: true,
      external: ['esbuild'],
      banner,
    }),
    build({
      ...shared,
      entryPoints: { attackThread: 'src/cli/attack/attackThread.ts' },
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      external: ['esbuild'],
    }),
  ]);
  const program = join(folder, 'cli.js');
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 });
  const inputs = made.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(folder, 'LICENSES.md'), licensesOf(inputs));
}

/**
 * The license conditions of the packages in the bundles for those who pass them on.
 *
 * @param {readonly string[]} inputs
 */
function licensesOf(inputs) {
  const packages = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  const parts = [...packages].sort().map((folder) => {
    const at = join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const file = readdirSync(at).find((each) => /^licen[cs]e/i.test(each));
    const text = file !== undefined ? readFileSync(join(at, file), 'utf8').trim() : '';
    return `## ${name} - ${version} (${license})\n\n${text}\n`;
  });
  return `# Licenses of what is bundled here\n\n${parts.join('\n')}`;
}
