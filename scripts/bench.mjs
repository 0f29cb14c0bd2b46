// Bundles one bench as the page is bundled, and runs it. Loaders that translate file by file keep the names of functions
// by calls, which makes closures several times slower: what they measure is not what people get.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
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
});
const done = spawnSync(process.execPath, [join(outDir, `${name}.mjs`)], { stdio: 'inherit', cwd: root });
process.exitCode = done.status ?? 1;
