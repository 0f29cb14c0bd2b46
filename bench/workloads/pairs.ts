/** Two faults in Redlock with the version check: the whole space, by threads of one search or by processes on their own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { registry, Search, searchWith, spaceOf, threadsFor } from '../measured/explorer';
import { calmRedlock } from './calmRedlock';

export const pairs = spaceOf({ ...calmRedlock, storage: { id: 'version' } }, registry, { faultsMax: 2 });

export interface Took {
  readonly runs: number;
  /** In ms, without the start of processes. That of threads counts. */
  readonly took: number;
  /** The most that the process has had, in MB. */
  readonly memory: number;
}

export async function searchInThreads(hands: number): Promise<Took> {
  const search = new Search(pairs);
  const from = performance.now();
  await searchWith(search, {
    hire: await threadsFor(pairs),
    hands,
    stopping: { isStopped: () => false, whenStopped: () => undefined },
    progress: () => undefined,
  });
  const took = performance.now() - from;
  return { runs: search.found().runs, took, memory: process.resourceUsage().maxRSS / 1024 };
}

/** Each process searches all of it. They begin together. */
export async function searchInProcesses(count: number): Promise<Omit<Took, 'memory'>> {
  const children = Array.from({ length: count }, () => fork(new URL('./pairsAlone.ts', import.meta.url)));
  await Promise.all(children.map((child) => once(child, 'message')));
  const from = performance.now();
  const answers = children.map((child) => once(child, 'message'));
  for (const child of children) child.send('begin');
  const [first] = await Promise.all(answers);
  return { runs: Number(first?.[0]), took: performance.now() - from };
}
