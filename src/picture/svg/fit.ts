// The stretch of time that a picture shows by default.

import type { Trace } from '../../core/model/trace/trace';
import type { Stretch } from '../layout/timeAxis';

/** The whole run with a little space after it. A run that waits until its end continues after its last event. */
export function fitOf(trace: Trace, until = 0): Stretch {
  const end = Math.max(10_000, until, trace.header.endedAt, trace.at[trace.count - 1] ?? 0);
  return { from: 0, to: end * 1.02 };
}
