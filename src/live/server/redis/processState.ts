/** Asks the operating system whether a process exists, and whether it is stopped. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WaitUntilStopped } from './contract';

const pollMs = 1;

/**
 * A signal takes a moment to arrive. Without the wait, the acts of a thread in this moment would count as acts during
 * the pause.
 */
export const waitUntilStopped: WaitUntilStopped = async (pid, timeoutMs) => {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const state = await stateOf(pid);
    if (state === 'stopped') return true;
    if (state === 'gone' || performance.now() > end) return false;
    await sleep(pollMs);
  }
};

/** A zombie has ended but is not yet collected, so it counts as gone. */
export async function stateOf(pid: number): Promise<'running' | 'stopped' | 'gone'> {
  return process.platform === 'linux' ? stateByProc(pid) : stateByPs(pid);
}

function stateByProc(pid: number): 'running' | 'stopped' | 'gone' {
  try {
    const letters = readdirSync(`/proc/${pid}/task`).map((thread) => letterOf(`/proc/${pid}/task/${thread}/stat`));
    if (letters.every((letter) => letter === 'Z')) return 'gone';
    return letters.every((letter) => letter === 'T' || letter === 't') ? 'stopped' : 'running';
  } catch (error) {
    if (isMissing(error)) return 'gone';
    throw error;
  }
}

/** The state follows the name, which is in parentheses and may contain any character. */
function letterOf(file: string): string {
  try {
    const text = readFileSync(file, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
  } catch (error) {
    // The thread has just ended.
    if (isMissing(error)) return 'Z';
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');

async function stateByPs(pid: number): Promise<'running' | 'stopped' | 'gone'> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
    const letter = stdout.trim().charAt(0);
    if (letter === '' || letter === 'Z') return 'gone';
    return letter === 'T' ? 'stopped' : 'running';
  } catch {
    return 'gone';
  }
}
