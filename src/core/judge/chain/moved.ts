/**
 * Virtual machines that were stopped and moved: all their clocks stood still, and nobody set them back. The trace tells
 * the wall clock's arrears as a change of that clock when the machine goes on, and NTP's correction as another.
 */
import { stillClocks } from '../../faults/program';
import { kindNumber } from '../../model/trace';
import { column, kindAt, processAt } from '../../model/traceReader';
import type { ClockSpan } from '../../spans/clockSpans';
import type { OutageSpan } from '../../spans/outageSpans';
import type { Evidence } from '../evidence';

export interface Moved {
  /** The pause of its process. */
  readonly outage: OutageSpan;
  /** From when it went on, its wall clock was behind. Undefined: it did not go on, or its process had ended before. */
  readonly behind: ClockSpan | undefined;
  /** From here on it was right again. Undefined: NTP did not correct it in this run. */
  readonly corrected: ClockSpan | undefined;
}

export function movedMachines(evidence: Evidence): readonly Moved[] {
  const { spans } = evidence;
  return spans.outages.flatMap((outage) => {
    if (outage.kind !== 'paused') return [];
    const jumps = spans.clocks.filter(
      ({ process, jump, seq }) => process === outage.process && jump !== 0 && seq > outage.seq,
    );
    const behind = jumps.find(({ seq }) => (outage.endSeq < 0 || seq < outage.endSeq) && isWaking(evidence, seq));
    if (behind === undefined && !standsStill(evidence, outage.fault)) return [];
    const corrected = behind && jumps.find(({ seq, jump }) => seq > behind.seq && jump === -behind.jump);
    return [{ outage, behind, corrected }];
  });
}

/** Whether the clock changed because its machine went on: the end of that fault is told next. */
function isWaking(evidence: Evidence, seq: number): boolean {
  const { trace } = evidence;
  const next = seq + 1;
  return (
    next < trace.count &&
    kindAt(trace, next) === kindNumber.faultEnded &&
    processAt(trace, next) === processAt(trace, seq) &&
    standsStill(evidence, column.faultEnded.fault(trace, next))
  );
}

const standsStill = ({ trace, faults }: Evidence, fault: number): boolean =>
  stillClocks(Object.values(trace.header.scenario.faults)[fault], faults) === 'both';
