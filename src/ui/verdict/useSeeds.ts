/** The outcomes of a hundred seeds of the committed scenario, as they come in from the worker. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../../model/scenario';
import type { SeedOutcome } from '../../run/seeds';
import type { SeedsAnswer, SeedsQuestion } from './seedsWorker';

export const seedCount = 100;

export interface Seeds {
  readonly outcomes: readonly SeedOutcome[];
  readonly problem: string | null;
}

/** Nobody needs the answer while the scenario is still being changed, nor before the page has come to rest. */
const quietMs = 350;
const quietMsFirst = 1800;

const nothing: Seeds = { outcomes: [], problem: null };

let worker: Worker | null = null;
let lastId = 0;

export function useSeeds(scenario: Scenario): Seeds {
  const [seeds, setSeeds] = useState<Seeds>(nothing);
  useEffect(() => {
    setSeeds(nothing);
    const id = ++lastId;
    const listen = ({ data }: MessageEvent<SeedsAnswer>): void => {
      if (data.id !== id) return;
      setSeeds((before) =>
        data.kind === 'failed'
          ? { ...before, problem: data.problem }
          : { ...before, outcomes: [...before.outcomes, ...data.outcomes] },
      );
    };
    const fail = (event: ErrorEvent): void => setSeeds((before) => ({ ...before, problem: event.message }));
    const timer = setTimeout(
      () => {
        worker ??= new Worker(new URL('./seedsWorker.ts', import.meta.url), { type: 'module' });
        worker.addEventListener('message', listen);
        worker.addEventListener('error', fail);
        worker.postMessage({ id, scenario, count: seedCount } satisfies SeedsQuestion);
      },
      worker === null ? quietMsFirst : quietMs,
    );
    return () => {
      clearTimeout(timer);
      worker?.removeEventListener('message', listen);
      worker?.removeEventListener('error', fail);
      worker?.postMessage(null);
    };
  }, [scenario]);
  return seeds;
}
