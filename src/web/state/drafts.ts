/**
 * Turns a drag into drafts of the scenario. The draft of a short run is on screen at once. A move of the pointer
 * never waits for a long run: its draft is shown when its run is ready, then the newest one is played, and those
 * between are skipped.
 */
import type { Scenario } from '../../core/model/scenario/scenario';
import { useEdition } from './edition';
import { eventsAtOnceMax } from './longRun';
import { currentRun, runs } from './run';

/** Counts the drags that have ended: a run that arrives after its drag is ignored. */
let endedCount = 0;

useEdition.subscribe(({ committed, draft }, before) => {
  if (committed !== before.committed || (draft === null && before.draft !== null)) endedCount++;
});

/** @param scenario null: the drag is over, or the pointer has left the timeline */
export function offerDraft(scenario: Scenario | null): void {
  if (scenario !== null && currentRun().trace.count > eventsAtOnceMax) return void showLater(scenario);
  if (scenario === null) endedCount++;
  useEdition.getState().setDraft(scenario);
}

async function showLater(scenario: Scenario): Promise<void> {
  const count = endedCount;
  // The page will hit the broken invariant as well, and shows it.
  const run = await runs.simulate(scenario, { newestOnly: true }).catch(() => undefined);
  if (run === null || count !== endedCount) return;
  if (run !== undefined) runs.cacheRun(run);
  useEdition.getState().setDraft(scenario);
}
