/**
 * What the resource's check did: the writes that it refused, including the rightful holder's, and the writes that
 * came late.
 */
import type { Compared, Flag } from '../model/trace/cause';
import type { Fact } from '../model/trace/fact';
import { refusalChecks } from '../model/trace/trace';
import type { EventOf } from '../model/trace/traceReader';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, isHeldAt, latestHold, nameOf } from './evidence';
import { isBelated, isExpired } from './grantedKeys';

/**
 * Every refusal. It hit the rightful holder if that client was inside, its lease was not over, and no client had come
 * in after it.
 */
export function rejectionFacts(evidence: Evidence): readonly Fact[] {
  return evidence.rejections.flatMap((rejection) => {
    const who = [nameOf(evidence, rejection.peer)];
    const { value, seq } = rejection;
    const values = { value, ...compared(evidence, rejection) };
    const rejected: Fact = { kind: 'rejected', who, from: seq, to: seq, values };
    return isRightful(evidence, rejection)
      ? [rejected, { ...rejected, kind: 'rightful-rejected' as const }]
      : [rejected];
  });
}

/**
 * Whether the check refused a rightful write that would have destroyed nothing, for example because a counter fell
 * back. A version that is no longer current is a good reason to refuse.
 */
export const refusesHolder = (evidence: Evidence): boolean =>
  evidence.rejections.some(
    (rejection) =>
      rejection.value >= 0 && refusalChecks[rejection.check] !== 'version' && isRightful(evidence, rejection),
  );

export function compared(evidence: Evidence, { check, token, against }: EventOf<'rejected'>): Compared {
  const name = refusalChecks[check] ?? 'token';
  if (name !== 'owner') return { check: name, token, against };
  return { check: name, holder: against < 0 ? null : nameOf(evidence, against) };
}

/** Writes that reached the resource, accepted or not, after their writer had left the lock. */
export function lateWriteFacts(evidence: Evidence): readonly Fact[] {
  return inOrder(evidence).flatMap((event): readonly Fact[] => {
    const hold = latestHold(evidence, event.peer, event.seq);
    if (hold === undefined || isHeldAt(hold, takenInAt(evidence, event))) return [];
    const micros = event.at - hold.heldUntil;
    const accepted: Flag = event.kind === 'wrote' ? 1 : 0;
    const values = { micros, value: event.value, accepted };
    return [
      { kind: 'late-write', who: [nameOf(evidence, event.peer)], from: hold.heldUntilSeq, to: event.seq, values },
    ];
  });
}

/** In a database, a transaction's writes count from its commit on, and the commit ends its lock. */
export function takenInAt(
  { trace, spans }: Evidence,
  { process, message, seq }: Pick<EventOf<'wrote'>, 'process' | 'message' | 'seq'>,
): number {
  if (trace.header.processes[process]?.role !== 'service') return seq;
  const row = spans.messages.rowOf(message);
  const received = row < 0 ? -1 : spans.messages.receivedSeq(row);
  return received < 0 ? seq : received;
}

const inOrder = ({ writes, rejections }: Evidence): readonly (EventOf<'wrote'> | EventOf<'rejected'>)[] =>
  rejections.length === 0 ? writes : [...writes, ...rejections].sort((a, b) => a.seq - b.seq);

export function isRightful(evidence: Evidence, rejection: EventOf<'rejected'>): boolean {
  const hold = latestHold(evidence, rejection.peer, rejection.seq);
  return (
    hold !== undefined &&
    !hold.shared &&
    isHeldAt(hold, rejection.seq) &&
    newestAt(evidence, rejection.seq) === hold &&
    !isBelated(evidence, hold) &&
    !isExpired(evidence, hold, rejection.seq)
  );
}

function newestAt({ acquiredHolds }: Evidence, seq: number): HoldSpan | undefined {
  let newest: HoldSpan | undefined;
  for (const hold of acquiredHolds) if (hold.acquiredSeq < seq) newest = hold;
  return newest;
}
