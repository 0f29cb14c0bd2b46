/** Runs a bench as a process of its own and reads its figures. All running processes can be ended. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Line } from '../support/figures';

export interface ProcessResult {
  readonly lines: readonly Line[];
  /** Why it failed. Undefined if it finished. */
  readonly problem: string | undefined;
}

interface Running {
  /** A program; by default Node. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** No bench takes nearly that long. A page of an old commit that never comes to rest would. */
const minutesMax = 30;

const running = new Set<ChildProcess>();
let isEnding = false;

/**
 * Runs it without printing its output.
 *
 * @param onLine called with each figure as it arrives.
 */
export async function runQuietly(wanted: Running, onLine: (line: Line) => void = () => {}): Promise<ProcessResult> {
  const child = start(wanted, ['ignore', 'ignore', 'pipe', 'pipe']);
  const exited = track(child);
  const timer = setTimeout(() => child.kill(), minutesMax * 60_000);
  const lines: Line[] = [];
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const output = createInterface({ input: child.stdio[3] as Readable });
  output.on('line', (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    onLine(line);
  });
  const [code] = await Promise.all([exited, once(output, 'close')]);
  clearTimeout(timer);
  return { lines, problem: code === 0 ? undefined : reasonIn(said, code) };
}

/**
 * Runs it for people: it prints its results itself.
 *
 * @returns its exit code.
 */
export const runPrinting = async (wanted: Running): Promise<number> => (await track(start(wanted, 'inherit'))) ?? 1;

/** Returns when all have ended. Their callers get no more figures. */
export async function endAll(): Promise<void> {
  isEnding = true;
  const gone = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill();
  await Promise.all(gone);
}

function start(
  { program = process.execPath, args, cwd, env = process.env }: Running,
  stdio: StdioOptions,
): ChildProcess {
  // Except on Windows, a program is not a shell script.
  const shell = process.platform === 'win32' && program === 'npm';
  return spawn(program, [...args], { cwd, env, stdio, shell });
}

function track(child: ChildProcess): Promise<number | null> {
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      if (!isEnding) resolve(code);
    });
  });
}

/** The error itself, without the place where it was thrown. */
function reasonIn(said: string, code: number | null): string {
  const error = said
    .split('\n')
    .find((line) => /^\s*(\[\w+\] )?\w*error\b/i.test(line))
    ?.trim();
  return error ?? (code === null ? 'it was ended from outside' : `it ended with code ${code}`);
}
