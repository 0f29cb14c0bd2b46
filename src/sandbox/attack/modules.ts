/**
 * How the modules of a lock become one text: which packages stay outside of it, and how each module still knows its
 * own file.
 */
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';

/** What the text needs besides itself. */
export interface Packages {
  /** The paths of packages that all lives share. */
  readonly shared: Set<string>;
  /** The names of clients of databases other than Redis. */
  readonly databases: Set<string>;
}

/** Large packages without state at their top level: evaluating one takes 20 ms. */
const clients = /^(ioredis(-\d+)?|redis|@redis\/[a-z-]+|iovalkey|@valkey\/valkey-glide)$/;

/** Agents that find their own files by name: their documentation says not to bundle them. */
const agents = /^newrelic(\/|$)/;

const ofPostgres = /^(pg|pg-pool|pg-promise|postgres|slonik)$/;

const anyOf = (...some: readonly RegExp[]): RegExp => new RegExp(some.map(({ source }) => source).join('|'));

/**
 * Keeps packages that are not evaluated anew out of the text. Each is required by the path that its importer would
 * find.
 */
export const sharing = ({ shared, databases }: Packages): Plugin => ({
  name: 'sharing',
  setup: ({ onResolve }) => {
    onResolve({ filter: ofPostgres }, ({ path }) => {
      databases.add(path);
      return undefined;
    });
    onResolve({ filter: anyOf(clients, agents) }, ({ path, resolveDir }) => {
      try {
        const modulePath = createRequire(`${resolveDir}/file.js`).resolve(path);
        // An agent opens files while it loads, so it loads within a life.
        if (clients.test(path)) shared.add(modulePath);
        return { path: modulePath, external: true };
      } catch {
        // It has no build for CommonJS, or is not installed. The bundler then reports it.
        return undefined;
      }
    });
  },
});

/** Turns imports of packages that stay outside into `require`: a function cannot contain an import. */
export const requiring: Plugin = {
  name: 'requiring',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind }) =>
      kind === 'import-statement' && (isBuiltin(path) || anyOf(clients, agents).test(path))
        ? { path, namespace: 'required', pluginData: resolveDir }
        : undefined,
    );
    onLoad({ filter: /^/, namespace: 'required' }, ({ path, pluginData: resolveDir }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      resolveDir,
    }));
  },
};

/**
 * A missing package that a function requires is an error only when the function runs: frameworks have many such
 * packages.
 */
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

/** The variables that give a module its own path. A module that declares such a name itself keeps its own. */
export const fileVariables = {
  __dirname: '$file.folder',
  __filename: '$file.path',
  'import.meta.dirname': '$file.folder',
  'import.meta.filename': '$file.path',
  'import.meta.url': '$file.url',
} as const;

/** Matches what must stay first in a file: a hashbang line, comments and a directive. */
const first = /^(?:#!.*\n)?(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*(?:'use strict'|"use strict");?|^(?:#!.*\n)?/;

export const knowingItsFile: Plugin = {
  name: 'knowing its file',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!/__dirname|__filename|import\.meta/.test(text)) return undefined;
      const file = { folder: dirname(path), path, url: pathToFileURL(path).href };
      const contents = text.replace(first, (before) => `${before};var $file=${JSON.stringify(file)};`);
      return { contents, loader: loaderOf(path) };
    });
  },
};

const loaderOf = (path: string): Loader => {
  const kind = extname(path).replace(/^\.[cm]?/, '');
  return kind === 'ts' || kind === 'tsx' || kind === 'jsx' ? kind : 'js';
};

/** Refuses files that may not be read, before anything quotes them. A link counts as the file that it leads to. */
export const reading = (isOpen: (path: string) => boolean): Plugin => ({
  name: 'reading',
  setup: ({ onLoad }) =>
    onLoad({ filter: /^/, namespace: 'file' }, ({ path }) =>
      isOpen(path) || /[\\/]node_modules[\\/]/.test(path)
        ? undefined
        : { errors: [{ text: `${basename(path)} lies outside of the folder whose files may be read` }] },
    ),
});
