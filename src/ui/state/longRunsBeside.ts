/**
 * Simulates long runs beside the page. The worker starts with the first of them. If it is gone, the page makes them in
 * slices.
 */
import { Gone } from '../workers/calls';
import type { WorkerCalls } from '../workers/functions';
import { inSlices, type PlayLong } from './longRun';

/** @param alone how the page plays a run that nothing beside it plays */
export function longRunsBeside({ play }: Pick<WorkerCalls, 'play'>, alone = inSlices()): PlayLong {
  let isGone = false;
  return async (scenario) => {
    if (isGone) return alone(scenario);
    try {
      return { ...(await play(scenario)), scenario };
    } catch (error) {
      isGone ||= error instanceof Gone;
      // The page will run into a broken invariant as well, and has a place to show it.
      return alone(scenario);
    }
  };
}
