/** The endings of a hundred seeds of the committed scenario, as they arrive from the worker. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../../model/scenario';
import { later } from '../state/later';
import { startWorker } from '../workers/startWorker';
import { askSeeds, type Seeds } from './seedRuns';

const nothing: Seeds = { endings: [], problem: null };

/** One worker for all seed runs of this page. */
const { calls: beside } = startWorker();

export function useSeeds(scenario: Scenario): Seeds {
  const [seeds, setSeeds] = useState<Seeds>(nothing);
  useEffect(() => {
    setSeeds(nothing);
    return askSeeds(scenario, setSeeds, { beside, later });
  }, [scenario]);
  return seeds;
}
