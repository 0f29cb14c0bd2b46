// Rule: every fault happens at most once and reports its end, and its span has the intended length.
import { faultPrograms } from '../../../src/core/faults';
import { ordersOf } from '../../../src/core/faults/program';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Trace } from '../../../src/core/model/trace/trace';
import { spansOf } from '../../../src/core/spans/spans';
import type { MakeRule } from './rule';

export const faultsBeginAndEnd: MakeRule = (trace, note) => {
  const faults = Object.entries(trace.header.scenario.faults);
  const begun = new Set<number>();
  const ended = new Set<number>();
  return {
    take: (event) => {
      if (event.kind !== 'faultStruck' && event.kind !== 'faultEnded') return;
      const name = faults[event.fault]?.[0];
      if (name === undefined) return note(event, `there is no fault ${event.fault}`);
      if (trace.header.missed[name] !== undefined) note(event, `"${name}" is said to have missed`);
      const seen = event.kind === 'faultStruck' ? begun : ended;
      if (seen.has(event.fault)) note(event, `"${name}" did so before`);
      if (event.kind === 'faultEnded' && !begun.has(event.fault)) note(event, `"${name}" never struck`);
      seen.add(event.fault);
    },
    end: () => {
      faults.forEach(([name, fault], number) => {
        const length = lengthOf(fault);
        const span = spansOf(trace).faults[number];
        if (span === undefined || span.from === null || length === null) return;
        if (span.to !== null && span.to < span.from) note(null, `"${name}" ends before it strikes`);
        if (span.to === null && reached(trace, span.from + length)) note(null, `"${name}" never ends`);
        if (span.to !== null && span.to > span.from + length + 1)
          note(null, `"${name}" lasts for ${span.to - span.from} µs`);
      });
    },
  };
};

/** A run that reached its limit may have stopped within an instant. */
const reached = ({ header }: Trace, at: number): boolean =>
  at < header.endedAt || (at === header.endedAt && header.ended === 'duration');

/**
 * The length of a fault, which is how long its program waits; null when it has no end, or when the process is down
 * until a later start.
 */
function lengthOf(fault: Fault): number | null {
  const orders = ordersOf(fault, faultPrograms);
  if (orders.some(({ kind }) => kind === 'crash' || kind === 'end-thread')) return null;
  const waits = orders.flatMap((order) => (order.kind === 'wait' ? [order.for] : []));
  return waits.length === 0 ? null : waits.reduce((sum, length) => sum + length, 0);
}
