/** What a client asked for or looked at before its write, and found in order. */
import { kindNumber } from '../../model/trace';
import { type EventOf, instantAt, kindAt, processAt } from '../../model/traceReader';
import { hearsOfMark, leaseLeft, looksAtLease } from '../../spans/clientSteps';
import { type Evidence, nameOf } from '../evidence';
import type { StepOf } from './step';

/** The last such check before a write. A write that follows directly from the acquisition has no check. */
export function madeSure(evidence: Evidence, write: EventOf<'wrote'>): readonly StepOf<'madeSure'>[] {
  const { trace, spans } = evidence;
  const row = spans.messages.rowOf(write.message);
  const sent = row < 0 ? write.seq : spans.messages.sentSeq(row);
  for (let seq = sent - 1; seq >= 0; seq--) {
    if (processAt(trace, seq) !== write.peer) continue;
    if (kindAt(trace, seq) === kindNumber.acquired) return [];
    const by = looksAtLease(trace, seq) ? 'lease' : hearsOfMark(trace, seq) ? 'mark' : null;
    if (by === null) continue;
    const [client, at] = [nameOf(evidence, write.peer), instantAt(trace, seq)];
    const values = { client, by, left: leaseLeft(trace, seq), at } as const;
    return [{ rule: 'madeSure', events: [seq], values, order: seq, weight: 1 }];
  }
  return [];
}
