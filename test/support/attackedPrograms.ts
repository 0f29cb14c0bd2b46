/** The workers of `test/cli/program/samples`: how each is started, what it needs, and what an attack on it finds. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import { findOnPath } from '../../scripts/programs.cjs';
import { attackProgram } from '../../src/cli/program/attackProgram';

/** The attack in this process, which starts sooner than one of its own. */
export async function attackHere(typed: readonly string[]) {
  const said = { out: '', errors: '' };
  const status = await attackProgram(typed, {
    out: (text) => {
      said.out += text;
    },
    errors: (text) => {
      said.errors += text;
    },
    signal: new AbortController().signal,
    called: 'attack',
  });
  return { status, ...said };
}

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

/**
 * The last part of `test/sandbox/attack/TABLE.md`. `languages.heavy.test.ts` holds its columns by pauses and kills.
 */
export const programTable = `
## Programs in other languages

The workers of \`test/cli/program/samples/\`, run as they are by \`attack -- <command>\`: two processes, real time, a lease of 2 s, and a pause
or a kill at every place. “modelled by” names the lock of the playground that does the same.

| worker | version | client | modelled by | broken by | withstood | where they differ |
| --- | --- | --- | --- | --- | --- | --- |
| redis-py’s Lock | 4.3.4 | redis-py 4.3.4 | single-node | pause | kill | the release is EVALSHA, then EVALSHA again where the script is new |
| by hand | – | redis-py 4.3.4 | single-node | pause | kill | – |
| by hand | – | redis-rb 4.8.0 | single-node | pause | kill | it reconnects, so it also loses an update when Redis restarts empty |
| by hand | – | phpredis 5.3.7 | single-node | pause | kill | – |
| by hand | – | redis-cli 7.0.15 | single-node | pause | kill | a process and a connection for each command |
| by hand | – | a socket, Go | single-node | pause | kill | – |
| by hand | – | a socket, Java | single-node | pause | kill | – |
| redlock | 5.0.0-beta.2 | ioredis 6.0.0 | node-redlock-5 | pause | kill | each script is sent by EVALSHA first, to all nodes, and is new there each time |
`;
