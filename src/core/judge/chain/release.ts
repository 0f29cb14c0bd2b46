/** The release of a hold: why its key stayed, or what delayed the release. */
import type { CauseValues } from '../../model/trace/cause';
import { processId } from '../../model/trace/traceReader';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, nameOf, nodesOf } from '../evidence';
import { type KeyLifetime, requestThatSet } from '../keys';
import type { Stay } from '../stays';
import { type ChainStep, type ChainStepOf, eventsAmong } from './step';

/** The client stayed in its work or its release. */
export const stayedIn = ({ trace }: Evidence, stay: Stay): ChainStepOf<'stayedIn'> => ({
  rule: 'stayedIn',
  events: eventsAmong(stay.seq, stay.acquiredSeq),
  values: {
    client: processId(trace, stay.client),
    acquiredAt: stay.acquiredAt,
    at: stay.at,
    micros: stay.micros,
    isReleasing: stay.isReleasing ? 1 : 0,
    isEndless: stay.isOpen && trace.header.ended === 'quiet' ? 1 : 0,
  },
  order: stay.seq + 0.75,
  weight: 3,
});

type WhyStayed = CauseValues['triedToRelease']['why'];

/** @param keys the keys of the hold that stayed; at least one */
export function triedToRelease(evidence: Evidence, hold: HoldSpan, keys: readonly KeyLifetime[]): ChainStep {
  const seq = hold.heldUntilSeq;
  const values = {
    client: nameOf(evidence, hold.process),
    nodes: nodesOf(evidence, keys),
    isGivenUp: hold.end === 'refused' ? 1 : 0,
    why: whyStayed(evidence, hold, keys),
    at: evidence.trace.at[seq] ?? 0,
  } as const;
  return { rule: 'triedToRelease', events: [seq], values, order: seq, weight: 2 };
}

function whyStayed(evidence: Evidence, hold: HoldSpan, keys: readonly KeyLifetime[]): WhyStayed {
  const { messages } = evidence.spans;
  if (keys.every(({ setSeq }) => setSeq > hold.heldUntilSeq)) return 'later';
  const isGivenUp = hold.end === 'refused';
  // A client may ask its servers to delete the key before it reports that it gave up the try.
  const requests = keys.map((key) => requestsTo(evidence, hold, key.node, isGivenUp ? key.setSeq : hold.heldUntilSeq));
  const last = requests.flatMap((rows) => rows.slice(-1));
  if (last.length === keys.length && last.every((row) => messages.fate(row) === 'lost')) return 'lost';
  if (isGivenUp) return keys.every((key) => isUnanswered(evidence, key)) ? 'untold' : 'unknown';
  if (last.length === 0) return 'unasked';
  if (hold.releasedSeq < 0) return 'unknown';
  // Only in a pool can clients take over a lock, so only there does another client unlock a key whose session lasts.
  if (hold.reason === 'not-owner' && keys.every((key) => isOfPool(evidence, key))) return 'otherSession';
  return hold.reason === 'error' ? 'error' : 'unknown';
}

/** A session of the pool holds the key, and it outlives every client. */
const isOfPool = ({ trace: { header } }: Evidence, { node, expiresAt, endsWithSession }: KeyLifetime): boolean =>
  header.keysLapse !== undefined &&
  header.processes[node]?.role === 'service' &&
  expiresAt === null &&
  !endsWithSession;

/** The requests to a server from an event to the next attempt of the hold's client. */
function requestsTo({ spans }: Evidence, hold: HoldSpan, node: number, fromSeq: number): readonly number[] {
  const { messages, holds } = spans;
  const { process, acquiringSeq } = hold;
  const next = holds.find((other) => other.process === process && other.acquiringSeq > acquiringSeq);
  const rows: number[] = [];
  for (let row = messages.sentFrom(fromSeq); row < messages.count; row++) {
    if (next !== undefined && messages.sentSeq(row) >= next.acquiringSeq) break;
    const isRequest = messages.from(row) === process && messages.to(row) === node && messages.leg(row) === 'request';
    if (isRequest) rows.push(row);
  }
  return rows;
}

/**
 * Why a release deleted its keys late: a request to one of their servers was lost, or waited at a link that was cut.
 */
export function whyDeletedLate(
  evidence: Evidence,
  hold: HoldSpan,
  freed: readonly KeyLifetime[],
): CauseValues['released']['heldUp'] {
  const { messages } = evidence.spans;
  const before = freed.flatMap(({ node, endSeq }) =>
    requestsTo(evidence, hold, node, hold.heldUntilSeq).filter((row) => messages.sentSeq(row) < endSeq),
  );
  if (before.some((row) => messages.isStalled(row) || messages.cause(row) === 'cut')) return 'cut';
  return before.some((row) => messages.fate(row) === 'lost') ? 'lost' : 'none';
}

/** The reply to the request that set the key never reached its owner, or came when the owner no longer waited. */
function isUnanswered({ spans: { messages } }: Evidence, { owner, node, setSeq }: KeyLifetime): boolean {
  const request = requestThatSet(messages, { owner, process: node, seq: setSeq });
  if (request < 0) return false;
  const reply = messages.rowOf(messages.message(request) + 1);
  return reply >= 0 && (messages.fate(reply) === 'lost' || messages.fate(reply) === 'late');
}
