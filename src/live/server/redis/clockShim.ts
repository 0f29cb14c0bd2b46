/**
 * The preload shim as a file that a server can load. It is compiled from `clockShim.c` on first use, kept in a cache
 * folder, and tested with the redis-server that is to load it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageFolder } from './packageFolder';
import { ShimFile } from './shimFile';

const run = promisify(execFile);

const sourceFile = fileURLToPath(new URL('clockShim.c', import.meta.url));
const compilers = ['cc', 'gcc', 'clang'];
const timeoutMs = 30_000;

/** `problem` says why there is no shim, for a person who wants to change that. */
export type Shim = { readonly ok: true; readonly library: string } | { readonly ok: false; readonly problem: string };

/** @param redisServer the program that is to load it. The shim is compiled once for each version of its source. */
export async function prepareShim(redisServer: string): Promise<Shim> {
  if (process.platform !== 'linux') return { ok: false, problem: `no preload on ${process.platform}` };
  const built = await compile();
  if (!built.ok) return built;
  return (await isTakenIn(built.library, redisServer))
    ? built
    : { ok: false, problem: `${redisServer} does not load ${built.library}` };
}

/** The environment variables by which a server loads the shim and finds its state. */
export function shimEnvironment(library: string, state: ShimFile): Readonly<Record<string, string>> {
  const before = process.env['LD_PRELOAD'];
  const preload = before === undefined || before === '' ? library : `${library}:${before}`;
  return { LD_PRELOAD: preload, REDLOCK_SHIM_FILE: state.path, REDLOCK_SHIM_PARENT: String(process.pid) };
}

async function compile(): Promise<Shim> {
  const version = createHash('sha256').update(readFileSync(sourceFile)).digest('hex').slice(0, 16);
  const folder = makeCacheFolder();
  if (folder === null) return { ok: false, problem: 'no folder to keep a compiled library in' };
  const library = join(folder, `clockShim-${version}-${process.arch}.so`);
  if (existsSync(library)) return { ok: true, library };
  const problems: string[] = [];
  for (const compiler of compilers) {
    // Several processes may compile it at the same time. Each makes its own file and moves it into place in one step.
    const draft = join(folder, `clockShim-${process.pid}-${compiler}.so`);
    try {
      await run(compiler, ['-shared', '-fPIC', '-O2', '-o', draft, sourceFile], { timeout: timeoutMs });
      renameSync(draft, library);
      return { ok: true, library };
    } catch (error) {
      rmSync(draft, { force: true });
      problems.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
    }
  }
  return { ok: false, problem: problems.join('; ') };
}

/**
 * A folder beside the packages, or in the user's own cache; never one in which others could put a library of that name.
 */
export function makeCacheFolder(
  folders: readonly (string | undefined)[] = [
    join(packageFolder, 'node_modules', '.cache'),
    process.env['XDG_CACHE_HOME'],
    join(homedir(), '.cache'),
  ],
): string | null {
  for (const parent of folders) {
    if (parent === undefined || parent === '') continue;
    const folder = join(parent, 'redlock-playground');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    } catch {
      // A package that is installed for everybody cannot be written to. The next folder may be writable.
    }
  }
  return null;
}

/** A program that is statically linked, or linked to another machine's libraries, starts without the shim. */
async function isTakenIn(library: string, redisServer: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-'));
  try {
    const state = new ShimFile(join(folder, 'shim'));
    const env = { ...process.env, ...shimEnvironment(library, state) };
    await run(redisServer, ['--version'], { env, timeout: timeoutMs });
    return state.loaded;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
