/** Reports each event of a live process at once, with its columns by name. */

import type { ProcessId } from '../../../core/model/scenario/processId';
import { eventWriters } from '../../../core/model/trace/eventWriters';
import { kindNames, traceKinds } from '../../../core/model/trace/trace';
import { nth } from '../../../core/model/values/nth';
import type { LiveEvent, LiveEventWriter, Report } from '../liveEvent';
import { nanosNow } from '../nanos';

export interface Reporter {
  readonly me: ProcessId;
  readonly report: Report;
}

export const recorder: (where: Reporter) => LiveEventWriter = eventWriters(({ me, report }, number, ...values) => {
  const kind = nth(kindNames, number);
  const named = traceKinds[kind].map((name, index) => [name, values[index]] as const);
  const columns = Object.fromEntries(named.filter(([, value]) => value !== null));
  report({ stampNanos: nanosNow(), process: me, kind, columns } as LiveEvent);
});
