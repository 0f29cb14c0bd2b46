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
import type { Unprotected } from '../afterEnd';
import { stolenKeys } from '../deletedAnother';
import { type Evidence, latestHold, nameOf } from '../evidence';
import { isBelated, keysOf } from '../grantedKeys';
import type { LostUpdate } from '../lostUpdate';
import { lengthOf, type OverlapPair, unlockedOf } from '../overlap';
import { compared } from '../writes';
import { openedAfterCrash } from './afterCrash';
import { whyBelated } from './belated';
import { faultCauses } from './faultCauses';
import { deleted, endings, endingsBefore, granted, otherKeys, ownValueOfAnother } from './grants';
import { eventsAmong, type Step, type StepOf } from './step';

/** The first two holders at once, and what followed. */
export function whyOverlap(evidence: Evidence, pairs: readonly OverlapPair[]): readonly Step[] {
  const pair = pairs.find(({ isCertain }) => isCertain) ?? pairs[0];
  if (pair === undefined) return [];
  const { first, second } = pair;
  const next = pairs.find((other) => other !== pair && other.first === second);
  return [
    granted(evidence, first, 'granted'),
    ...whyLetIn(evidence, first, second, second.acquiredSeq),
    overlapStep(evidence, pair),
    ...afterwards(evidence, second, next),
    ...refusals(evidence).map(
      (step): Step => ({ ...step, weight: step.values.client === nameOf(evidence, first.process) ? 3 : 1 }),
    ),
  ];
}

/** The first lost update: who wrote, based on which version, and whose write it replaced. */
export function whyLost(evidence: Evidence, loss: LostUpdate): readonly Step[] {
  const { destroyed, by, holds } = loss;
  const [first, second] = [...holds].sort((a, b) => a.acquiredSeq - b.acquiredSeq);
  const steps: Step[] = [wrote(evidence, destroyed), ...madeSure(evidence, by), overwrote(evidence, loss)];
  if (first !== undefined) steps.push(granted(evidence, first, 'granted'));
  const late = first === undefined ? [] : committedLate(evidence, destroyed, first);
  if (first !== undefined && second !== undefined) {
    steps.push(...whyLetIn(evidence, first, second, by.seq), ...late);
    const early = readTooEarly(evidence, by, second, destroyed);
    steps.push(
      ...early.map((step) =>
        countsLater(evidence, destroyed) ? { ...step, values: { ...step.values, uncommitted: 1 as const } } : step,
      ),
    );
    steps.push(...readStale(evidence, by, destroyed));
  }
  for (const write of late.length === 0 ? [destroyed, by] : []) steps.push(...travelled(evidence, write));
  return steps;
}

/** The first work after the end of its lock: how the lock ended, and why its client went on. */
export function whyExpired(evidence: Evidence, { hold, event, endedAt, endedSeq }: Unprotected): readonly Step[] {
  const client = nameOf(evidence, hold.process);
  const nodes = keysOf(evidence, hold).map(({ node }) => node);
  const processes = new Set([hold.process, ...nodes]);
  const injected = faultCauses(evidence, { fromSeq: hold.acquiringSeq, toSeq: event.seq, processes });
  const ended = endingsBefore(evidence, hold, event.seq).filter((ending) => !isExplainedBy(injected, ending));
  const isReleased = hold.heldUntilSeq >= 0 && hold.heldUntilSeq < endedSeq;
  const values = { client, at: event.at, endedAt, isRead: event.kind === 'read' ? 1 : 0 } as const;
  return [
    granted(evidence, hold, 'granted'),
    ...injected,
    ...ended,
    ...(isReleased ? [calledRelease(evidence, hold), ...travelled(evidence, { ...event, peer: hold.process })] : []),
    { rule: 'workedAfterEnd', events: [event.seq, endedSeq], values, order: evidence.trace.count, weight: 4 },
  ];
}

/**
 * How the second client got in: which faults hit the first holder, what the first holder did wrong, and how its keys
 * were lost; or what the second client did wrong.
 */
