/**
 * Two faults in Redlock with the version check: the whole space, by two threads of one search or by separate
 * processes.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Took {
  readonly runs: number;
  /** In ms, including the start of threads. */
  readonly took: number;
  /** The most memory that the process used, in MB. */
  readonly memory: number;
}

/** A process that searches all of it with this many threads. */
export async function searchByThreads(threads: number): Promise<Took> {
  const program = join(process.cwd(), 'bench/workloads/pairsTimed.ts');
  const child = spawn(process.execPath, ['--import', 'tsx/esm', program, String(threads)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as Took;
}

/** Each of two processes searches all of it with one thread. */
export async function searchByProcesses(): Promise<Took> {
  const [one, other] = await Promise.all([searchByThreads(1), searchByThreads(1)]);
  return one.took > other.took ? one : other;
}
