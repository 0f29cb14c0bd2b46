/**
 * Turns a drag into drafts of the scenario. The draft of a short run is on screen at once. No move of the pointer waits for
 * a long one: its draft is shown when its run has come, the newest is next, and those between are skipped.
 */
import type { Scenario } from '../../core/model/scenario';
import { useEdition } from './edition';
import { eventsAtOnce } from './longRun';
import { currentRun, runs } from './run';

/** Counts the drags that have ended: a run that comes later is ignored. */
let endedCount = 0;

useEdition.subscribe(({ committed, draft }, before) => {
  if (committed !== before.committed || (draft === null && before.draft !== null)) endedCount++;
});

/** @param scenario null: nothing is dragged any more, or the pointer has left the timeline */
export function offerDraft(scenario: Scenario | null): void {
  if (scenario !== null && currentRun().trace.count > eventsAtOnce) return void showLater(scenario);
  if (scenario === null) endedCount++;
  useEdition.getState().setDraft(scenario);
}

async function showLater(scenario: Scenario): Promise<void> {
  const count = endedCount;
  // The page will run into a broken invariant as well, and has a place to show it.
  const run = await runs.play(scenario, { newestOnly: true }).catch(() => undefined);
  if (run === null || count !== endedCount) return;
  if (run !== undefined) runs.keep(run);
  useEdition.getState().setDraft(scenario);
}
