// How the site is built: the pages as modules here, the embed on its own; static files that work under any sub-path. Tests are configured in vitest.config.ts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkNames } from './scripts/chunkNames.mjs';
import { embedPages } from './scripts/embedPages.mjs';
import { essayPages } from './scripts/essayPages.mjs';
import { libraryPages } from './scripts/libraryPages.mjs';
import { offlineFiles } from './scripts/offlineFiles.mjs';
import { pageHead } from './scripts/pageHead.mjs';
import { repositoryAddress } from './scripts/repositoryAddress.mjs';
import { schemaFiles } from './scripts/schemaFiles.mjs';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

export default defineConfig({
  root,
  // Relative addresses: the same files work at the root of a host, under /some/path/ and in an archive of a release.
  base: './',
  // A page that does not exist answers 404; it must not show the playground under a wrong address.
  appType: 'mpa',
  plugins: [
    react(),
    pageHead(root, process.env['SITE_URL']),
    embedPages(root),
    essayPages(root),
    libraryPages(root, process.env['SITE_URL']),
    schemaFiles(root),
    offlineFiles(root),
  ],
  // What a report of an error says of the project.
  define: {
    'import.meta.env.PLAYGROUND_VERSION': JSON.stringify(version),
    'import.meta.env.REPOSITORY_URL': JSON.stringify(repositoryAddress(process.env['REPOSITORY_URL'])),
  },
  build: {
    target: 'es2023',
    // The manifest tells which chunks a page loads first; the size limits are counted from it.
    manifest: true,
    // What is shipped is other people's work too.
    license: { fileName: 'licenses.md' },
    // In a page, each of these files has a script tag (pageHead.mjs).
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? [] : needed),
    },
    // All of it is smaller than what one page needs in files of its own, and is one request.
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames(root) }] } },
      input: {
        playground: resolve(root, 'index.html'),
        learn: resolve(root, 'learn/index.html'),
        matrix: resolve(root, 'matrix/index.html'),
        own: resolve(root, 'own/index.html'),
        network: resolve(root, 'network/index.html'),
        essay: resolve(root, 'essay/index.html'),
        'essay-zh': resolve(root, 'essay/zh/index.html'),
      },
    },
  },
  // The workers' program loads a part of itself later, which only a module can.
  // A reader's code runs in a file of its own folder: it alone may run WebAssembly, and its policy says so.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) =>
          name === 'ownWorker' ? 'assets/own/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  // For the development server. Fengari reads its environment, which a build leaves empty. Its files need each other in
  // a circle that begins at its main file, and three of them are imported.
  optimizeDeps: {
    rolldownOptions: {
      transform: { define: { 'process.env.FENGARICONF': 'undefined' } },
      output: { codeSplitting: { groups: [{ name: 'fengari', test: /fengari/ }] } },
    },
  },
  server: { host: '127.0.0.1', port: 5180 },
});
