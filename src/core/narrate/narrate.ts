/**
 * A whole run as lines of text, one for each event that matters to a reader. Not every message has a line, and a
 * request to many nodes at once has one line. The log has the rest.
 */

import { bisector } from 'd3-array';
import type { FaultSpeech } from '../faults/texts';
import type { ProcessId } from '../model/scenario/processId';
import { goneCauses, kindNumber, type Trace } from '../model/trace/trace';
import { kindAt, processAt, processId, readEvent, type TraceEvent, textOf } from '../model/trace/traceReader';
import type { Instant } from '../model/values/time';
import { decidesByKey, isPausedBeforeAsking, looksAtLease, readsOwnMark, textOfMessage } from '../spans/clientSteps';
import { writesNeeded } from '../spans/resourceEvents';
import { type HoldSpan, spansOf } from '../spans/spans';
import { faultOf, ownerOf, sentenceOf } from './sentence';
import type { Speech } from './speech';

export interface Line {
  /** The event that the line narrates; if there are several, the first one. */
  readonly seq: number;
  readonly at: Instant;
  /** Index into `header.processes`. */
  readonly process: number;
  readonly text: string;
}

/** Events that share one line: the same action, done by or to several processes. */
interface Group {
  readonly event: TraceEvent;
  readonly who: Set<number>;
  readonly peer: Set<number>;
}

/** A line whose text is made on demand. */
export interface PendingLine extends Omit<Line, 'text'> {
  readonly phrase: () => string;
}

/** The lines in order of time. Cost: linear in the trace. */
export const narrate = (trace: Trace, speech: Speech): readonly Line[] =>
  pendingLines(trace, speech).map(({ phrase, ...line }) => ({ ...line, text: phrase() }));

/** The lines of `narrate` before their texts are made. Making the texts is half the cost. */
export function pendingLines(trace: Trace, speech: Speech): readonly PendingLine[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  const paused = new Set<number>();
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = kindAt(trace, seq);
    if (neverNarrated.has(kind)) continue;
    if (kind === kindNumber.paused) paused.add(processAt(trace, seq));
    else if (kind === kindNumber.resumed) paused.delete(processAt(trace, seq));
    else if (kind === kindNumber.arrived && !paused.has(processAt(trace, seq))) continue;
    const event = readEvent(trace, seq);
    const key = groupOf(trace, event, speech.faults);
    if (key === null) continue;
    const group = open.get(key);
    if (group !== undefined && belongs(trace, group, event, spanMax(event, key))) {
      join(group, event);
      continue;
    }
    const fresh: Group = { event, who: new Set(), peer: new Set() };
    join(fresh, event);
    open.set(key, fresh);
    groups.push(fresh);
  }
  return groups.map((group) => pendingLine(trace, group, speech));
}

const neverNarrated: ReadonlySet<number> = new Set(
  (['late', 'closed', 'synced'] as const).map((kind) => kindNumber[kind]),
);

/**
 * How long a group may last. Keys of one owner expire one after the other, and answers arrive at different times.
 * Everything else happens at one instant.
 */
function spanMax({ kind }: TraceEvent, key: string): number {
  switch (kind) {
    case 'entrySet':
      return key.startsWith('mark') ? 200_000 : 0;
    case 'entryGone':
    case 'read':
    case 'marked':
    case 'wrote':
    case 'rejected':
      return 200_000;
    case 'arrived':
    case 'received':
      return 100_000;
    default:
      return 0;
  }
}

/** A group ends where the next event answers a request that was sent after the group began. */
function belongs(trace: Trace, { event: first }: Group, event: TraceEvent, span: number): boolean {
  if (event.at - first.at > span) return false;
  if (span === 0 || !('peer' in event)) return true;
  const { messages } = spansOf(trace);
  const sides = [event.process, event.peer];
  for (let row = messages.sentFrom(first.seq); row < messages.count && messages.sentSeq(row) < event.seq; row++) {
    const isBetween = sides.includes(messages.from(row)) && sides.includes(messages.to(row));
    if (isBetween && messages.leg(row) === 'request') return false;
  }
  return true;
}

