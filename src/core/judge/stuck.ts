/**
 * Finds a lock that no client will ever get. At the end of the run no client holds the lock, and at least one client
 * wants it. Clients that crashed or finished have left keys on so many nodes that no quorum is free. These keys never
 * expire, or something renews them forever. Stuck is final: the lock would still be stuck if the run were ten times as
 * long. A lock is unavailable and not stuck if too few servers are left, or if the quorum is greater than the number of
 * nodes. A key in shared mode never makes a lock stuck.
 */

import type { Fact } from '../model/trace/fact';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, keyNameOf, nameOf } from './evidence';
import { holdEndSeqOf, type KeyLifetime } from './keys';
import { isDown } from './outages';
import { hasPendingFaults } from './pending';
import {
  hasRequestUnderWay,
  isLossless,
  isOwnerThreadEnded,
  isSessionAbandoned,
  isWaitingAtServer,
  lastFateOf,
} from './session';

export interface StuckLock {
  readonly keys: readonly KeyLifetime[];
  /** The last attempt of each client that still wants the lock. */
  readonly waitingHolds: readonly HoldSpan[];
}

/** Null: the lock is still available under each of its names, or no client wants it. */
export function stuckLock(evidence: Evidence): StuckLock | null {
  const { spans, trace } = evidence;
  if (spans.holds.some((hold) => hold.acquiredSeq >= 0 && hold.end === 'open')) return null;
  if (hasPendingFaults(evidence)) return null;
  const clients = trace.header.processes.flatMap(({ role }, index) => (role === 'client' ? [index] : []));
  const names = new Set(clients.map((client) => keyNameOf(evidence, client)));
  for (const name of names) {
    const stuck = stuckLockUnder(evidence, name);
    if (stuck !== null) return stuck;
  }
  return null;
}

function stuckLockUnder(evidence: Evidence, name: string): StuckLock | null {
  const { trace } = evidence;
  const isOfName = (process: number): boolean => keyNameOf(evidence, process) === name;
  const keys = evidence.keys.filter(({ owner }) => isOfName(owner));
  const serving = servingNodes(evidence);
  // A key in shared mode does not block readers. A trace does not show whether a client that never got in is a reader.
  const presentKeys = keys.filter(({ endSeq, node, isSharedMode }) => endSeq < 0 && serving.has(node) && !isSharedMode);
  const abandonedKeys = presentKeys.filter((key) => staysForever(evidence, key) && isAbandoned(evidence, key));
  // The end of a session, or a client that continues, will free the lock.
  if (
    presentKeys.some(
      (key) =>
        key.endsWithSession &&
        !abandonedKeys.includes(key) &&
        !isQueuedBehindEndedThread(key, abandonedKeys[0], evidence),
    )
  )
    return null;
  if (abandonedKeys.length === 0 || serving.size - abandonedKeys.length >= trace.header.quorum) return null;
  const abandonedSince = Math.max(...abandonedKeys.map((key) => abandonedSeq(key)));
  const waitingHolds = waitingHoldsSince(evidence, abandonedSince).filter(({ process }) => isOfName(process));
  return waitingHolds.length === 0 ? null : { keys: abandonedKeys, waitingHolds };
}

