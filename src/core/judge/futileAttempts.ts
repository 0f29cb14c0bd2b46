/**
 * Finds a lock that no client will ever get, whatever the reason: a counter, a waiting list, a hash, a missing token.
 * It looks at no particular key. For longer than the longest lifetime at the servers, no client was inside and none
 * was releasing. Each client that wants in has asked alone, repeatedly, got every answer, and was refused.
 */

import { kindNumber } from '../model/trace/trace';
import { instantAt, kindAt } from '../model/trace/traceReader';
import { nth } from '../model/values/nth';
import { fromMs } from '../model/values/time';
import type { EntrySpan } from '../spans/entrySpans';
import type { Messages } from '../spans/messageSpans';
import type { HoldSpan } from '../spans/spans';
import { traceIndexOf } from '../spans/traceIndex';
import type { Evidence } from './evidence';
import { holdEndSeqOf } from './keys';
import { isDown } from './outages';
import { hasPendingFaults } from './pending';
import { isLossless } from './session';
import { finalStarvations, type Starvation } from './starvation';

/** How often a client must have asked alone, and how many lives of the longest key it must have asked for. */
const soloAttemptsMin = 3;

/** The clients that ask in vain. Empty if one of them may still get in. Cost: linear in the trace. */
export function futileAttempts(evidence: Evidence): readonly Starvation[] {
  const { trace, spans } = evidence;
  const { header } = trace;
  if (
    header.ended !== 'duration' ||
    header.keysLapse !== undefined ||
    !isLossless(header) ||
    hasPendingFaults(evidence)
  )
    return [];
  const isHeld = ({ process, acquiredSeq, end, releasedSeq }: HoldSpan) =>
    acquiredSeq >= 0 && end !== 'crashed' && releasedSeq < 0 && !isDown(spans.outages, process);
  if (spans.holds.some(isHeld)) return [];
  const since = lastStateChangeSeq(evidence);
  const waitingTime = header.endedAt - instantAt(trace, since);
  const lives = spans.entries.map(({ from, expiresAt }) => (expiresAt === null ? 0 : expiresAt - from));
  // A client may also take over a key that it has seen unchanged for as long as a lease.
  const longest = lives.reduce((most, life) => Math.max(most, life), header.lease ?? 0);
  if (waitingTime <= Math.max(fromMs(header.scenario.settings.patience), soloAttemptsMin * longest)) return [];
  if (
    spans.entries.some(({ to, endsWithSession }) => to === null && endsWithSession) ||
    !hasNoPendingOrLostMessage(evidence, since)
  )
    return [];
  const waits = finalStarvations(evidence);
  return waits.every(({ client }) => isRefusedUncontended(evidence, client, since)) ? waits : [];
}

/** The last event that changed anything besides attempts: a client left, or a process or a fault began or ended. */
function lastStateChangeSeq({ trace, spans, crashes }: Evidence): number {
  let since = 0;
  for (const { seq } of [...crashes, ...spans.faults]) since = Math.max(since, seq);
  for (const hold of spans.holds) if (hold.acquiredSeq >= 0) since = Math.max(since, holdEndSeqOf(hold));
  for (const seq of traceIndexOf(trace).others) {
    const kind = kindAt(trace, seq);
    if (kind === kindNumber.started || kind === kindNumber.faultEnded || kind === kindNumber.promoted)
      since = Math.max(since, seq);
  }
  return since;
}

/** No message to a running process was lost or given up since then, and none is on its way for long. */
function hasNoPendingOrLostMessage({ trace, spans: { messages, outages } }: Evidence, since: number): boolean {
  const { endedAt } = trace.header;
  const longAgo = endedAt - (endedAt - instantAt(trace, since)) / soloAttemptsMin;
  for (let row = 0; row < messages.count; row++) {
    const fate = messages.fate(row);
    if (isDown(outages, messages.to(row))) continue;
    if (fate === 'flying' && messages.sentAt(row) < longAgo) return false;
    const isAfter = messages.sentSeq(row) > since;
    if (isAfter && (fate === 'lost' || fate === 'late' || messages.timedOutAt(row) !== -1)) return false;
  }
  return true;
}

/**
 * Every attempt found the lock taken. During enough of them, or between two of their requests, no other client changed
 * anything, so the clients do not merely disturb each other.
 */
