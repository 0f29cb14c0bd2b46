/** How the modules of a lock become one text: what stays outside of it, and that each still knows where its own file is. */
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';

/** What the text needs beside itself. */
export interface Packages {
  /** Those that all lives share, by path. */
  readonly shared: Set<string>;
  /** Clients of databases other than Redis, by name. */
  readonly databases: Set<string>;
}

/** Large, and without state of their own at the top: to evaluate one takes 20 ms. */
const clients = /^(ioredis(-\d+)?|redis|@redis\/[a-z-]+|iovalkey|@valkey\/valkey-glide)$/;

const ofPostgres = /^(pg|pg-pool|pg-promise|postgres|slonik)$/;

/** Packages that are not evaluated anew stay out of the text, each by the path that its importer would find. */
export const sharing = ({ shared, databases }: Packages): Plugin => ({
  name: 'sharing',
  setup: ({ onResolve }) => {
    onResolve({ filter: ofPostgres }, ({ path }) => {
      databases.add(path);
      return undefined;
    });
    onResolve({ filter: clients }, ({ path, resolveDir }) => {
      try {
        const found = createRequire(`${resolveDir}/file.js`).resolve(path);
        shared.add(found);
        return { path: found, external: true };
      } catch {
        // It has nothing for CommonJS, or is not there: then the bundler says so.
        return undefined;
      }
    });
  },
});

/** Imports of what stays outside, as `require` has them: a function cannot contain an import. */
export const requiring: Plugin = {
  name: 'requiring',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind }) =>
      kind === 'import-statement' && (isBuiltin(path) || clients.test(path))
        ? { path, namespace: 'required', pluginData: resolveDir }
        : undefined,
    );
    onLoad({ filter: /^/, namespace: 'required' }, ({ path, pluginData: resolveDir }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      resolveDir,
    }));
  },
};

/** What a function asks for and is not there is missed when the function runs: frameworks have many such packages. */
export const missingLater: Plugin = {
  name: 'missing later',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (pluginData === missingLater || (kind !== 'require-call' && kind !== 'dynamic-import')) return undefined;
      const { errors } = await resolve(path, { kind, resolveDir, importer, pluginData: missingLater });
      return errors.length > 0 ? { path, external: true } : undefined;
    });
  },
};

/** By what variable of its own a module has its place. One that declares such a name itself keeps its own. */
export const fileVariables = {
  __dirname: '$file.folder',
  __filename: '$file.path',
  'import.meta.dirname': '$file.folder',
  'import.meta.filename': '$file.path',
  'import.meta.url': '$file.url',
} as const;

/** A line that makes something the program of a shell, comments and a directive stay first. */
const first = /^(?:#!.*\n)?(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*(?:'use strict'|"use strict");?|^(?:#!.*\n)?/;

export const knowingItsFile: Plugin = {
  name: 'knowing its file',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!/__dirname|__filename|import\.meta/.test(text)) return undefined;
      const file = { folder: dirname(path), path, url: pathToFileURL(path).href };
      const contents = text.replace(first, (before) => `${before}var $file=${JSON.stringify(file)};`);
      return { contents, loader: loaderOf(path) };
    });
  },
};

const loaderOf = (path: string): Loader => {
  const kind = extname(path).replace(/^\.[cm]?/, '');
  return kind === 'ts' || kind === 'tsx' || kind === 'jsx' ? kind : 'js';
};
