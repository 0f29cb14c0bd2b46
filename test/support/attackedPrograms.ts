/** The workers of `test/cli/program/samples`: how each is started, what it needs, and what an attack on it finds. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import { findOnPath } from '../../scripts/programs.cjs';

export interface AttackedProgram {
  readonly name: string;
  /** @returns the command that runs it, compiled into this folder where it has to be; null: something is missing */
  readonly command: (folder: string) => readonly string[] | null;
  /** The reason of a test that is skipped. */
  readonly lack: string;
}

const sample = (name: string): string => join(root, 'test/cli/program/samples', name);

const succeeds = (program: string, ...args: readonly string[]): boolean =>
  findOnPath(program) !== undefined && spawnSync(program, [...args], { timeout: 120_000 }).status === 0;

/** Another Python may come first on the path, without Debian's packages. */
const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import redis'], { timeout: 20_000 }).status === 0,
);

const byPython = (name: string, file: string): AttackedProgram => ({
  name,
  command: () => (python === undefined ? null : [python, sample(file)]),
  lack: 'no Python with redis-py (apt-get install python3-redis)',
});

export const attackedPrograms: readonly AttackedProgram[] = [
  byPython('redis-py’s Lock', 'redisPyLock.py'),
  byPython('Python, by hand', 'byHand.py'),
  {
    name: 'Ruby',
    command: () => (succeeds('ruby', '-e', 'require "redis"') ? ['ruby', sample('worker.rb')] : null),
    lack: 'no Ruby with redis-rb (apt-get install ruby-redis)',
  },
  {
    name: 'PHP',
    command: () =>
      succeeds('php', '-r', 'exit(extension_loaded("redis") ? 0 : 1);') ? ['php', sample('worker.php')] : null,
    lack: 'no PHP with phpredis (apt-get install php-redis)',
  },
  {
    name: 'bash with redis-cli',
    command: () => (findOnPath('redis-cli') && findOnPath('bash') ? ['bash', sample('worker.sh')] : null),
    lack: 'no redis-cli (apt-get install redis-tools)',
  },
  {
    name: 'Go',
    command: (folder) => {
      const program = join(folder, 'worker');
      return succeeds('go', 'build', '-o', program, sample('worker.go')) ? [program] : null;
    },
    lack: 'no Go (apt-get install golang-go, 250 MB)',
  },
  {
    name: 'Java',
    command: (folder) => {
      const classes = join(folder, 'java');
      mkdirSync(classes, { recursive: true });
      return succeeds('javac', '-d', classes, sample('Worker.java')) ? ['java', '-cp', classes, 'Worker'] : null;
    },
    lack: 'no Java compiler (apt-get install default-jdk-headless, 250 MB)',
  },
];

/** npm's redlock 5. It needs the packages of `test/sandbox/attack`. */
export const redlockProcess: readonly string[] = [process.execPath, sample('redlock5.mjs')];
