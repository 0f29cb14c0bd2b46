// Every fault strikes once at most, says when it is over, and its span is neither longer nor shorter than it was meant to be.
import type { Fault } from '../../../src/model/fault';
import { spansOf } from '../../../src/model/spans';
import { fromMs } from '../../../src/model/time';
import type { Trace } from '../../../src/model/trace';
import type { MakeRule } from './rule';

export const faultsStrikeAndEnd: MakeRule = (trace, note) => {
  const faults = Object.entries(trace.header.scenario.faults);
  const struck = new Set<number>();
  const ended = new Set<number>();
  return {
    take: (event) => {
      if (event.kind !== 'faultStruck' && event.kind !== 'faultEnded') return;
      const name = faults[event.fault]?.[0];
      if (name === undefined) return note(event, `there is no fault ${event.fault}`);
      if (trace.header.missed[name] !== undefined) note(event, `"${name}" is said to have missed`);
      const seen = event.kind === 'faultStruck' ? struck : ended;
      if (seen.has(event.fault)) note(event, `"${name}" did so before`);
      if (event.kind === 'faultEnded' && !struck.has(event.fault)) note(event, `"${name}" never struck`);
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

/** A run that came to its bound may have stopped within an instant. */
const reached = ({ header }: Trace, at: number): boolean =>
  at < header.endedAt || (at === header.endedAt && header.ended === 'duration');

/** How long a fault lasts at most; null where that is open. A slew that is too steep takes longer. */
function lengthOf(fault: Fault): number | null {
  switch (fault.kind) {
    case 'pause':
    case 'suspend':
      return fromMs(fault.for);
    case 'cut':
    case 'slow':
    case 'clock-drift':
      return fault.for === 'ever' ? null : fromMs(fault.for);
    case 'clock-slew':
      return Math.max(fromMs(fault.over), fromMs(Math.abs(fault.by)) * (fault.by < 0 ? 2 : 1));
    default:
      return null;
  }
}