export function whyLetIn(evidence: Evidence, first: HoldSpan, second: AcquiredHold, toSeq: number): readonly Step[] {
  const apart = otherKeys(evidence, first, second);
  if (apart.length > 0) return [granted(evidence, second, 'grantedToo'), ...apart];
  const shared = [...ownValueOfAnother(evidence, second), ...ownValueOfAnother(evidence, first)];
  if (shared.length > 0)
    return [...endings(evidence, first, second), granted(evidence, second, 'grantedToo'), ...shared];
  if (isBelated(evidence, second)) return whyBelated(evidence, second);
  const nodes = keysOf(evidence, first).map(({ node }) => node);
  const injected = faultCauses(evidence, {
    fromSeq: first.acquiringSeq,
    toSeq,
    processes: new Set([first.process, ...nodes]),
  });
  const opened = openedAfterCrash(evidence, first);
  const ended = opened.length > 0 ? opened : endings(evidence, first, second);
  const reasons = [
    ...injected.filter((step) => step.rule !== 'messageLost' || step.values.leg === 'request'),
    ...ended.filter((ending) => !isExplainedBy(injected, ending)),
    ...whyDeleted(evidence, first, second),
    ...workedOn(evidence, first, second, injected),
  ];
  return [
    granted(evidence, second, 'grantedToo'),
    ...(reasons.length > 0 ? reasons : keptNobodyOut(evidence, first, second)),
  ];
}

/** Such a lock checks and takes in two steps, so the second client may take what it saw free. */
function keptNobodyOut(evidence: Evidence, first: HoldSpan, second: AcquiredHold): readonly Step[] {
  const mayBoth = first.shared && second.shared;
  if (keysOf(evidence, first).length === 0 || first.heldUntil <= second.acquiredAt || mayBoth) return [];
  const values = { client: nameOf(evidence, first.process), other: nameOf(evidence, second.process) };
  return [{ rule: 'keptNobodyOut', events: [second.acquiredSeq], values, order: second.acquiredSeq + 0.5, weight: 3 }];
}

/**
 * A restart whose step says that the key was lost explains the loss. So does a step that names what removed the key. A
 * lock that was freed by hand does not show whose it was.
 */
export const isExplainedBy = (injected: readonly Step[], ending: Step): boolean =>
  ending.rule === 'keyLost' &&
  ending.values.nodes.every((node) =>
    injected.some(
      ({ rule, values }) =>
        ((rule === 'vanished' && values.how !== 'by-hand') || (rule === 'restarted' && values.forgot !== 0)) &&
        values.process === node,
    ),
  );