function isRefusedUncontended(evidence: Evidence, client: number, since: number): boolean {
  const { spans } = evidence;
  const mine = spans.holds.filter(({ process }) => process === client);
  const tries = mine.filter(({ acquiringSeq, end }) => acquiringSeq > since || end === 'open');
  const isRefused = (one: HoldSpan) => one.end === 'open' || one.reason === 'held' || isRefusedByError(evidence, one);
  if (!tries.every((one) => isRefused(one) && isOpposed(evidence, one, since))) return false;
  const asking = mine.find(({ end }) => end === 'open');
  const stretches = [
    ...tries.map(({ acquiringSeq, heldUntilSeq: insideToSeq }) => [acquiringSeq, insideToSeq] as const),
  ];
  if (asking !== undefined)
    stretches.push(...requestsFrom(spans.messages, client, Math.max(since, asking.acquiringSeq)));
  const others = changesByOthers(spans.entries, client);
  const alone = stretches.filter(([from, to]) => to >= 0 && !others.some((seq) => seq > from && seq < to));
  return alone.length >= soloAttemptsMin;
}

/**
 * Some entry was at a server throughout the attempt, or since the last other change: also another client's place in a
 * list that the client itself made longer. Or the client set nothing there. Otherwise it was refused by chance, for
 * example because of slow messages.
 */
function isOpposed({ spans, trace }: Evidence, hold: HoldSpan, since: number): boolean {
  const { process, end, acquiringSeq, heldUntilSeq: insideToSeq } = hold;
  const began = Math.max(acquiringSeq, since);
  const ended = insideToSeq < 0 ? trace.count : insideToSeq;
  const before = spans.entries.filter(({ seq, to, endSeq }) => seq < began && (to === null || endSeq > began));
  const after = spans.entries.filter(({ seq, to, endSeq }) => seq < ended && (to === null || endSeq > ended));
  const isStill = (one: EntrySpan): boolean =>
    after.some(
      (later) =>
        later === one ||
        (isSameKey(one, later) && othersIn(one, process).some((member) => later.members?.has(member) === true)),
    );
  return (
    before.some(isStill) ||
    (end === 'open' && !spans.entries.some(({ owner, seq }) => owner === process && seq > acquiringSeq))
  );
}

const isSameKey = (one: EntrySpan, other: EntrySpan): boolean =>
  one.entry === other.entry && one.process === other.process;

const othersIn = ({ members }: EntrySpan, process: number): readonly string[] =>
  [...(members ?? [])].flatMap(([member, owner]) => (owner === process ? [] : [member]));

/**
 * The lock throws when it is taken: it has let a client in before, and its servers answered without an error. The
 * caller has checked that they answered.
 */
function isRefusedByError({ trace, spans: { messages }, acquiredHolds }: Evidence, hold: HoldSpan): boolean {
  if (hold.reason !== 'error' || acquiredHolds.length === 0) return false;
  let answers = 0;
  for (let row = messages.sentFrom(hold.acquiringSeq); row < messages.count; row++) {
    if (messages.sentSeq(row) > hold.heldUntilSeq) break;
    if (messages.to(row) !== hold.process || messages.leg(row) !== 'reply') continue;
    if (serverErrorPattern.test(trace.strings[messages.text(row)] ?? '')) return false;
    answers++;
  }
  return answers > 0;
}

/** An error of a server begins with its code. */
const serverErrorPattern = /^(?!NOSCRIPT )[A-Z]{2,} /;

/** From each request of a client to its next one. */
function requestsFrom(messages: Messages, client: number, since: number): readonly (readonly [number, number])[] {
  const sentSeqs: number[] = [];
  for (let row = messages.sentFrom(since); row < messages.count; row++)
    if (messages.from(row) === client && messages.leg(row) === 'request') sentSeqs.push(messages.sentSeq(row));
  return sentSeqs.slice(1).map((to, i) => [nth(sentSeqs, i), to]);
}

const changesByOthers = (entries: readonly EntrySpan[], client: number): readonly number[] =>
  entries.flatMap(({ owner, seq, removedBy, endSeq }) => [
    ...(owner === client ? [] : [seq]),
    ...(removedBy < 0 || removedBy === client ? [] : [endSeq]),
  ]);
