/** Faults that did nothing, because their target was absent or the run ended before they could happen. */
import type { Fact } from '../model/trace/fact';
import type { Evidence } from './evidence';

export function faultMissedFacts({ trace, spans }: Evidence): readonly Fact[] {
  const { missed } = trace.header;
  const last = Math.max(0, trace.count - 1);
  const silent = spans.faults.filter(({ name, from }) => from === null && missed[name] === undefined);
  return [
    ...Object.entries(missed).map(([name, reason]) => ({ name, reason: reason.en })),
    ...silent.map(({ name }) => ({ name, reason: 'never' })),
  ].map(({ name, reason }) => ({ kind: 'fault-missed', who: [], from: last, to: last, values: { name, reason } }));
}
