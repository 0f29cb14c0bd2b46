/** Puts a recorded run on screen. The code that made it is not here, so nothing can play it anew. */
import type { Run } from '../../core/model/trace/run';
import { withOwn } from '../../sandbox/own/knownParts';
import { type OpenedRun, readRecordedLink } from '../files/savedRun';
import { openRun, resetHistory } from '../state/openRun';
import { currentParts, fetchPartsFor, provideParts } from '../state/parts';
import { runs } from '../state/run';

/** Reads it and opens it; returns what was read. */
export async function openRecordedLink(link: string): Promise<OpenedRun> {
  await fetchPartsFor('all');
  const recording = readRecordedLink(link, withOwn(currentParts()));
  if (recording.ok) showRecorded(recording.run);
  return recording;
}

export function showRecorded(run: Run): void {
  provideParts(withOwn(currentParts()));
  runs.cacheRun(run);
  openRun({ scenario: run.scenario, storyId: null, variantId: null }, 'start');
  resetHistory();
}
