/** The endings of a hundred seeds of the committed scenario, as they arrive from the worker. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../../model/scenario';
import { inWorker } from '../state/beside';
import { later } from '../state/later';
import { SeedRuns, type Seeds } from './seedRuns';
import type { SeedsAnswer, SeedsQuestion } from './seedsWorker';

const nothing: Seeds = { endings: [], problem: null };

const beside = inWorker<SeedsQuestion | null, SeedsAnswer>(
  () => new Worker(new URL('./seedsWorker.ts', import.meta.url), { type: 'module' }),
);

/** The seed runs of this page. */
const seedRuns = new SeedRuns({ beside, later });

export function useSeeds(scenario: Scenario): Seeds {
  const [seeds, setSeeds] = useState<Seeds>(nothing);
  useEffect(() => {
    setSeeds(nothing);
    return seedRuns.ask(scenario, setSeeds);
  }, [scenario]);
  return seeds;
}
