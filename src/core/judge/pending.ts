/** Parts of faults that are due after the end of a run and may still change it. */
import type { Evidence } from './evidence';

/**
 * Whether some fault may still begin or end after the run. A stopped process may resume. A fault that waits for a step
 * or a message may find it when the clients go on.
 */
export function hasPendingFaults({ trace, spans }: Evidence): boolean {
  const { due, missed } = trace.header;
  if (due?.fault !== undefined) return true;
  if (spans.outages.some(({ kind, to }) => kind === 'paused' && to === null)) return true;
  return spans.faults.some(({ name, from }) => from === null && missed[name] === undefined);
}
