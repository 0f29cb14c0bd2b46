/**
 * Bundles a bench as the page is bundled. Loaders that translate file by file keep the names of functions by calls,
 * which makes closures several times slower, so they would not measure what people get. Today's bench is bundled with
 * the sources of any commit. An import that the commit lacks is undefined in the bundle and is reported.
 */
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { type Sources, sourceIn } from './sources';

export interface Bundle {
  readonly file: string;
  /** The imports of today's bench from `src` that the commit lacks. */
  readonly lacks: readonly string[];
}

const nothing = '\0lacking:';

/**
 * @param entry relative to the root.
 * @param sources those of another commit. Without them today's are measured, and every import must exist.
 */
export async function bundleBench(
  entry: string,
  { root, sources }: { readonly root: string; readonly sources?: Sources },
): Promise<Bundle> {
  const name = basename(entry).replace(/(\.bench)?\.ts$/, '');
  // From the place of the bundle, the packages of the sources and the folder of the project (src/site/root.ts) are found.
  const outDir = join(sources?.folder ?? root, '.cache/bench', name);
  const lacks = new Set<string>();
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, entry),
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      minify: true,
      rolldownOptions: {
        shimMissingExports: sources !== undefined,
        output: { entryFileNames: `${name}.mjs`, chunkFileNames: '[name]-[hash].mjs' },
      },
    },
    plugins: [
      keepScripts(),
      keepOwnPackages(root),
      ...(sources === undefined ? [] : [takeSources(root, sources, lacks)]),
    ],
  });
  return { file: join(outDir, `${name}.mjs`), lacks: [...lacks] };
}

/** The scripts find the repository by their own place, so they stay out of the bundle. */
function keepScripts(): Plugin {
  return {
    name: 'scripts-stay-where-they-are',
    enforce: 'pre',
    resolveId: (id, importer) =>
      importer !== undefined && /[\\/]scripts[\\/][^\\/]+\.mjs$/.test(id)
        ? { id: pathToFileURL(resolve(dirname(importer), id)).href, external: true }
        : null,
  };
}

/** A bench measures both commits with today's packages of `test/`. A browser's driver does not run from a bundle. */
function keepOwnPackages(root: string): Plugin {
  return {
    name: 'packages-of-the-bench',
    enforce: 'pre',
    resolveId: (id, importer) =>
      importer !== undefined && isPackage(id) && isInside(importer, root, ['bench', 'test'])
        ? { id: import.meta.resolve(id), external: true }
        : null,
  };
}

const isPackage = (id: string): boolean => /^[@\w]/.test(id) && !id.startsWith('node:') && !isAbsolute(id);

function takeSources(root: string, sources: Sources, lacks: Set<string>): Plugin {
  return {
    name: 'sources-of-another-commit',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.') || !isInside(importer, root, ['bench', 'test'])) return null;
      const wanted = resolve(dirname(importer), id);
      const found = sourceIn(wanted, { root, sources });
      if (found !== null) return found;
      lacks.add(relative(root, wanted));
      return `${nothing}${wanted}`;
    },
    load: (id) => (id.startsWith(nothing) ? 'export {};' : null),
  };
}

function isInside(file: string, root: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const path = relative(join(root, folder), file);
    return !path.startsWith('..') && !isAbsolute(path);
  });
}