function join(group: Group, event: TraceEvent): void {
  group.who.add(event.process);
  if ('peer' in event && event.peer >= 0) group.peer.add(event.peer);
}

function pendingLine(trace: Trace, { event, who, peer }: Group, speech: Speech): PendingLine {
  const { seq, at, process } = event;
  const ids = (some: Set<number>): readonly ProcessId[] =>
    [...some].sort((a, b) => a - b).map((index) => processId(trace, index));
  const inWords = (): string => {
    const sides = { ...(who.size > 1 ? { who: ids(who) } : {}), ...(peer.size > 1 ? { peer: ids(peer) } : {}) };
    return sentenceOf(trace, event, speech, sides);
  };
  return { seq, at, process, phrase: inWords };
}

/**
 * The key by which events are grouped; null if the event has no line. Messages of sentinels have no line, because
 * their steps narrate them.
 */
function groupOf(trace: Trace, event: TraceEvent, faults: FaultSpeech): string | null {
  const { processes } = trace.header;
  const alone = String(event.seq);
  const { role } = processes[event.process] ?? {};
  const isAtStorage = role === 'storage';
  const isOfMember = role === 'member';
  const isOfSentinel = role === 'sentinel' || ('peer' in event && processes[event.peer]?.role === 'sentinel');
  if (isOfSentinel && 'message' in event) return null;
  switch (event.kind) {
    case 'sent':
      return isNarratedRequest(trace, event) ? `sent ${event.process} ${event.text} ${event.again}` : null;
    case 'lost':
      if (isOfMember) return null;
      return `lost ${event.message % 2 === 0 ? event.process : `to ${event.peer}`} ${event.cause}`;
    case 'stalled':
    case 'resent':
      if (isOfMember) return null;
      return `${event.kind} ${event.kind === 'stalled' ? event.behind : ''} ${event.message % 2 === 0 ? event.process : `to ${event.peer}`}`;
    case 'arrived':
      return event.message % 2 === 1 && isAcquiring(trace, event) ? `arrived ${event.process}` : null;
    case 'timedOut':
      return `timedOut ${event.process}`;
    case 'entryGone':
      return isAtStorage ? `unmark ${event.peer}` : goneGroup(trace, event);
    case 'replicated':
      return isAtStorage ? alone : null;
    case 'read':
    case 'marked':
    case 'wrote':
    case 'rejected':
      return writesNeeded(trace) === 1 ? alone : replicaGroup(trace, event);
    case 'entrySet':
      if (isAtStorage) return `mark ${event.peer}`;
      return isGhost(trace, event.peer, event.seq) || countsAnew(trace, event.seq) ? `entrySet ${event.peer}` : null;
    case 'faultStruck':
    case 'faultEnded':
      return isNarrated(trace, event, faults) ? alone : null;
    case 'released':
      return event.reason === 0 ? null : alone;
    case 'received':
      return isNarratedReply(trace, event) ? `received ${event.process} ${callOf(trace, event)}` : null;
    case 'step':
      return isOfSentinel || looksAtLease(trace, event.seq) || isPausedBeforeAsking(trace, event.seq) ? alone : null;
    default:
      return alone;
  }
}

/**
 * If several replicas do the same with a request, that is one line. If the write counted and destroyed another, that
 * is a second line.
 */
function replicaGroup(trace: Trace, event: TraceEvent): string {
  const resourceEvent = spansOf(trace).resource.find(({ seq }) => seq === event.seq);
  if (resourceEvent === undefined || resourceEvent.destroyed.length > 0) return String(event.seq);
  const { kind, client, value, version, token, against } = resourceEvent;
  return `${kind} ${client} ${value} ${version} ${token} ${against}`;
}

/** A leader's messages to its followers about the lock's keys: the only ones between members that have a line. */
const changeOfLeader = /^APPEND (?:CREATE|DELETE|TXN)/;

/** Whether a client has asked for the lock and does not know yet whether it has it. */
function isAcquiring(trace: Trace, { process, seq }: TraceEvent): boolean {
  const latest = spansOf(trace).holds.findLast((hold) => hold.process === process && hold.acquiringSeq < seq);
  if (latest === undefined) return false;
  const resultSeq = latest.acquiredSeq < 0 ? latest.heldUntilSeq : latest.acquiredSeq;
  return resultSeq < 0 || resultSeq > seq;
}

