/** Reports at once what a process of a live run tells, with the columns by their names. */

import { nth } from '../../../core/model/nth';
import type { ProcessId } from '../../../core/model/scenario';
import { tellers } from '../../../core/model/tell';
import { kindNames, traceKinds } from '../../../core/model/trace';
import type { LiveEvent, LiveTell, Report } from '../liveEvent';
import { nanosNow } from '../nanos';

export interface Reporter {
  readonly me: ProcessId;
  readonly report: Report;
}

export const teller: (where: Reporter) => LiveTell = tellers(({ me, report }, number, ...told) => {
  const kind = nth(kindNames, number);
  const named = traceKinds[kind].map((name, place) => [name, told[place]] as const);
  const columns = Object.fromEntries(named.filter(([, value]) => value !== null));
  report({ stampNanos: nanosNow(), process: me, kind, columns } as LiveEvent);
});
