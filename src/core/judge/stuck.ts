/**
 * Finds a lock that no client will ever get. At the end of the run no client is inside and some client wants in. Keys
 * of clients that crashed or finished remain on so many nodes that no quorum is left, and they never expire or are
 * renewed forever. Stuck is final: it would still be stuck if the run were ten times as long. Too few servers left for
 * good, or a quorum above the number of nodes, is unavailable and not stuck. A reader's share of a lock makes nothing
 * stuck.
 */

import type { Fact } from '../model/trace/fact';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, keyNameOf, nameOf } from './evidence';
import { holdEndedSeq, type KeyLifetime } from './keys';
import { isDown } from './outages';
import { hasPendingFaults } from './pending';
import {
  hasRequestUnderWay,
  isLossless,
  isOwnerThreadEnded,
  isSessionLeft,
  isWaitingAtServer,
  lastFateOf,
} from './session';

export interface Stuck {
  readonly keys: readonly KeyLifetime[];
  /** The last acquisition of each client that still wants in. */
  readonly starved: readonly HoldSpan[];
}

/** Null if the lock is still available under each of its names, or no client wants it. */
export function stuckLock(evidence: Evidence): Stuck | null {
  const { spans, trace } = evidence;
  if (spans.holds.some((hold) => hold.acquiredSeq >= 0 && hold.end === 'open')) return null;
  if (hasPendingFaults(evidence)) return null;
  const clients = trace.header.processes.flatMap(({ role }, index) => (role === 'client' ? [index] : []));
  const names = new Set(clients.map((client) => keyNameOf(evidence, client)));
  for (const name of names) {
    const stuck = stuckUnder(evidence, name);
    if (stuck !== null) return stuck;
  }
  return null;
}

function stuckUnder(evidence: Evidence, name: string): Stuck | null {
  const { trace } = evidence;
  const isOfName = (process: number): boolean => keyNameOf(evidence, process) === name;
  const keys = evidence.keys.filter(({ owner }) => isOfName(owner));
  const serving = servingNodes(evidence);
  // A shared hold does not block readers, and a trace cannot show whether a client that never got in was one.
  const standing = keys.filter(({ goneSeq, node, isShare }) => goneSeq < 0 && serving.has(node) && !isShare);
  const leftKeys = standing.filter((key) => staysForever(evidence, key) && isLeft(evidence, key));
  // The end of a session, or a client that continues, will free the lock.
  if (
    standing.some(
      (key) => key.ofSession && !leftKeys.includes(key) && !isQueuedBehindEndedThread(key, leftKeys[0], evidence),
    )
  )
    return null;
  if (leftKeys.length === 0 || serving.size - leftKeys.length >= trace.header.quorum) return null;
  const leftSince = Math.max(...leftKeys.map((key) => leftAt(key)));
  const starved = stillWanting(evidence, leftSince).filter(({ process }) => isOfName(process));
  return starved.length === 0 ? null : { keys: leftKeys, starved };
}

export function stuckFacts(evidence: Evidence, { keys, starved }: Stuck): readonly Fact[] {
  const last = evidence.trace.count - 1;
  const entries = keys.map(
    (key): Fact => ({
      kind: 'stuck-entry',
      who: [nameOf(evidence, key.owner), nameOf(evidence, key.node)],
      from: key.setSeq,
      to: last,
      values: { at: key.setAt },
    }),
  );
  const waiting = starved.map(
    (hold): Fact => ({
      kind: 'starved',
      who: [nameOf(evidence, hold.process)],
      from: hold.acquiringSeq,
      to: last,
      values: { micros: evidence.trace.header.endedAt - hold.acquiringAt },
    }),
  );
  return [...entries, ...waiting];
}

/** The nodes that clients are sent to. A promoted replica replaces its master. */
export function servingNodes({ trace, spans }: Evidence): ReadonlySet<number> {
  const serving = new Set<number>();
  trace.header.processes.forEach(({ role }, index) => {
    if (role === 'node' || role === 'service') serving.add(index);
  });
  for (const { master, replica } of spans.promotions) {
    serving.delete(master);
    serving.add(replica);
  }
  return serving;
}

/**
 * The key does not expire, or something keeps renewing it although no client is inside with it. Renewals already on
 * their way do not count. One always may be, so it takes at least two.
 */
function staysForever(evidence: Evidence, key: KeyLifetime): boolean {
  const { header } = evidence.trace;
  const { expiresAt, lateRenewals: renewedLate, ofSession, node, isCommon } = key;
  // The last client to set it does not own it; `futileAttempts.ts` finds the clients that it keeps out.
  if (isCommon) return false;
  if (expiresAt !== null) return renewedLate > 1 && isLossless(header) && renewedLate > underWayAtEnd(evidence, key);
  if (ofSession) return true;
  if (header.keysLapse === true || (header.keysLapse === false && mayComeAnew(evidence))) return false;
  // A service's client closes a lost session, which may free another client's key.
  return isLossless(header) || header.processes[node]?.role !== 'service';
}