/**
 * A heartbeat has a line only if it fails. Most requests to the storage have none, because the line about the storage
 * shows the effect.
 */
function isNarratedRequest(trace: Trace, event: TraceEvent & { readonly kind: 'sent' }): boolean {
  const text = textOf(trace, event.text);
  if (event.leg !== 0 || text === 'PING') return false;
  if (trace.header.processes[event.process]?.role === 'member') return changeOfLeader.test(text);
  if (trace.header.processes[event.peer]?.role !== 'storage') return true;
  return text.startsWith('CHECK ') || isOvertaken(trace, event);
}

/** Whether the lock, its client or the value changed while a request to the storage was on its way. */
function isOvertaken(trace: Trace, { seq, process, message }: TraceEvent & { readonly kind: 'sent' }): boolean {
  const { messages } = spansOf(trace);
  const arrival = messages.endSeq(messages.rowOf(message));
  for (let later = seq + 1; later < arrival; later++) {
    const event = readEvent(trace, later);
    switch (event.kind) {
      case 'lockLost':
      case 'paused':
      case 'crashed':
        if (event.process === process) return true;
        break;
      case 'acquired':
        if (event.process !== process) return true;
        break;
      case 'wrote':
        if (event.peer !== process) return true;
        break;
      case 'entryGone':
        if (ownerOf(trace, later) === process) return true;
    }
  }
  return false;
}

/** Nodes that give the same answer to the same request share a line. */
const isNarratedReply = (trace: Trace, event: TraceEvent & { readonly kind: 'received' }): boolean =>
  isRefusal(trace, event) || readsOwnMark(trace, event.seq) || decidesByKey(trace, event.seq);

const callOf = (trace: Trace, { message }: TraceEvent & { readonly kind: 'received' }): string =>
  `${textOfMessage(trace, message - 1)} ${textOfMessage(trace, message)}`;

/** A node's refusal has a line. A grant has none, because its consequence has one. */
const isRefusal = ({ header }: Trace, { process, peer, ok }: TraceEvent & { readonly kind: 'received' }): boolean =>
  ok === 0 && header.processes[process]?.role === 'client' && header.processes[peer]?.role !== 'storage';

/** A key that its owner deletes has no line, because the release has one. */
function goneGroup(trace: Trace, event: TraceEvent & { readonly kind: 'entryGone' }): string | null {
  const owner = ownerOf(trace, event.seq);
  const isOwn = goneCauses[event.cause] === 'deleted' && (owner === event.peer || owner < 0);
  return isOwn ? null : `entryGone ${owner} ${event.cause} ${event.peer}`;
}

/** Holds are sorted by when their acquisition began. */
const bisectHolds = bisector(({ acquiringSeq }: HoldSpan) => acquiringSeq).right;

/** Whether a key is set for a client that has already given up or released the hold that it was for. */
function isGhost(trace: Trace, client: number, seq: number): boolean {
  const { holds } = spansOf(trace);
  let last = bisectHolds(holds, seq) - 1;
  while (last >= 0 && holds[last]?.process !== client) last--;
  const latest = holds[last];
  return latest !== undefined && latest.heldUntilSeq >= 0 && latest.heldUntilSeq < seq;
}

/**
 * Whether a hash that its owner has set now counts another number of holds: the lock was entered again, or left once.
 */
function countsAnew(trace: Trace, seq: number): boolean {
  const { entries } = spansOf(trace);
  const after = entries.find((entry) => entry.seq === seq);
  if (after === undefined || !textOf(trace, after.value).startsWith('{')) return false;
  const before = entries.find(({ endSeq, cause }) => endSeq === seq && cause === 'replaced');
  return before?.owner === after.owner && before.value !== after.value;
}

/** Whether the fault itself has a line, because its effect has no event of its own. */
function isNarrated(trace: Trace, event: TraceEvent, faults: FaultSpeech): boolean {
  const fault = faultOf(trace, event);
  if (fault === null) return false;
  const texts = faults.get(fault.kind);
  return texts?.isNarrated?.(fault) === true;
}
