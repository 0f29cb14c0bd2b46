/** A commit in a separate worktree, with packages. It is made for one comparison and removed afterwards. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './processes';

export interface Commit {
  readonly id: string;
  /** The abbreviated commit with its subject. */
  readonly title: string;
}

export type Found = { readonly ok: true; readonly commit: Commit } | { readonly ok: false; readonly problem: string };

const checkout = '.cache/against';

export function findCommit(name: string, root: string): Found {
  const found = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  if (found.status === 0) {
    const id = found.stdout.trim();
    return { ok: true, commit: { id, title: git(root, ['log', '-1', '--format=%h %s', id]).stdout.trim() } };
  }
  if (git(root, ['rev-parse', '--git-dir']).status !== 0)
    return { ok: false, problem: 'This is no clone: commits can only be compared where git knows their history.' };
  const isShallow = git(root, ['rev-parse', '--is-shallow-repository']).stdout.trim() === 'true';
  const more = isShallow ? ' This clone is shallow: `git fetch --unshallow` brings the older ones.' : '';
  return { ok: false, problem: `There is no commit "${name}": a branch, a tag, a hash or HEAD~3 is allowed.${more}` };
}

/**
 * Checks the commit out below `.cache`, where git and the tools of the project do not look.
 *
 * @returns the absolute path of its folder.
 */
export function checkOut(commit: Commit, root: string): string {
  sweep(root);
  const folder = join(root, checkout, `${process.pid}`);
  mkdirSync(join(root, checkout), { recursive: true });
  const made = git(root, ['worktree', 'add', '--detach', '--quiet', folder, commit.id]);
  if (made.status !== 0) throw new Error(`The commit could not be checked out: ${made.stderr.trim()}`);
  return folder;
}

/** Gives the tree the packages of its own lock file. If the file is the same as today's, these are today's packages. */
export async function bringPackages(folder: string, root: string): Promise<void> {
  const lockOf = (tree: string): string => {
    const file = join(tree, 'package-lock.json');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  if (lockOf(folder) === lockOf(root)) {
    // A junction, which Windows allows for every user. Elsewhere it is a symbolic link.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return;
  }
  console.error('Its packages are not those of today: they are installed for it ...');
  const npm = process.env['npm_execpath'];
  const program = npm === undefined ? { program: 'npm', args: [] } : { args: [npm] };
  const options = [
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  // As the lock file says, if npm can read it.
  for (const way of [['ci'], ['install', '--no-save']]) {
    const args = [...program.args, ...way, ...options];
    const { problem } = await runQuietly({ ...program, args, cwd: folder });
    if (problem === undefined) return;
  }
  throw new Error('The packages of the commit could not be installed.');
}

/** Removes a tree. Does nothing if the tree does not exist. */
export function removeTree(folder: string, root: string): void {
  const packages = join(folder, 'node_modules');
  // The link first, because the packages behind it are today's.
  if (isLink(packages)) unlinkSync(packages);
  git(root, ['worktree', 'remove', '--force', folder]);
  rmSync(folder, { recursive: true, force: true });
  const trees = join(root, checkout);
  if (existsSync(trees) && readdirSync(trees).length === 0) rmSync(trees, { recursive: true });
}

/** Removes what an earlier comparison left behind when it was killed before it could clean up. */
function sweep(root: string): void {
  const trees = join(root, checkout);
  for (const name of existsSync(trees) ? readdirSync(trees) : [])
    if (!isAlive(Number(name))) removeTree(join(trees, name), root);
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const git = (cwd: string, args: readonly string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' });
