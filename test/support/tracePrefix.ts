// A trace cut after some of its events, as the page has it while the run goes on.

import type { Trace } from '../../src/core/model/trace/trace';
import { cutTrace } from '../../src/core/model/trace/traceWriter';
import { instant } from '../../src/core/model/values/time';

export function tracePrefix(whole: Trace, count: number): Trace {
  const { due, ...header } = whole.header;
  const endedAt = instant(whole.at[count - 1] ?? 0);
  const cut = cutTrace(whole, (column) => column.subarray(0, count));
  return { ...cut, count, header: { ...header, ended: 'not-yet', endedAt, missed: {} } };
}
