/** Clients that were notified that their lock was lost, although it lasted until they had left it. */

import { reasons } from '../model/effects/effect';
import type { FactOf } from '../model/trace/fact';
import { column } from '../model/trace/traceReader';
import type { AcquiredHold } from '../spans/holdSpans';
import { type Evidence, nameOf } from './evidence';
import { keysOf } from './grantedKeys';
import { existsAt } from './keys';

export const falseAlarmFacts = (evidence: Evidence): readonly FactOf<'false-alarm'>[] =>
  evidence.acquiredHolds.filter((hold) => isFalse(evidence, hold)).map((hold) => alarm(evidence, hold));

/**
 * A client that ends its lock by its own clock got no wrong notice. Neither did a client whose lock ended by itself
 * later.
 */
function isFalse(evidence: Evidence, hold: AcquiredHold): boolean {
  const { notifiedSeq } = hold;
  if (notifiedSeq < 0 || notifiedSeq < hold.acquiredSeq || reasonOf(evidence, notifiedSeq) === 'expired') return false;
  const stood = keysOf(evidence, hold).filter(
    (key) =>
      existsAt(key, notifiedSeq) && (key.endSeq < 0 || (key.cause === 'deleted' && key.removedBy === hold.process)),
  );
  return stood.length >= evidence.trace.header.quorum;
}

const reasonOf = ({ trace }: Evidence, seq: number) => reasons[column.lockLost.reason(trace, seq)] ?? 'none';

/** Its first event is the notice. The second is the end of the round, which fails if the client obeys the notice. */
function alarm(evidence: Evidence, hold: AcquiredHold): FactOf<'false-alarm'> {
  const { process, notifiedSeq, end, heldUntil: insideTo, acquiredAt } = hold;
  const round = evidence.finishes.find((finish) => finish.process === process && finish.seq > notifiedSeq);
  const hasFailed = end === 'lost' && round?.ok === 0;
  return {
    kind: 'false-alarm',
    who: [nameOf(evidence, process)],
    from: notifiedSeq,
    to: hasFailed ? round.seq : notifiedSeq,
    values: {
      at: evidence.trace.at[notifiedSeq] ?? 0,
      reason: reasonOf(evidence, notifiedSeq),
      wasted: hasFailed ? insideTo - acquiredAt : -1,
    },
  };
}
