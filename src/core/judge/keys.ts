/**
 * The lifetime of the lock's key at each server, from when it is set to when it ends, with the hold that it was set
 * for. A new expiry does not end a lifetime.
 */

import type { Trace } from '../model/trace/trace';
import { nth } from '../model/values/nth';
import type { EntrySpan } from '../spans/entrySpans';
import type { Messages } from '../spans/messageSpans';
import type { HoldSpan, Spans } from '../spans/spans';

export interface KeyLifetime {
  readonly node: number;
  /** The client that set it. A new expiry does not change the owner. */
  readonly owner: number;
  /** The hold that its owner was working on when the key was set. */
  readonly hold: HoldSpan | undefined;
  /** The latest value: a counter that its owner changes is still the same key. */
  readonly value: number;
  readonly setSeq: number;
  readonly setAt: number;
  /** −1: it was still there when the run ended. */
  readonly endSeq: number;
  readonly endAt: number;
  readonly cause: EntrySpan['cause'];
  readonly removedBy: number;
  /** Null: never. */
  readonly expiresAt: number | null;
  /** It ends with its owner's session. */
  readonly endsWithSession: boolean;
  /** Other clients may share the lock with its owner. */
  readonly isSharedMode: boolean;
  /** Of a list, a set, or a hash: the client that added each member. Null: the key holds one value. */
  readonly members: EntrySpan['members'];
  /** A list, set, hash or counter to which at least two clients have added. */
  readonly hasSeveralOwners: boolean;
  /** How often its owner renewed its expiry after the hold was over. */
  readonly lateRenewals: number;
  /** The key of the same owner that this key replaced. */
  readonly replacedKey: KeyLifetime | null;
}

/** In the order in which they were set. */
export function keyLifetimes(trace: Trace, { entries, holds, messages }: Spans): readonly KeyLifetime[] {
  const lifetimes: KeyLifetime[] = [];
  /** The index in `lifetimes` of the latest lifetime at each server, for each name of the lock. */
  const latest = new Map<number, number>();
  for (const entry of entries) {
    // If it is unknown who set an entry, nothing can be said about it.
    if (!entry.isLock || entry.owner < 0) continue;
    const serverAndLock = entry.lock * 256 + entry.process;
    const previous = latest.get(serverAndLock);
    const before = previous === undefined ? undefined : lifetimes[previous];
    const hold = holdAt(holds, entry.owner, entry.seq);
    if (previous !== undefined && before?.endSeq === entry.seq && isSameKey(before, entry, hold)) {
      lifetimes[previous] = {
        ...before,
        ...endFields(trace, entry),
        value: entry.value,
        hasSeveralOwners: before.hasSeveralOwners || isJoinedByOther(trace, messages, before, entry),
        lateRenewals: before.lateRenewals + (isLate(before, entry) ? 1 : 0),
      };
      continue;
    }
    latest.set(serverAndLock, lifetimes.length);
    lifetimes.push({
      node: entry.process,
      owner: entry.owner,
      hold,
      value: entry.value,
      setSeq: entry.seq,
      setAt: entry.from,
      ...endFields(trace, entry),
      isSharedMode: entry.isSharedMode,
      hasSeveralOwners: isJoinedByOther(trace, messages, before?.endSeq === entry.seq ? before : null, entry),
      lateRenewals: 0,
      replacedKey: before?.endSeq === entry.seq && before.owner === entry.owner ? before : null,
    });
  }
  return lifetimes;
}

/** A new expiry makes no new key. Neither does a counter that its owner changes while it holds it. */
const isSameKey = (before: KeyLifetime, { value, owner }: EntrySpan, hold: HoldSpan | undefined): boolean =>
  before.value === value || (before.owner === owner && before.hold === hold && hold !== undefined);

const isJoinedByOther = (trace: Trace, messages: Messages, before: KeyLifetime | null, entry: EntrySpan): boolean =>
  entry.members === null
    ? before !== null &&
      (before.hasSeveralOwners || before.owner !== entry.owner) &&
      isCounterUpdate(trace, messages, before, entry)
    : [...entry.members.values()].some((who) => who !== entry.owner);

/** Whether a counting command turned one value into the other. Without it, 1 and 2 may be two owners' names. */
export function isCounterUpdate(
  { strings }: Trace,
  messages: Messages,
  before: Pick<EntrySpan, 'value'>,
  set: EntrySpan,
): boolean {
  if (![before, set].every(({ value }) => /^-?\d{1,15}$/.test(strings[value] ?? ''))) return false;
  const request = requestThatSet(messages, set);
  const text = request < 0 ? '' : (strings[messages.text(request)] ?? '');
  // A script that is called by its digest was sent in full before.
  return (
    counting.test(text) ||
    (/^EVALSHA /.test(text) && strings.some((one) => /^(EVAL|SCRIPT)/.test(one) && counting.test(one)))
  );
}

const counting = /\b(IN|DE)CR(BY)?\b/i;

/** The row of the request that set the key. −1: the trace does not have it. */
export function requestThatSet(
  messages: Messages,
  { owner, process, seq }: Pick<EntrySpan, 'owner' | 'process' | 'seq'>,
): number {
  // A server sets a key before it has finished the request.
  let request = -1;
  for (let row = messages.sentFrom(seq) - 1; row >= 0; row--) {
    const isAsked = messages.from(row) === owner && messages.to(row) === process && messages.leg(row) === 'request';
    if (isAsked && messages.receivedSeq(row) > seq) request = row;
  }
  return request;
}

/** Whether the key was at its server at the event with this number. */
export const existsAt = (key: KeyLifetime, seq: number): boolean =>
  key.setSeq <= seq && (key.endSeq < 0 || key.endSeq > seq);

function isLate({ owner, hold }: KeyLifetime, renewal: EntrySpan): boolean {
  const holdEndSeq = holdEndSeqOf(hold);
  return renewal.owner === owner && holdEndSeq >= 0 && holdEndSeq < renewal.seq;
}

/** When its owner was done with a hold; −1: never. A release that returns one of several counts sets the key anew. */
export const holdEndSeqOf = (hold: HoldSpan | undefined): number =>
  hold === undefined ? -1 : Math.max(hold.heldUntilSeq, hold.releasedSeq);

function endFields(
  trace: Trace,
  entry: EntrySpan,
): Pick<KeyLifetime, 'endSeq' | 'endAt' | 'cause' | 'removedBy' | 'expiresAt' | 'endsWithSession' | 'members'> {
  return {
    endSeq: entry.endSeq,
    endAt: entry.to ?? trace.header.endedAt,
    // If nobody deleted a key here, the master's log deleted it, because it had expired at the master.
    cause: entry.cause === 'deleted' && entry.removedBy < 0 ? 'expired' : entry.cause,
    removedBy: entry.removedBy,
    expiresAt: entry.expiresAt,
    endsWithSession: entry.endsWithSession,
    members: entry.members,
  };
}

/** Holds are sorted by their beginning, so a search from the end finds the last one that began before. */
function holdAt(holds: readonly HoldSpan[], process: number, seq: number): HoldSpan | undefined {
  let low = 0;
  let high = holds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nth(holds, middle).acquiringSeq < seq) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0; i--) if (holds[i]?.process === process) return holds[i];
  return undefined;
}