export function stuckFacts(evidence: Evidence, { keys, waitingHolds }: StuckLock): readonly Fact[] {
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
  const waitingClients = waitingHolds.map(
    (hold): Fact => ({
      kind: 'starved',
      who: [nameOf(evidence, hold.process)],
      from: hold.acquiringSeq,
      to: last,
      values: { micros: evidence.trace.header.endedAt - hold.acquiringAt },
    }),
  );
  return [...entries, ...waitingClients];
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
 * The key does not expire, or something keeps renewing it although no client holds the lock with it. Renewals that were
 * already under way do not count. One may always be under way, so at least two are needed.
 */
function staysForever(evidence: Evidence, key: KeyLifetime): boolean {
  const { header } = evidence.trace;
  const { expiresAt, lateRenewals, endsWithSession, node, hasSeveralOwners } = key;
  // Its last writer is not its only owner. `futileAttempts.ts` finds the clients that such a key keeps out.
  if (hasSeveralOwners) return false;
  if (expiresAt !== null)
    return lateRenewals > 1 && isLossless(header) && lateRenewals > requestsUnderWayAtEnd(evidence, key);
  if (endsWithSession) return true;
  if (header.keysLapse === true || (header.keysLapse === false && mayRequestAgain(evidence))) return false;
  // A service's client closes a lost session, which may free another client's key.
  return isLossless(header) || header.processes[node]?.role !== 'service';
}

/** At least one client will send the service another request: it is up, has rounds left, and is not in the queue. */
const mayRequestAgain = (evidence: Evidence): boolean => {
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

/** How many of the owner's requests to the key's server were under way when its hold ended. */
function requestsUnderWayAtEnd({ spans: { messages } }: Evidence, { owner, node, hold }: KeyLifetime): number {
  const endSeq = holdEndSeqOf(hold);
  let count = 0;
  for (let row = messages.sentFrom(endSeq) - 1; row >= 0; row--) {
    if (messages.from(row) === owner && messages.to(row) === node && messages.endSeq(row) > endSeq) count++;
  }
  return count;
}

/**
 * Sessions queue in the order of their keys. If the thread that set the first key has ended, no client gets past that
 * key. Removing a key behind it does not help: a client that leaves and comes back only gets a new place.
 */
const isQueuedBehindEndedThread = (
  { setSeq }: KeyLifetime,
  first: KeyLifetime | undefined,
  evidence: Evidence,
): boolean => first !== undefined && setSeq > first.setSeq && isOwnerThreadEnded(evidence, first);

/** How many replaced keys are looked at, from the latest back: as many as two whole attempts set. */
const replacedKeysMax = 4;

/** Whether the key's client does not hold the lock, does not try to get it, and does not release it. */
function isAbandoned(evidence: Evidence, key: KeyLifetime, steps = replacedKeysMax): boolean {
  if (steps === 0) return false;
  if (key.endsWithSession) return isSessionAbandoned(evidence, key);
  const { hold, replacedKey } = key;
  if (hold === undefined) return true;
  // What a client sent before it died may still give the key an expiry, or delete it.
  if (hold.end === 'crashed') return lastFateOf(evidence, key, hold.heldUntilSeq) !== 'flying';
  // If an attempt failed after it had replaced an abandoned key, the new key is abandoned, too.
  if (replacedKey !== null && hold.acquiredSeq < 0 && isAbandoned(evidence, replacedKey, steps - 1)) return true;
  if (hold.end === 'open' || (hold.acquiredSeq >= 0 && isBeingReleased(evidence, hold))) return false;
  return !mayBeReleased(evidence, key, hold);
}

/** The release has not returned yet. In a run that ended because nothing was left to do, it never returns. */
const isBeingReleased = ({ trace }: Evidence, { releasedSeq }: HoldSpan): boolean =>
  releasedSeq < 0 && trace.header.ended !== 'quiet';

/**
 * Whether a request of the owner may still remove the key. If a later attempt of the owner was refused, that attempt
 * could not remove the key, and its requests that are still under way cannot either. A service may have granted a
 * request after its client had stopped waiting for it. The client's next attempt removes that key.
 */
function mayBeReleased(evidence: Evidence, { owner, node }: KeyLifetime, hold: HoldSpan): boolean {
  const { spans, trace } = evidence;
  const laterAttempts = spans.holds.filter(
    ({ process, acquiringSeq }) => process === owner && acquiringSeq > hold.acquiringSeq,
  );
  const refusedAttempt = laterAttempts.find(({ end }) => end === 'refused');
  const isOfService = trace.header.processes[node]?.role === 'service';
  const runContinues = trace.header.ended !== 'quiet';
  if (
    isOfService &&
    runContinues &&
    (hold.acquiredSeq < 0 ? refusedAttempt === undefined : isCommitPending(evidence, hold))
  )
    return true;
  return hasRequestUnderWay(evidence, { owner, node }, refusedAttempt?.acquiringSeq);
}

/**
 * The client has released the lock inside a longer transaction, and its round has not ended yet. The commit will remove
 * the row.
 */
const isCommitPending = ({ finishes, crashes, spans }: Evidence, { process, releasedSeq }: HoldSpan): boolean =>
  releasedSeq >= 0 &&
  ![...finishes, ...crashes].some((event) => event.process === process && event.seq > releasedSeq) &&
  !spans.holds.some((later) => later.process === process && later.acquiringSeq > releasedSeq);

const abandonedSeq = (key: KeyLifetime): number => (key.hold === undefined ? key.setSeq : key.hold.heldUntilSeq);

/**
 * The latest attempts of the clients that still want the lock. Such a client is trying to get it, or was refused at
 * `since` or later, and has neither crashed nor finished after that.
 */
function waitingHoldsSince({ spans, finishes }: Evidence, since: number): readonly HoldSpan[] {
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