/** Some client will still ask the service: it is up, has rounds left, and the service does not make it wait. */
const mayComeAnew = (evidence: Evidence): boolean => {
  const { trace, spans, finishes } = evidence;
  const { processes, scenario } = trace.header;
  return processes.some(
    ({ role }, client) =>
      role === 'client' &&
      !isDown(spans.outages, client) &&
      !finishes.some(({ process, round }) => process === client && round >= scenario.settings.rounds) &&
      !processes.some((_, node) => isWaitingAtServer(evidence, { owner: client, node })),
  );
};

/** How many of the owner's requests to its server were on their way when the owner was done with the key. */
function underWayAtEnd({ spans: { messages } }: Evidence, { owner, node, hold }: KeyLifetime): number {
  const doneSeq = holdEndedSeq(hold);
  let count = 0;
  for (let row = messages.sentFrom(doneSeq) - 1; row >= 0; row--) {
    if (messages.from(row) === owner && messages.to(row) === node && messages.endSeq(row) > doneSeq) count++;
  }
  return count;
}

/**
 * Sessions queue in the order of their keys. No client gets past the first key if the thread that set it has ended. A
 * key behind it frees nothing: a client that leaves and comes back only gets a new place.
 */
const isQueuedBehindEndedThread = (
  { setSeq }: KeyLifetime,
  first: KeyLifetime | undefined,
  evidence: Evidence,
): boolean => first !== undefined && setSeq > first.setSeq && isOwnerThreadEnded(evidence, first);

/** How many keys that replaced each other to look back through: those of two whole attempts. */
const keysBefore = 4;

/** Whether the key is abandoned: its client is neither inside, nor trying, nor giving it back. */
function isLeft(evidence: Evidence, key: KeyLifetime, steps = keysBefore): boolean {
  if (steps === 0) return false;
  if (key.ofSession) return isSessionLeft(evidence, key);
  const { hold, before } = key;
  if (hold === undefined) return true;
  // What a client sent before it died may still give the key an expiry, or delete it.
  if (hold.end === 'crashed') return lastFateOf(evidence, key, hold.heldUntilSeq) !== 'flying';
  // An attempt that replaced an abandoned key abandons the new key, too.
  if (before !== null && hold.acquiredSeq < 0 && isLeft(evidence, before, steps - 1)) return true;
  if (hold.end === 'open' || (hold.acquiredSeq >= 0 && isBeingReleased(evidence, hold))) return false;
  return !mayBeGivenBack(evidence, key, hold);
}

/** The release has not returned, and may be tried again. In a silent run it never returns. */
const isBeingReleased = ({ trace }: Evidence, { releasedSeq }: HoldSpan): boolean =>
  releasedSeq < 0 && trace.header.ended !== 'quiet';

/**
 * Whether a request that the owner sent for this hold may still remove the key. If the owner has ended another attempt
 * since then, that attempt did all that it can do, and its requests still on their way change nothing. A service may
 * have granted a request that its client no longer waited for; that client's next attempt removes it.
 */
function mayBeGivenBack(evidence: Evidence, { owner, node }: KeyLifetime, hold: HoldSpan): boolean {
  const { spans, trace } = evidence;
  const later = spans.holds.filter(
    ({ process, acquiringSeq }) => process === owner && acquiringSeq > hold.acquiringSeq,
  );
  const tried = later.find(({ end }) => end === 'refused');
  const isOfService = trace.header.processes[node]?.role === 'service';
  const goesOn = trace.header.ended !== 'quiet';
  if (isOfService && goesOn && (hold.acquiredSeq < 0 ? tried === undefined : isToCommit(evidence, hold))) return true;
  return hasRequestUnderWay(evidence, { owner, node }, tried?.acquiringSeq);
}

/**
 * The client has released the lock inside a longer transaction, and its round is not over: the commit will remove the
 * row.
 */
const isToCommit = ({ finishes, crashes, spans }: Evidence, { process, releasedSeq }: HoldSpan): boolean =>
  releasedSeq >= 0 &&
  ![...finishes, ...crashes].some((event) => event.process === process && event.seq > releasedSeq) &&
  !spans.holds.some((later) => later.process === process && later.acquiringSeq > releasedSeq);

const leftAt = (key: KeyLifetime): number => (key.hold === undefined ? key.setSeq : key.hold.heldUntilSeq);

/**
 * The clients that are asking, or that were refused and have not crashed since: a client that gives up a try still
 * wants in.
 */
function stillWanting({ spans, finishes }: Evidence, since: number): readonly HoldSpan[] {
  const last = new Map<number, HoldSpan>();
  for (const hold of spans.holds) last.set(hold.process, hold);
  return [...last.values()].filter((hold) => {
    if (hold.end === 'open') return !isDown(spans.outages, hold.process);
    if (hold.end !== 'refused' || hold.heldUntilSeq < since) return false;
    const succeeded = finishes.some(
      ({ process, ok, seq }) => process === hold.process && ok === 1 && seq > hold.heldUntilSeq,
    );
    return !succeeded && !isDown(spans.outages, hold.process);
  });
}
