/** A small repository for a test, in a temporary folder: files as text, and commits of them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface PlantedRepository {
  readonly root: string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly remove: (path: string) => void;
  /** Commits everything that was written and removed; returns the commit's id. */
  readonly commit: (subject: string) => string;
  readonly git: (...args: readonly string[]) => string;
  readonly dispose: () => void;
}

export function plantRepository(files: Readonly<Record<string, string>>): PlantedRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  const git = (...args: readonly string[]): string => {
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    const done = spawnSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
    return done.stdout.trim();
  };
  const write = (more: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  const commit = (subject: string): string => {
    git('add', '--all');
    git('commit', '--quiet', '--message', subject);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch=main');
  write({ '.gitignore': '.cache/\nnode_modules\n', ...files });
  commit('first');
  return {
    root,
    write,
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    commit,
    git,
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