/** After the end of its validity the client worked on without checking it, or it checked and left. */
function workedOn(
  evidence: Evidence,
  first: HoldSpan,
  second: AcquiredHold,
  injected: readonly Step[],
): readonly Step[] {
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
  const slept = injected.some(
    (step) =>
      (step.rule === 'paused' || step.rule === 'slept' || step.rule === 'stoodStill') &&
      step.values.process === client &&
      step.order > first.acquiredSeq,
  );
  if (slept) return [];
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
function whyGivenUp({ trace }: Evidence, { heldUntilSeq: insideToSeq, end, learnedSeq }: HoldSpan) {
  const reason = end === 'lost' ? reasons[column.stopped.reason(trace, insideToSeq)] : undefined;
  if (reason === 'expired') return 'expired';
  return learnedSeq >= 0 ? 'told' : 'other';
}

/** Another client's release deleted the first holder's key: why that release came so late. */
function whyDeleted(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly Step[] {
  const stolen = stolenKeys(evidence).find(({ hold, goneSeq }) => hold === first && goneSeq < second.acquiredSeq);
  const thief = stolen === undefined ? undefined : latestHold(evidence, stolen.removedBy, stolen.goneSeq);
  if (stolen === undefined || thief === undefined || thief.heldUntilSeq < 0) return [];
  const processes = new Set([thief.process]);
  return [
    ...faultCauses(evidence, { fromSeq: thief.acquiringSeq, toSeq: stolen.goneSeq, processes }),
    ...endings(evidence, thief, first),
    calledRelease(evidence, thief),
  ];
}

const calledRelease = (evidence: Evidence, { process, heldUntil: at, heldUntilSeq: insideToSeq }: HoldSpan): Step => ({
  rule: 'calledRelease',
  events: [insideToSeq],
  values: { client: nameOf(evidence, process), at },
  order: insideToSeq,
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

function overlapStep(evidence: Evidence, { first, second, micros, isCertain }: OverlapPair): Step {
  return {
    rule: isCertain ? 'bothInside' : 'maybeBoth',
    events: eventsAmong(second.acquiredSeq, Math.min(endSeq(first), endSeq(second))).filter(
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

const endSeq = ({ heldUntilSeq: insideToSeq }: HoldSpan): number =>
  insideToSeq < 0 ? Number.MAX_SAFE_INTEGER : insideToSeq;

/** The wrong holder's release deletes the right holder's key, and a third client gets in. */
function afterwards(evidence: Evidence, second: HoldSpan, next: OverlapPair | undefined): readonly Step[] {
  const stolen = stolenKeys(evidence).filter(({ hold, goneSeq }) => hold === second && goneSeq > second.acquiredSeq);
  if (stolen.length === 0) return [];
  // The step matters little if no client got in because of it.
  if (next === undefined) return [{ ...deleted(evidence, stolen), weight: 1 }];
  return [deleted(evidence, stolen), granted(evidence, next.second, 'grantedToo')];
}

/** The first write that a check refused. */
export function refusals(evidence: Evidence): readonly StepOf<'refusedWrite'>[] {
  const first = evidence.rejections[0];
  if (first === undefined) return [];
  const { peer, value, seq, at } = first;
  const values = { client: nameOf(evidence, peer), value, at, ...compared(evidence, first) };
  return [{ rule: 'refusedWrite', events: [seq], values, order: seq, weight: 3 }];
}

function wrote(evidence: Evidence, write: EventOf<'wrote'>): Step {
  const { peer, value, version, at, seq } = write;
  return {
    rule: 'wrote',
    events: [seq],
    values: { client: nameOf(evidence, peer), value, version, at },
    order: seq,
    weight: 4,
  };
}

function overwrote(evidence: Evidence, { destroyed, by, base }: LostUpdate): Step {
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
function countsLater(
  { spans: { messages }, trace }: Evidence,
  { message, process, at }: Pick<EventOf<'wrote'>, 'message' | 'process' | 'at'>,
): boolean {
  const row = messages.rowOf(message);
  const arrivedAt = row < 0 ? -1 : messages.endAt(row);
  return trace.header.processes[process]?.role === 'service' && arrivedAt >= 0 && arrivedAt < at;
}

/** The write reached the database before the lock was released, but took effect only when it was committed. */
function committedLate(
  evidence: Evidence,
  { peer, process, message, seq, at }: EventOf<'wrote'>,
  hold: HoldSpan,
): readonly Step[] {
  const { messages } = evidence.spans;
  const row = messages.rowOf(message);
  const freed = keysOf(evidence, hold).find(
    ({ goneSeq, removedBy: goneBy }) => goneSeq >= 0 && goneSeq < seq && goneBy === peer,
  );
  if (peer !== hold.process || row < 0 || freed === undefined || messages.endSeq(row) > freed.goneSeq) return [];
  if (evidence.trace.header.processes[process]?.role !== 'service') return [];
  const values = { client: nameOf(evidence, peer), freedAt: freed.goneAt, at };
  return [{ rule: 'committedLate', events: eventsAmong(seq, freed.goneSeq), values, order: seq - 0.5, weight: 3 }];
}

/** The rightful holder had read before the late write arrived, and does not know of it. */
function readTooEarly(
  evidence: Evidence,
  by: EventOf<'wrote'>,
  second: HoldSpan,
  destroyed: EventOf<'wrote'>,
): readonly StepOf<'readBefore'>[] {
  if (by.peer !== second.process) return [];
  const reading = evidence.reads.findLast(
    ({ peer, seq }) => peer === by.peer && seq < destroyed.seq && seq > second.acquiredSeq,
  );
  if (reading === undefined) return [];
  const values = { client: nameOf(evidence, by.peer), version: reading.version, at: reading.at };
  return [{ rule: 'readBefore', events: [reading.seq], values, order: reading.seq, weight: 2 }];
}

/** The client read after that write, but from a replica that did not have it yet. */
function readStale(evidence: Evidence, by: EventOf<'wrote'>, destroyed: EventOf<'wrote'>): readonly Step[] {
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
function travelled(
  evidence: Evidence,
  write: Pick<EventOf<'wrote'>, 'peer' | 'process' | 'message' | 'seq' | 'at'>,
): readonly Step[] {
  const { messages } = evidence.spans;
  const row = messages.rowOf(write.message);
  if (row < 0) return [];
  const at = messages.sentAt(row);
  const micros = (countsLater(evidence, write) ? messages.endAt(row) : write.at) - at;
  if (micros < slowMicros) return [];
  const seq = messages.sentSeq(row);
  const values = { client: nameOf(evidence, write.peer), micros, at };
  return [{ rule: 'travelled', events: [seq, write.seq], values, order: seq, weight: 2 }];
}

/** The last check of the lease or the mark before a write. A write directly after the acquisition has no check. */
function madeSure(evidence: Evidence, write: EventOf<'wrote'>): readonly StepOf<'madeSure'>[] {
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
