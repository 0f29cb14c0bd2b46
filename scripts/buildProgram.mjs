// What the package runs, bundled with all that it needs: the program behind `npx redlock-playground`, the threads of its
// searches, the processes of a run on real Redis, and `redlock-playground/attack`.
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildChat } from './chatBuild.mjs';
import { root } from './install.mjs';

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20',
  // Errors name themselves, so no name has to stay; LICENSES.md has what the comments say.
  minify: true,
  legalComments: 'none',
  // Some packages' CommonJS variants require files of their own, which are not part of a bundle.
  mainFields: ['module', 'main'],
  // The first is the optional package. The others are looked for and may be absent; GLIDE is a client of BullMQ.
  external: [
    'esbuild',
    'libsql',
    'redis-memory-server',
    'pg-native',
    'bufferutil',
    'utf-8-validate',
    '@valkey/valkey-glide',
  ],
  logLevel: 'error',
  format: 'esm',
  splitting: true,
  // CommonJS packages require Node's modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
};

/**
 * A search on several machines needs the worker of a clone, and clients of Redis of a megabyte.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutQueue = {
  name: 'without-queue',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/queueSearch$/ }, () => ({ path: join(root, 'src/cli/queue/noQueue.ts') })),
};

/** Where all parts find each other. */
const parts = 'program';

/** @param {string} folder beside what is already there */
export async function buildProgram(folder) {
  // Loaded late, because it may have just been installed.
  const { build } = await import('esbuild');
  // All at once, so that the parts share what several of them need.
  const { metafile } = await build({
    ...shared,
    entryPoints: {
      cli: 'src/cli/packaged.ts',
      attack: 'src/cli/attack/attackInTest.ts',
      [`${parts}/client`]: 'src/live/server/process/clientMain.ts',
      [`${parts}/storage`]: 'src/live/server/process/storageMain.ts',
      [`${parts}/simulation`]: 'src/live/server/process/simulationMain.ts',
      [`${parts}/guardMain`]: 'src/live/server/redis/guardMain.mjs',
      [`${parts}/attackThread`]: 'src/cli/attack/attackThread.ts',
      [`${parts}/codeThread`]: 'src/cli/mcp/codeThread.ts',
      [`${parts}/exploreWorker`]: 'src/cli/exploreWorker.ts',
    },
    plugins: [withoutQueue],
    outdir: folder,
    chunkNames: `${parts}/[name]-[hash]`,
  });
  renameSync(join(folder, parts, 'guardMain.js'), join(folder, parts, 'guardMain.mjs'));
  cpSync(join(root, 'src/live/server/redis/clockShim.c'), join(folder, parts, 'clockShim.c'));
  // What `src/cli/mcp/kept.ts` reads.
  const kept = /** @type {const} */ ([
    ['src/sandbox/realm/guest', 'guest'],
    ['src/content/texts/GLOSSARY.md', 'GLOSSARY.md'],
  ]);
  for (const [file, name] of kept) cpSync(join(root, file), join(folder, parts, 'mcp', name), { recursive: true });
  writeFileSync(join(folder, parts, 'mcp/chat.html'), await buildChat());
  const program = join(folder, 'cli.js');
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 });
  writeFileSync(join(folder, 'LICENSES.md'), licensesOf(Object.keys(metafile.inputs)));
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
