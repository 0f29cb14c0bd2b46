/** Asks how a hundred seeds of a scenario end. Knows no worker. */
import type { Scenario } from '../../model/scenario';
import type { SeedEnding } from '../../run/seeds';
import type { Later } from '../state/later';
import type { WorkerCalls } from '../workers/functions';

export const seedCount = 100;

export interface Seeds {
  readonly endings: readonly SeedEnding[];
  readonly problem: string | null;
}

interface Surroundings {
  readonly beside: Pick<WorkerCalls, 'seeds'>;
  readonly later: Later;
}

/** Nobody needs the answer while the scenario is still changing. */
const quietMs = 350;

/**
 * @param take gets each change
 * @returns how to stop
 */
export function askSeeds(
  scenario: Scenario,
  take: (change: (before: Seeds) => Seeds) => void,
  { beside, later }: Surroundings,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onTold = (some: readonly SeedEnding[]): void =>
    take((before) => ({ ...before, endings: [...before.endings, ...some] }));
  const fail = ({ message: problem }: Error): void => {
    if (!signal.aborted) take((before) => ({ ...before, problem }));
  };
  const callOff = later(
    () => void beside.seeds({ scenario, count: seedCount }, { signal, onTold }).catch(fail),
    quietMs,
  );
  return () => {
    callOff();
    stopping.abort();
  };
}
