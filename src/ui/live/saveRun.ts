/** Gives a run to the person as a file. */
import { encodeTrace } from '../../wire/traceJson';
import type { LiveRun } from '../state/live';

export function saveRun({ run, storyId }: LiveRun): void {
  const address = URL.createObjectURL(new Blob([encodeTrace(run.trace)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${['redlock-playground', storyId ?? run.scenario.lock.id, run.trace.header.origin].join('-')}.json`;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
