/** The command `attack` in this process, over the samples of `test/sandbox/attack`. */
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import { type AttackContext, attack as command } from '../../src/cli/attack/attackCommand';
import { programOf } from '../../src/cli/threads';

export const sample = (name: string): string => join(root, 'test/sandbox/attack/samples', `${name}.ts`);

/**
 * A user's folder, without a tsconfig.json above it. All packages of this project can be imported in it. Remove its
 * parent.
 */
export async function folderWithPackages(prefix: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), prefix));
  await symlink(join(root, 'node_modules'), join(parent, 'node_modules'));
  const folder = await mkdtemp(join(parent, prefix));
  await symlink(join(root, 'test/node_modules'), join(folder, 'node_modules'));
  return folder;
}

export const attack = (...args: string[]) => attackUntil(new AbortController(), null, ...args);

/** Checks in quick succession whether the code has come to rest: code that never rests is found sooner. */
export const attackWatched = (...args: string[]) => attackWith({ lookEvery: 50 }, new AbortController(), null, ...args);

/**
 * Checks far enough apart that code which is only slow, on a busy machine, is not mistaken for code that never rests.
 */
export const attackPatient = (...args: string[]) =>
  attackWith({ lookEvery: 20_000 }, new AbortController(), null, ...args);

/** @param last output that contains these words stops the command; null: nothing stops it */
export const attackUntil = (stopping: AbortController, last: string | null, ...args: string[]) =>
  attackWith({}, stopping, last, ...args);

/** As in a step of GitHub's workflows. */
export const attackOnRunner = (runner: AttackContext['runner'], ...args: string[]) =>
  attackWith(runner === undefined ? {} : { runner }, new AbortController(), null, ...args);

async function attackWith(
  watching: Pick<AttackContext, 'lookEvery' | 'runner'>,
  stopping: AbortController,
  last: string | null,
  ...args: string[]
) {
  let out = '';
  let errors = '';
  const status = await command(args, {
    out: (text) => {
      out += text;
    },
    errors: (text) => {
      errors += text;
      if (last !== null && text.includes(last)) stopping.abort();
    },
    signal: stopping.signal,
    ...watching,
    workers: 1,
    program: () => programOf('./attack/attackThread.ts'),
    called: 'npm run -s cli -- attack',
    playLive: async (...played) => (await import('../../src/cli/attack/attackOnRedis')).attackOnRedis(...played),
  });
  return { status, out, errors, last: out.trimEnd().split('\n').at(-1) };
}
