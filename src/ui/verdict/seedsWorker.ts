// Runs seeds beside the page. A newer question ends an older one.

import type { Scenario } from '../../model/scenario';
import { runSeeds, type SeedEnding } from '../../run/seeds';

export interface SeedsQuestion {
  readonly id: number;
  readonly scenario: Scenario;
  readonly count: number;
}

export type SeedsAnswer =
  | { readonly id: number; readonly kind: 'some'; readonly endings: readonly SeedEnding[] }
  | { readonly id: number; readonly kind: 'failed'; readonly problem: string };

/** It computes for this long before it checks whether the answer is still wanted. */
const sliceMs = 40;

let wanted = -1;

addEventListener('message', (event: MessageEvent<SeedsQuestion | null>) => {
  wanted = event.data?.id ?? -1;
  if (event.data !== null) void answer(event.data);
});

async function answer({ id, scenario, count }: SeedsQuestion): Promise<void> {
  const seeds = runSeeds(scenario, count);
  try {
    for (let isDone = false; !isDone && wanted === id; ) {
      const endings: SeedEnding[] = [];
      const end = performance.now() + sliceMs;
      while (performance.now() < end && !isDone) {
        const next = seeds.next();
        isDone = next.done === true;
        if (!next.done) endings.push(next.value);
      }
      send({ id, kind: 'some', endings });
      // Lets the next message in, which may be a newer question.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  } catch (error) {
    send({ id, kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  }
}

const send = (message: SeedsAnswer): void => postMessage(message);
