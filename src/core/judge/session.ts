/**
 * Decides, for keys that end with a session, whether the session lasts forever although its client is not inside. A
 * session with a lease lasts while it is renewed. A session without a lease, such as a database connection, lasts
 * until the connection ends. Sessions queue in the order of their keys. A waiting client that comes back with a new
 * key makes room only if its old key was before that of an ended thread.
 */
import { mayCutShort } from '../model/effects/connection';
import { kindNumber, type TraceHeader } from '../model/trace/trace';
import { column, instantAt } from '../model/trace/traceReader';
import { fromMs, type Micros } from '../model/values/time';
import type { MessageFate } from '../spans/messageSpans';
import type { Evidence } from './evidence';
import type { KeyLifetime } from './keys';

/** The session lasts forever, and no client uses the key. */
export function isSessionAbandoned(evidence: Evidence, key: KeyLifetime): boolean {
  if (!isKeptAlive(evidence, key)) return false;
  const { lease } = evidence.trace.header;
  if (lease === undefined) return isConnectionAbandoned(evidence, key);
  return isKeyAbandoned(evidence, key) && outlivesLease(evidence, key, lease);
}

/**
 * Whether a session without a lease is abandoned for good. Its connection is intact, its thread has ended without a
 * successor, and its requests are over. A running client may still close its connection, or use it again.
 */
function isConnectionAbandoned(evidence: Evidence, { hold, owner, node }: KeyLifetime): boolean {
  const { spans, crashes, trace } = evidence;
  if (hold?.end !== 'crashed' || !isLossless(trace.header)) return false;
  if (spans.holds.some(({ process, acquiringSeq }) => process === owner && acquiringSeq > hold.acquiringSeq))
    return false;
  // Keep-alive probes would eventually find that its machine is silent.
  if (spans.faults.some(({ fault, from, to }) => fault.kind === 'cut' && from !== null && to === null)) return false;
  const crash = crashes.findLast(({ process }) => process === owner);
  return !hasRequestUnderWay(evidence, { owner, node }, crash?.seq);
}

/**
 * The owner's session lasts: its process runs, has run ever since the key was set, and its last message was not lost.
 */
function isKeptAlive({ spans, trace }: Evidence, { owner, node, setSeq }: KeyLifetime): boolean {
  const ends = spans.outages.filter(({ process }) => process === owner);
  if (ends.some(({ to, kind, seq }) => to === null || (kind !== 'paused' && seq > setSeq))) return false;
  const { messages } = spans;
  for (let row = messages.count - 1; row >= 0; row--) {
    if (messages.from(row) === owner && messages.to(row) === node) return messages.fate(row) !== 'lost';
  }
  return trace.count > 0;
}

/** By which factor the slowest clock of a run is slow. */
const slowestClock = 1.25;

/**
 * The session is being renewed: since its owner was done with it, the key has lasted longer than its lease, on any
 * clock. Before that, the session may have been given up and be about to end.
 */
function outlivesLease(evidence: Evidence, key: KeyLifetime, lease: Micros): boolean {
  const { header } = evidence.trace;
  const { endedAt, due } = header;
  const doneAt = key.hold === undefined || key.hold.heldUntilSeq < 0 ? 0 : key.hold.heldUntil;
  const quietSince = Math.max(key.setAt, doneAt, lastLoss(evidence, key), lastServerFaultEnd(evidence, key));
  if (!isLossless(header) || !hasOneLease(header) || messagesMax * longestLatency(header) > lease) return false;
  // The session lives at least until a server's next due time.
  return (due?.server ?? endedAt) - quietSince > slowestClock * lease;
}

/**
 * The header has the longest lease. A client with its own settings may have a shorter one, which a slow renewal ends
 * by chance.
 */
export const hasOneLease = ({ scenario }: TraceHeader): boolean =>
  Object.values(scenario.settings.own ?? {}).every((own) => own?.lock === undefined);

/**
 * How many slow messages may follow each other between two renewals, including the client's rests. If a renewal may
 * take longer than the session lives, the session may end by chance.
 */
