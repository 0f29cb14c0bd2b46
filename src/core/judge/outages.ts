/** The state of a process at the end of a run, taken from its outages. */
import type { Spans } from '../spans/spans';

/** The process or its machine has ended and has not come back. */
export const isDown = (outages: Spans['outages'], process: number): boolean =>
  outages.some((outage) => outage.process === process && outage.kind !== 'paused' && outage.to === null);
