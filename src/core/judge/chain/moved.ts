/**
 * Virtual machines that were stopped and moved: all their clocks stopped, and nobody corrected them. In the trace, the
 * wall clock's lag is one change of that clock when the machine resumes, and NTP's correction is another.
 */
import { stillClocks } from '../../faults/program';
import { kindNumber } from '../../model/trace/trace';
import { column, kindAt, processAt } from '../../model/trace/traceReader';
import type { ClockSpan } from '../../spans/clockSpans';
import type { OutageSpan } from '../../spans/outageSpans';
import type { Evidence } from '../evidence';

export interface Moved {
  /** The pause of the machine's process. */
  readonly outage: OutageSpan;
  /**
   * When it resumed; its wall clock was behind from then on. Undefined: it did not resume, or its process had ended
   * before.
   */
  readonly behind: ClockSpan | undefined;
  /** When its wall clock was right again. Undefined: NTP did not correct it in this run. */
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

/** Whether the clock changed because its machine resumed: then the end of that fault is the next event. */
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
