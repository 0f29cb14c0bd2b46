/**
 * Why there were two holders at once, or an update was lost: which client had the lock, why it did not notice that the
 * lock ended, and which client was let in.
 */
import { reasons } from '../../model/effects/effect';
import { kindNumber } from '../../model/trace/trace';
import { column, type EventOf, instantAt, kindAt, processAt } from '../../model/trace/traceReader';
import { leaseLeft, looksAtLease, readsOwnMark } from '../../spans/clientSteps';
import type { AcquiredHold } from '../../spans/holdSpans';
import type { HoldSpan } from '../../spans/spans';
import type { WorkAfterEnd } from '../afterEnd';
import { stolenKeys } from '../deletedAnother';
import { type Evidence, latestHold, nameOf } from '../evidence';
import { isBelated, keysOf } from '../grantedKeys';
import type { LostUpdate } from '../lostUpdate';
import { lengthOf, type OverlapPair, unlockedOf } from '../overlap';
import { compared } from '../writes';
import { openedAfterCrash } from './afterCrash';
import { whyBelated } from './belated';
import { faultCauses } from './faultCauses';
import { differentKeysSteps, endingSteps, endingStepsBefore, grantStep, removalStep, sameValueSteps } from './grants';
import { type ChainStep, type ChainStepOf, eventsAmong } from './step';

/** The first two holders at once, and what followed. */
export function whyOverlap(evidence: Evidence, pairs: readonly OverlapPair[]): readonly ChainStep[] {
  const pair = pairs.find(({ isCertain }) => isCertain) ?? pairs[0];
  if (pair === undefined) return [];
  const { first, second } = pair;
  const next = pairs.find((other) => other !== pair && other.first === second);
  return [
    grantStep(evidence, first, 'granted'),
    ...whyLetIn(evidence, first, second, second.acquiredSeq),
    overlapStep(evidence, pair),
    ...laterOverlapSteps(evidence, second, next),
    ...refusalSteps(evidence).map(
      (step): ChainStep => ({ ...step, weight: step.values.client === nameOf(evidence, first.process) ? 3 : 1 }),
    ),
  ];
}

/** The first lost update: who wrote, based on which version, and whose write it replaced. */
export function whyLost(evidence: Evidence, loss: LostUpdate): readonly ChainStep[] {
  const { destroyed, by, holds } = loss;
  const [first, second] = [...holds].sort((a, b) => a.acquiredSeq - b.acquiredSeq);
  const steps: ChainStep[] = [
    writeStep(evidence, destroyed),
    ...lastCheckSteps(evidence, by),
    overwriteStep(evidence, loss),
  ];
  if (first !== undefined) steps.push(grantStep(evidence, first, 'granted'));
  const late = first === undefined ? [] : lateCommitSteps(evidence, destroyed, first);
  if (first !== undefined && second !== undefined) {
    steps.push(...whyLetIn(evidence, first, second, by.seq), ...late);
    const early = earlyReadSteps(evidence, by, second, destroyed);
    steps.push(
      ...early.map((step) =>
        isCommittedAfterArrival(evidence, destroyed)
          ? { ...step, values: { ...step.values, uncommitted: 1 as const } }
          : step,
      ),
    );
    steps.push(...staleReadSteps(evidence, by, destroyed));
  }
  for (const write of late.length === 0 ? [destroyed, by] : []) steps.push(...slowWriteSteps(evidence, write));
  return steps;
}

/** The first work after the end of its lock: how the lock ended, and why its client went on. */
export function whyExpired(evidence: Evidence, { hold, event, endedAt, endedSeq }: WorkAfterEnd): readonly ChainStep[] {
  const client = nameOf(evidence, hold.process);
  const nodes = keysOf(evidence, hold).map(({ node }) => node);
  const processes = new Set([hold.process, ...nodes]);
  const faultSteps = faultCauses(evidence, { fromSeq: hold.acquiringSeq, toSeq: event.seq, processes });
  const keySteps = endingStepsBefore(evidence, hold, event.seq).filter((ending) => !isExplainedBy(faultSteps, ending));
  const isReleased = hold.heldUntilSeq >= 0 && hold.heldUntilSeq < endedSeq;
  const values = { client, at: event.at, endedAt, isRead: event.kind === 'read' ? 1 : 0 } as const;
  return [
    grantStep(evidence, hold, 'granted'),
    ...faultSteps,
    ...keySteps,
    ...(isReleased
      ? [releaseCallStep(evidence, hold), ...slowWriteSteps(evidence, { ...event, peer: hold.process })]
      : []),
    { rule: 'workedAfterEnd', events: [event.seq, endedSeq], values, order: evidence.trace.count, weight: 4 },
  ];
}

