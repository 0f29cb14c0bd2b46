/** The simulated run of what ran on real Redis, once that run has ended by itself. */
import type { Run } from '../../core/model/trace/run';
import { isWhole, type LiveRun } from './live';
import { useBackgroundRun } from './run';

/** Null if absent, or the run on real Redis does not show what such a run comes to. */
export function useSimulatedBeside(live: LiveRun | null): Run | null {
  const isReal = live !== null && live.run.trace.header.origin === 'live';
  return useBackgroundRun(isReal && isWhole(live) ? live.requestedScenario : null);
}
