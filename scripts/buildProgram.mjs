// Bundles the programs of the package with their dependencies: the one behind `npx redlock-playground`, the threads of
// its searches, the processes of a run on real Redis, and `redlock-playground/attack`.
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
  // Errors set their own names, so class names may be minified; LICENSES.md has the license comments.
  minify: true,
  legalComments: 'none',
  // Some packages' CommonJS variants require files of their own, which are not part of a bundle.
  mainFields: ['module', 'main'],
  // The first is an optional package. The others are loaded if they are installed; GLIDE is a client of BullMQ.
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
 * A search on several machines needs the worker of a clone, and a megabyte of Redis clients.
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
  // `src/cli/mcp/kept.ts` reads these files.
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
 * The license texts of the bundled packages, for people who redistribute them.
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