/**
 * How the second client got in: which faults hit the first holder, what the first holder did wrong, and how its keys
 * were lost; or what the second client did wrong.
 */
export function whyLetIn(
  evidence: Evidence,
  first: HoldSpan,
  second: AcquiredHold,
  toSeq: number,
): readonly ChainStep[] {
  const differentKeys = differentKeysSteps(evidence, first, second);
  if (differentKeys.length > 0) return [grantStep(evidence, second, 'grantedToo'), ...differentKeys];
  const sameValue = [...sameValueSteps(evidence, second), ...sameValueSteps(evidence, first)];
  if (sameValue.length > 0)
    return [...endingSteps(evidence, first, second), grantStep(evidence, second, 'grantedToo'), ...sameValue];
  if (isBelated(evidence, second)) return whyBelated(evidence, second);
  const nodes = keysOf(evidence, first).map(({ node }) => node);
  const faultSteps = faultCauses(evidence, {
    fromSeq: first.acquiringSeq,
    toSeq,
    processes: new Set([first.process, ...nodes]),
  });
  const crashSteps = openedAfterCrash(evidence, first);
  const keySteps = crashSteps.length > 0 ? crashSteps : endingSteps(evidence, first, second);
  const reasons = [
    ...faultSteps.filter((step) => step.rule !== 'messageLost' || step.values.leg === 'request'),
    ...keySteps.filter((ending) => !isExplainedBy(faultSteps, ending)),
    ...whyDeleted(evidence, first, second),
    ...workedOnSteps(evidence, first, second, faultSteps),
  ];
  return [
    grantStep(evidence, second, 'grantedToo'),
    ...(reasons.length > 0 ? reasons : keptNobodyOutSteps(evidence, first, second)),
  ];
}

/** Such a lock checks and takes in two steps, so the second client may take what it saw free. */
function keptNobodyOutSteps(evidence: Evidence, first: HoldSpan, second: AcquiredHold): readonly ChainStep[] {
  const areBothShared = first.shared && second.shared;
  if (keysOf(evidence, first).length === 0 || first.heldUntil <= second.acquiredAt || areBothShared) return [];
  const values = { client: nameOf(evidence, first.process), other: nameOf(evidence, second.process) };
  return [{ rule: 'keptNobodyOut', events: [second.acquiredSeq], values, order: second.acquiredSeq + 0.5, weight: 3 }];
}

/**
 * A restart whose step says that the key was lost explains the loss. So does a step that names what removed the key. A
 * lock that was freed by hand does not show whose it was.
 */
export const isExplainedBy = (faultSteps: readonly ChainStep[], ending: ChainStep): boolean =>
  ending.rule === 'keyLost' &&
  ending.values.nodes.every((node) =>
    faultSteps.some(
      ({ rule, values }) =>
        ((rule === 'vanished' && values.how !== 'by-hand') || (rule === 'restarted' && values.forgot !== 0)) &&
        values.process === node,
    ),
  );

/** After the end of its validity the client worked on without checking it, or it checked and left. */
function workedOnSteps(
  evidence: Evidence,
  first: HoldSpan,
  second: AcquiredHold,
  faultSteps: readonly ChainStep[],
): readonly ChainStep[] {
  const client = nameOf(evidence, first.process);
  // The step of its crash already says that it left.
  if (first.end === 'crashed' && openedAfterCrash(evidence, first).length > 0) return [];
  if (first.heldUntilSeq >= 0 && first.heldUntilSeq < second.acquiredSeq)
    return [
      {
        rule: 'gaveUp',
        events: [first.heldUntilSeq],
        values: { client, at: first.heldUntil, how: first.end, why: whyGivenUp(evidence, first) },
        order: first.heldUntilSeq,
        weight: 3,
      },
    ];
  const until = first.validities.at(-1)?.until ?? null;
  if (until === null || until > second.acquiredAt) return [];
  const hasPauseStep = faultSteps.some(
    (step) =>
      (step.rule === 'paused' || step.rule === 'slept' || step.rule === 'stoodStill') &&
      step.values.process === client &&
      step.order > first.acquiredSeq,
  );
  if (hasPauseStep) return [];
  const seq = lastBefore(evidence, until);
  return [
    {
      rule: 'workedOn',
      events: eventsAmong(seq, first.acquiredSeq),
      values: { client, until },
      order: seq + 0.5,
      weight: 2,
    },
  ];
}

