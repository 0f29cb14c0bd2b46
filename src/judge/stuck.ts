/**
 * A lock that nobody will ever get. At the end of the run nobody is inside and some client wants in. Keys whose owners
 * are gone or done stand on so many nodes that no quorum is left, without an expiry or renewed for ever.
 */

import type { Fact } from '../model/fact';
import { kindNumber } from '../model/trace';
import { column } from '../model/traceReader';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, nameOf } from './evidence';
import type { KeyLife } from './keys';

export interface Stuck {
  readonly keys: readonly KeyLife[];
  /** For each client that still wants in, the last acquisition that it has begun. */
  readonly starved: readonly HoldSpan[];
}

/** Null when the lock can still be had, or nobody wants it. */
export function stuckLock(evidence: Evidence): Stuck | null {
  const { spans, trace, keys } = evidence;
  if (spans.holds.some((hold) => hold.acquiredSeq >= 0 && hold.end === 'open')) return null;
  const serving = servingNodes(evidence);
  const standing = keys.filter(({ goneSeq, node }) => goneSeq < 0 && serving.has(node));
  const left = standing.filter((key) => staysForEver(key) && isLeft(evidence, key));
  // A session that ends, or a client that goes on, will make room.
  if (standing.some((key) => key.ofSession && !left.includes(key))) return null;
  if (left.length === 0 || serving.size - left.length >= trace.header.quorum) return null;
  const leftSince = Math.max(...left.map((key) => leftAt(key)));
  const starved = stillWanting(evidence, leftSince);
  return starved.length === 0 ? null : { keys: left, starved };
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

/** The nodes that clients are sent to. A promoted replica stands in place of its master. */
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
 * The key does not expire, or something goes on renewing it although nobody is inside behind it. A single renewal may
 * have been under way, so it takes two.
 */
const staysForEver = ({ expiresAt, renewedLate }: KeyLife): boolean => expiresAt === null || renewedLate > 1;

/** Nobody stands behind the key: no client that is inside, trying, or still giving it back. */
function isLeft(evidence: Evidence, key: KeyLife): boolean {
  if (key.ofSession) return isKeptAlive(evidence, key) && isForsaken(evidence, key);
  if (key.hold === undefined) return true;
  if (key.hold.end === 'open') return false;
  return key.hold.end === 'crashed' || !hasRequestUnderWay(evidence, key);
}

/**
 * The owner's session goes on: its process runs, has run ever since the key was set, and its last message was not lost.
 */
function isKeptAlive({ spans, trace }: Evidence, { owner, node, setSeq }: KeyLife): boolean {
  const ends = spans.outages.filter(({ process }) => process === owner);
  if (ends.some(({ to, kind, seq }) => to === null || (kind !== 'paused' && seq > setSeq))) return false;
  const { messages } = spans;
  for (let row = messages.count - 1; row >= 0; row--) {
    if (messages.from(row) === owner && messages.to(row) === node) return messages.fate(row) !== 'lost';
  }
  return trace.count > 0;
}

/** The owner is done with the key and does not know of it, or waits at the same server itself. */
function isForsaken(evidence: Evidence, key: KeyLife): boolean {
  const { hold } = key;
  if (hold === undefined || hold.end === 'crashed' || hold.end === 'refused') return true;
  return hold.end === 'open' ? isMadeToWait(evidence, key) : hold.releasedSeq >= 0;
}

function isMadeToWait({ trace }: Evidence, { owner, node }: KeyLife): boolean {
  for (let seq = trace.count - 1; seq >= 0; seq--) {
    const kind = trace.kind[seq];
    if (kind !== kindNumber.waiting && kind !== kindNumber.woken) continue;
    if (trace.process[seq] === node && column.waiting.peer(trace, seq) === owner) return kind === kindNumber.waiting;
  }
  return false;
}

/** Whether the owner's last request to that process may still change something there. */
export function hasRequestUnderWay({ spans }: Evidence, { owner, node }: Pick<KeyLife, 'owner' | 'node'>): boolean {
  const { messages } = spans;
  for (let row = messages.count - 1; row >= 0; row--) {
    if (messages.from(row) !== owner || messages.to(row) !== node) continue;
    // Connections keep their order, so the last request speaks for all.
    const fate = messages.fate(row);
    return fate === 'flying' || fate === 'arrived';
  }
  return false;
}

const leftAt = (key: KeyLife): number => (key.hold === undefined ? key.setSeq : key.hold.insideToSeq);

/**
 * The clients that are asking, or were refused since then and have not crashed: a client that gives up a try still
 * wants in.
 */
function stillWanting({ spans, finishes }: Evidence, since: number): readonly HoldSpan[] {
  const last = new Map<number, HoldSpan>();
  for (const hold of spans.holds) last.set(hold.process, hold);
  return [...last.values()].filter((hold) => {
    if (hold.end === 'open') return !isDown(spans.outages, hold.process);
    if (hold.end !== 'refused' || hold.insideToSeq < since) return false;
    const succeeded = finishes.some(
      ({ process, ok, seq }) => process === hold.process && ok === 1 && seq > hold.insideToSeq,
    );
    return !succeeded && !isDown(spans.outages, hold.process);
  });
}

export const isDown = (outages: Evidence['spans']['outages'], process: number): boolean =>
  outages.some((outage) => outage.process === process && outage.kind !== 'paused' && outage.to === null);