const messagesMax = 4;

function longestLatency({ scenario: { settings } }: TraceHeader): Micros {
  const own = Object.values(settings.own ?? {}).flatMap((of) => [of?.latency, ...Object.values(of?.latencyTo ?? {})]);
  const longest = [settings.latency, ...own].map((latency = 0) =>
    typeof latency === 'number' ? latency : latency.max,
  );
  return fromMs(Math.max(...longest));
}

/** When the server's last fault ended. It may have restarted every session's time at that point. */
function lastServerFaultEnd({ trace }: Evidence, { node }: KeyLifetime): number {
  for (let seq = trace.count - 1; seq >= 0; seq--) {
    const isEnd = trace.kind[seq] === kindNumber.faultEnded || trace.kind[seq] === kindNumber.started;
    if (isEnd && trace.process[seq] === node) return instantAt(trace, seq);
  }
  return 0;
}

/** When a message between a key's owner and its server was last lost. */
function lastLoss({ spans: { messages } }: Evidence, { owner, node }: KeyLifetime): number {
  for (let row = messages.count - 1; row >= 0; row--) {
    const [from, to] = [messages.from(row), messages.to(row)];
    const isBetween = (from === owner && to === node) || (from === node && to === owner);
    if (isBetween && messages.fate(row) === 'lost') return messages.sentAt(row);
  }
  return 0;
}

/**
 * Whether the owner is done with the key and does not know that it has it, or waits at the same server itself. An
 * attempt that was cut short may have missed that the key is its own, and a later one may see it.
 */
function isKeyAbandoned(evidence: Evidence, key: KeyLifetime): boolean {
  const { hold } = key;
  if (hold === undefined || hold.end === 'crashed' || isOwnerThreadEnded(evidence, key)) return true;
  if (hold.end === 'refused') return !mayCutShort(evidence.trace.header.scenario.settings);
  return hold.end === 'open' ? isWaitingAtServer(evidence, key) : hold.releasedSeq >= 0;
}

/**
 * Whether the thread that set the key has ended, and none of its messages can still remove the key. Its successor
 * knows nothing of the key.
 */
export function isOwnerThreadEnded(evidence: Evidence, key: KeyLifetime): boolean {
  const crash = evidence.crashes.find(({ process, seq }) => process === key.owner && seq > key.setSeq);
  return crash !== undefined && lastFateOf(evidence, key, crash.seq) !== 'flying';
}

/** The server has made the client wait, and has not woken it yet. */
export function isWaitingAtServer({ trace }: Evidence, { owner, node }: Pick<KeyLifetime, 'owner' | 'node'>): boolean {
  for (let seq = trace.count - 1; seq >= 0; seq--) {
    const kind = trace.kind[seq];
    if (kind !== kindNumber.waiting && kind !== kindNumber.woken) continue;
    if (trace.process[seq] === node && column.waiting.peer(trace, seq) === owner) return kind === kindNumber.waiting;
  }
  return false;
}

/** Whether the owner's last request to that process before an event may still change something there. */
export function hasRequestUnderWay(
  evidence: Evidence,
  between: Pick<KeyLifetime, 'owner' | 'node'>,
  beforeSeq = evidence.trace.count,
): boolean {
  const fate = lastFateOf(evidence, between, beforeSeq);
  return fate === 'flying' || fate === 'arrived';
}

/** Connections keep their order, so the last request decides for all. Null: it sent no request. */
export function lastFateOf(
  { spans: { messages } }: Evidence,
  { owner, node }: Pick<KeyLifetime, 'owner' | 'node'>,
  beforeSeq: number,
): MessageFate | null {
  for (let row = messages.count - 1; row >= 0; row--) {
    const isOfThem = messages.from(row) === owner && messages.to(row) === node;
    if (isOfThem && messages.sentSeq(row) < beforeSeq) return messages.fate(row);
  }
  return null;
}

/** Whether all messages arrive, so that a session that was renewed for some time is renewed forever. */
export const isLossless = ({ scenario }: TraceHeader): boolean => scenario.settings.loss === 0;