/** Follows the event that ended the hold: a release after that has its own reason. */
function whyGivenUp({ trace }: Evidence, { heldUntilSeq, end, notifiedSeq }: HoldSpan) {
  const reason = end === 'lost' ? reasons[column.stopped.reason(trace, heldUntilSeq)] : undefined;
  if (reason === 'expired') return 'expired';
  return notifiedSeq >= 0 ? 'told' : 'other';
}

/** Another client's release deleted the first holder's key: why that release came so late. */
function whyDeleted(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly ChainStep[] {
  const deletedKey = stolenKeys(evidence).find(({ hold, endSeq }) => hold === first && endSeq < second.acquiredSeq);
  const deletingHold =
    deletedKey === undefined ? undefined : latestHold(evidence, deletedKey.removedBy, deletedKey.endSeq);
  if (deletedKey === undefined || deletingHold === undefined || deletingHold.heldUntilSeq < 0) return [];
  const processes = new Set([deletingHold.process]);
  return [
    ...faultCauses(evidence, { fromSeq: deletingHold.acquiringSeq, toSeq: deletedKey.endSeq, processes }),
    ...endingSteps(evidence, deletingHold, first),
    releaseCallStep(evidence, deletingHold),
  ];
}

const releaseCallStep = (evidence: Evidence, { process, heldUntil: at, heldUntilSeq }: HoldSpan): ChainStep => ({
  rule: 'calledRelease',
  events: [heldUntilSeq],
  values: { client: nameOf(evidence, process), at },
  order: heldUntilSeq,
  weight: 2,
});

function lastBefore({ trace }: Evidence, at: number): number {
  let low = 0;
  let high = trace.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instantAt(trace, middle) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function overlapStep(evidence: Evidence, { first, second, micros, isCertain }: OverlapPair): ChainStep {
  return {
    rule: isCertain ? 'bothInside' : 'maybeBoth',
    events: eventsAmong(second.acquiredSeq, Math.min(heldUntilSeqOrLast(first), heldUntilSeqOrLast(second))).filter(
      (seq) => seq < evidence.trace.count,
    ),
    values: {
      first: nameOf(evidence, first.process),
      second: nameOf(evidence, second.process),
      at: second.acquiredAt,
      micros: lengthOf(evidence.trace, { first, second, micros }),
      ...unlockedOf(first, second),
    },
    order: second.acquiredSeq + 0.5,
    weight: 4,
  };
}

const heldUntilSeqOrLast = ({ heldUntilSeq }: HoldSpan): number =>
  heldUntilSeq < 0 ? Number.MAX_SAFE_INTEGER : heldUntilSeq;

/** The wrong holder's release deletes the right holder's key, and a third client gets in. */
function laterOverlapSteps(evidence: Evidence, second: HoldSpan, next: OverlapPair | undefined): readonly ChainStep[] {
  const deletedKeys = stolenKeys(evidence).filter(({ hold, endSeq }) => hold === second && endSeq > second.acquiredSeq);
  if (deletedKeys.length === 0) return [];
  // The step matters little if no client got in because of it.
  if (next === undefined) return [{ ...removalStep(evidence, deletedKeys), weight: 1 }];
  return [removalStep(evidence, deletedKeys), grantStep(evidence, next.second, 'grantedToo')];
}

/** The first write that a check refused. */
export function refusalSteps(evidence: Evidence): readonly ChainStepOf<'refusedWrite'>[] {
  const first = evidence.rejections[0];
  if (first === undefined) return [];
  const { peer, value, seq, at } = first;
  const values = { client: nameOf(evidence, peer), value, at, ...compared(evidence, first) };
  return [{ rule: 'refusedWrite', events: [seq], values, order: seq, weight: 3 }];
}

function writeStep(evidence: Evidence, write: EventOf<'wrote'>): ChainStep {
  const { peer, value, version, at, seq } = write;
  return {
    rule: 'wrote',
    events: [seq],
    values: { client: nameOf(evidence, peer), value, version, at },
    order: seq,
    weight: 4,
  };
}

function overwriteStep(evidence: Evidence, { destroyed, by, base }: LostUpdate): ChainStep {
  return {
    rule: 'overwrote',
    events: [by.seq, destroyed.seq],
    values: {
      client: nameOf(evidence, by.peer),
      value: by.value,
      basedOn: base,
      other: nameOf(evidence, destroyed.peer),
      lostValue: destroyed.value,
      lostVersion: destroyed.version,
      at: by.at,
    },
    order: by.seq,
    weight: 4,
  };
}

/** The write reached the database some time before its transaction was committed. */
function isCommittedAfterArrival(
  { spans: { messages }, trace }: Evidence,
  { message, process, at }: Pick<EventOf<'wrote'>, 'message' | 'process' | 'at'>,
): boolean {
  const row = messages.rowOf(message);
  const arrivedAt = row < 0 ? -1 : messages.endAt(row);
  return trace.header.processes[process]?.role === 'service' && arrivedAt >= 0 && arrivedAt < at;
}

/** The write reached the database before the lock was released, but took effect only when it was committed. */
function lateCommitSteps(
  evidence: Evidence,
  { peer, process, message, seq, at }: EventOf<'wrote'>,
  hold: HoldSpan,
): readonly ChainStep[] {
  const { messages } = evidence.spans;
  const row = messages.rowOf(message);
  const releasedKey = keysOf(evidence, hold).find(
    ({ endSeq, removedBy }) => endSeq >= 0 && endSeq < seq && removedBy === peer,
  );
  if (peer !== hold.process || row < 0 || releasedKey === undefined || messages.endSeq(row) > releasedKey.endSeq)
    return [];
  if (evidence.trace.header.processes[process]?.role !== 'service') return [];
  const values = { client: nameOf(evidence, peer), freedAt: releasedKey.endAt, at };
  return [{ rule: 'committedLate', events: eventsAmong(seq, releasedKey.endSeq), values, order: seq - 0.5, weight: 3 }];
}

/** The rightful holder had read before the late write arrived, and does not know of it. */
function earlyReadSteps(
  evidence: Evidence,
  by: EventOf<'wrote'>,
  second: HoldSpan,
  destroyed: EventOf<'wrote'>,
): readonly ChainStepOf<'readBefore'>[] {
  if (by.peer !== second.process) return [];
  const reading = evidence.reads.findLast(
    ({ peer, seq }) => peer === by.peer && seq < destroyed.seq && seq > second.acquiredSeq,
  );
  if (reading === undefined) return [];
  const values = { client: nameOf(evidence, by.peer), version: reading.version, at: reading.at };
  return [{ rule: 'readBefore', events: [reading.seq], values, order: reading.seq, weight: 2 }];
}

/** The client read after that write, but from a replica that did not have it yet. */
function staleReadSteps(evidence: Evidence, by: EventOf<'wrote'>, destroyed: EventOf<'wrote'>): readonly ChainStep[] {
  const reading = evidence.reads.findLast(({ peer, seq }) => peer === by.peer && seq < by.seq);
  if (reading === undefined || reading.seq < destroyed.seq || reading.version >= destroyed.version) return [];
  const { version, at, seq } = reading;
  const from = nameOf(evidence, reading.process);
  const values = { client: nameOf(evidence, by.peer), from, version, stands: destroyed.version, at };
  return [{ rule: 'readStale', events: [seq], values, order: seq, weight: 3 }];
}

/** A message that takes longer than this counts as slow, in microseconds. */
const slowMicros = 200_000;

/** The writer left while its write was still on its way. */
function slowWriteSteps(
  evidence: Evidence,
  write: Pick<EventOf<'wrote'>, 'peer' | 'process' | 'message' | 'seq' | 'at'>,
): readonly ChainStep[] {
  const { messages } = evidence.spans;
  const row = messages.rowOf(write.message);
  if (row < 0) return [];
  const at = messages.sentAt(row);
  const micros = (isCommittedAfterArrival(evidence, write) ? messages.endAt(row) : write.at) - at;
  if (micros < slowMicros) return [];
  const seq = messages.sentSeq(row);
  const values = { client: nameOf(evidence, write.peer), micros, at };
  return [{ rule: 'travelled', events: [seq, write.seq], values, order: seq, weight: 2 }];
}

/** The last check of the lease or the mark before a write. A write directly after the acquisition has no check. */
function lastCheckSteps(evidence: Evidence, write: EventOf<'wrote'>): readonly ChainStepOf<'madeSure'>[] {
  const { trace, spans } = evidence;
  const row = spans.messages.rowOf(write.message);
  const sentSeq = row < 0 ? write.seq : spans.messages.sentSeq(row);
  for (let seq = sentSeq - 1; seq >= 0; seq--) {
    if (processAt(trace, seq) !== write.peer) continue;
    if (kindAt(trace, seq) === kindNumber.acquired) return [];
    const by = looksAtLease(trace, seq) ? 'lease' : readsOwnMark(trace, seq) ? 'mark' : null;
    if (by === null) continue;
    const [client, at] = [nameOf(evidence, write.peer), instantAt(trace, seq)];
    const values = { client, by, left: leaseLeft(trace, seq), at } as const;
    return [{ rule: 'madeSure', events: [seq], values, order: seq, weight: 1 }];
  }
  return [];
}
