/**
 * Resolves an import of today's benches from `src` in another commit's tree: to the same file, or to the file from
 * which git says it was renamed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A commit's tree and the renames since. Paths are relative to the root. */
export interface Sources {
  readonly folder: string;
  /** From today's path to the path in the tree. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** An import may leave out these endings. */
const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/**
 * @param path the import, as an absolute path in today's tree.
 * @returns undefined when it is not a source file; null when the tree has no such file.
 */
export function sourceIn(path: string, { root, sources }: { readonly root: string; readonly sources: Sources }) {
  const today = relative(root, path).split(sep).join('/');
  if (!today.startsWith('src/')) return undefined;
  for (const ending of endings) {
    const named = sources.renamed.get(`${today}${ending}`) ?? `${today}${ending}`;
    const file = join(sources.folder, named);
    if (isFile(file)) return file;
  }
  return null;
}

const isFile = (file: string): boolean => existsSync(file) && statSync(file).isFile();

/** Renames between the commit and the working tree, as git finds them by the content of the files. */
export function renamesSince(commit: string, root: string): ReadonlyMap<string, string> {
  const args = ['diff', '--name-status', '--diff-filter=R', '--find-renames', '-z', commit, '--', 'src'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const words = stdout.split('\0');
  const renamed = new Map<string, string>();
  for (let i = 0; i + 2 < words.length; i += 3) renamed.set(words[i + 2] ?? '', words[i + 1] ?? '');
  return renamed;
}
