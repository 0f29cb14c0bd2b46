/** Finds a redis-server on this machine, or has redis-memory-server download and compile one. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Guard } from './contract';
import { packageFolder } from './packageFolder';

export interface RedisProgram {
  readonly path: string;
  /** For example `7.0.15`. */
  readonly version: string;
}

const buildFile = fileURLToPath(new URL('buildMain.mjs', import.meta.url));
const names = ['redis-server', 'valkey-server'];

/** The folder in which redis-memory-server builds. It lies below the packages, so it is removed with them. */
const buildFolder = join(packageFolder, 'node_modules', '.cache', 'redis-memory-server', 'redis-binaries');
const buildVersion = 'stable';
const programOf = (folder: string): string => join(folder, buildVersion, 'redis-server');

/** The package that compiles a Redis is no part of what is published. */
export function canBuild(): boolean {
  try {
    createRequire(import.meta.url).resolve('redis-memory-server');
    return true;
  } catch {
    return false;
  }
}

/** null without a program that can be run; `tried` lists the places that were searched. */
export async function findProgram(): Promise<{ readonly program: RedisProgram | null; readonly tried: string }> {
  const tried: string[] = [];
  for (const path of listCandidates()) {
    const version = await versionOf(path);
    if (version !== null) return { program: { path, version }, tried: tried.join('; ') };
    tried.push(`${path} cannot be run`);
  }
  tried.push(`none of ${names.join(', ')} on PATH, none built`);
  return { program: null, tried: tried.join('; ') };
}

/**
 * Downloads 4 MB and compiles it, which takes minutes. Resolves with the program's path, or rejects with the reason.
 *
 * @param options.onLine called now and then with a line on the progress.
 */
export async function buildProgram(options: {
  readonly guard: Guard;
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly folder?: string;
}): Promise<string> {
  const { guard, onLine, signal, folder = buildFolder } = options;
  signal?.throwIfAborted();
  // A process group of its own, so that the compilers that it starts end with it.
  const child = guard.spawn(process.execPath, [buildFile, folder, buildVersion], {
    cwd: packageFolder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const abort = (): void => killGroup(child.pid);
  signal?.addEventListener('abort', abort);
  const counting = setInterval(() => {
    const count = countCompiled(join(folder, buildVersion));
    if (count > 0) onLine(`compiling: ${count} files`);
  }, 2000);
  let last = '';
  let begun = false;
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      const text = readable(line);
      if (text === '' || text === last) return;
      last = text;
      begun ||= /download|extract/.test(text);
      onLine(text);
    });
  }
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal?.throwIfAborted();
    const program = programOf(folder);
    if (code !== 0 || !existsSync(program)) throw new Error(last === '' ? `the build ended with ${code}` : last);
    return program;
  } finally {
    clearInterval(counting);
    signal?.removeEventListener('abort', abort);
    // A killed build leaves its lock behind, and other builds would wait for it for minutes.
    if (signal?.aborted && begun) rmSync(join(folder, `${buildVersion}.lock`), { force: true });
  }
}

function listCandidates(): readonly string[] {
  const configuredPath = process.env['REDISMS_SYSTEM_BINARY'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [
    ...(configuredPath === undefined || configuredPath === '' ? [] : [configuredPath]),
    ...[...onPath, programOf(buildFolder)].filter(isExecutable),
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function versionOf(path: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    return /\bv=(\d+(\.\d+)*)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Leaves out terminal codes: a debug line of the package begins with a time and a name. */
function readable(line: string): string {
  return line.replace(/^.*RedisMS:\w+\s+/, '').trim();
}

/** The number of object files so far, in the folder of the unpacked sources; 0 without such a folder. */
function countCompiled(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.o')).length;
  } catch {
    return 0;
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
