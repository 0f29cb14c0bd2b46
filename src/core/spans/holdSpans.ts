/** Which clients held the lock and when, by their own marks. It ignores keys at servers. */

import { type Reason, reasons } from '../model/effects/effect';
import type { HoldEnd } from '../model/trace/cause';
import { kindNumber, type Trace, withSession } from '../model/trace/trace';
import { type EventOf, kindAt, readEventOf } from '../model/trace/traceReader';
import { type Instant, instant } from '../model/values/time';
import { traceIndexOf } from './traceIndex';

/** How long the client believes that it holds the lock, in true time. */
export interface ValiditySpan {
  /** The event that caused the belief: `acquired` or `extended`. */
  readonly seq: number;
  readonly from: Instant;
  /** null: forever. */
  readonly until: Instant | null;
  /** It lasts as long as the client's session. */
  readonly endsWithSession: boolean;
}

/**
 * One acquisition, tried or completed. The client is inside from `acquiredAt` to `insideTo`: from the return of acquire
 * until the client calls its outermost release, has stopped its work, or crashes. A notice of a loss, or the end of a
 * TTL, does not end that.
 */
export interface HoldSpan {
  readonly hold: number;
  /** Index into `header.processes`. */
  readonly process: number;
  readonly acquiringAt: Instant;
  readonly acquiringSeq: number;
  /** null if it was never acquired. */
  readonly acquiredAt: Instant | null;
  /** −1 if it was never acquired. */
  readonly acquiredSeq: number;
  readonly token: number | null;
  /** Other clients may hold it at the same time in the same mode. */
  readonly shared: boolean;
  readonly validities: readonly ValiditySpan[];
  /** When the client stopped being inside, or stopped trying; if it did neither, the end of the run. */
  readonly heldUntil: Instant;
  /** The event that ended it; −1 if it has not ended. */
  readonly heldUntilSeq: number;
  readonly end: HoldEnd;
  /** Why it was refused or lost, or what its release found; `none` if no reason was given. */
  readonly reason: Reason;
  /** When the client was notified that the lock is lost, or null. It may go on: it is inside until it has stopped. */
  readonly notifiedAt: Instant | null;
  /** −1: the client was never notified. */
  readonly notifiedSeq: number;
  /** When the release returned, or null. */
  readonly releasedAt: Instant | null;
  /** −1 if no release returned. */
  readonly releasedSeq: number;
}

export type AcquiredHold = HoldSpan & { readonly acquiredAt: Instant };

export const isAcquired = (hold: HoldSpan): hold is AcquiredHold => hold.acquiredAt !== null;

/** Two or more holders at once, at least one of them not a shared holder. */
export interface OverlapSpan {
  readonly from: Instant;
  readonly to: Instant;
  /** The clients that are inside, as indices into `header.processes`, ascending. */
  readonly processes: readonly number[];
  /** The event that let the last of them in. */
  readonly seq: number;
}

/** Whether it was let in forever, as any client would be. A lock that makes no client wait is not a lock. */
export const isWithoutLock = ({ shared, validities: beliefs }: HoldSpan): boolean =>
  shared && beliefs.every(({ until, endsWithSession }) => until === null && !endsWithSession);

type Draft = { -readonly [K in keyof HoldSpan]: HoldSpan[K] } & { validities: ValiditySpan[] };

/** Sorted by their numbers. */
const marks = ['acquiring', 'refused', 'acquired', 'extended', 'releasing', 'released', 'lockLost', 'stopped'] as const;
type Mark = EventOf<(typeof marks)[number]>;

const first = kindNumber.acquiring;
const last = kindNumber.lockLost;
const { crashed, stopped } = kindNumber;

/** All acquisitions of a run, in the order in which they began. */
export function holds(trace: Trace): readonly HoldSpan[] {
  const drafts: Draft[] = [];
  const byNumber = new Map<number, Draft>();
  for (const seq of traceIndexOf(trace).others) {
    const kind = kindAt(trace, seq);
    if (kind === crashed) endAll(drafts, readEventOf(trace, seq, 'crashed'));
    else if ((kind >= first && kind <= last) || kind === stopped) take(trace, seq, drafts, byNumber);
  }
  return drafts;
}

/**
 * When two or more different clients held the lock. A new overlap begins when the set of clients changes. Shared
 * holders alone are no overlap.
 */
export function overlaps(spans: readonly HoldSpan[]): readonly OverlapSpan[] {
  const edges: { at: Instant; span: HoldSpan; enters: boolean; seq: number }[] = [];
  for (const span of spans) {
    const { acquiredAt, acquiredSeq, heldUntil: insideTo, heldUntilSeq: insideToSeq } = span;
    if (acquiredAt === null) continue;
    edges.push({ at: acquiredAt, span, enters: true, seq: acquiredSeq });
    edges.push({ at: insideTo, span, enters: false, seq: insideToSeq < 0 ? Number.MAX_SAFE_INTEGER : insideToSeq });
  }
  edges.sort((a, b) => a.seq - b.seq);
  const holding = new Set<HoldSpan>();
  const overlapSpans: OverlapSpan[] = [];
  let holders: readonly number[] = [];
  let from = instant(0);
  let seq = 0;
  for (const edge of edges) {
    if (edge.enters) holding.add(edge.span);
    else holding.delete(edge.span);
    const after = together([...holding]);
    if (after.length === holders.length) continue;
    if (holders.length > 1 && edge.at > from) overlapSpans.push({ from, to: edge.at, processes: holders, seq });
    if (after.length > holders.length) seq = edge.seq;
    holders = after;
    from = edge.at;
  }
  return overlapSpans;
}

/** The clients that are inside, ascending; empty if all of them share the lock. */
function together(holding: readonly HoldSpan[]): readonly number[] {
  if (holding.every(({ shared }) => shared)) return [];
  return [...new Set(holding.map(({ process }) => process))].sort((a, b) => a - b);
}

function take(trace: Trace, seq: number, drafts: Draft[], byNumber: Map<number, Draft>): void {
  const event = readEventOf(trace, seq, ...marks);
  if (event.kind === 'acquiring') {
    const draft = begin(trace, event);
    byNumber.set(event.hold, draft);
    drafts.push(draft);
    return;
  }
  const draft = byNumber.get(event.hold);
  // A program may mark a hold twice, as a second release does. A hold that has ended keeps its first end.
  if (draft !== undefined) apply(draft, event);
}

function begin(trace: Trace, event: EventOf<'acquiring'>): Draft {
  return {
    hold: event.hold,
    process: event.process,
    acquiringAt: event.at,
    acquiringSeq: event.seq,
    acquiredAt: null,
    acquiredSeq: -1,
    token: null,
    shared: false,
    validities: [],
    heldUntil: trace.header.endedAt,
    heldUntilSeq: -1,
    end: 'open',
    reason: 'none',
    notifiedAt: null,
    notifiedSeq: -1,
    releasedAt: null,
    releasedSeq: -1,
  };
}

function apply(draft: Draft, event: Exclude<Mark, EventOf<'acquiring'>>): void {
  switch (event.kind) {
    case 'acquired':
      draft.acquiredAt = event.at;
      draft.acquiredSeq = event.seq;
      draft.token = event.token < 0 ? null : event.token;
      draft.shared = event.shared === 1;
      draft.validities.push(validityOf(event));
      return;
    case 'extended':
      draft.validities.push(validityOf(event));
      return;
    case 'refused':
      end(draft, event, 'refused');
      draft.reason = reasons[event.reason] ?? 'none';
      return;
    case 'lockLost':
      if (draft.notifiedSeq < 0) [draft.notifiedAt, draft.notifiedSeq] = [event.at, event.seq];
      return;
    case 'stopped':
      if (end(draft, event, 'lost')) draft.reason = reasons[event.reason] ?? 'none';
      return;
    case 'releasing':
      end(draft, event, 'released');
      return;
    case 'released':
      end(draft, event, 'released');
      draft.reason = reasons[event.reason] ?? 'none';
      draft.releasedAt = event.at;
      draft.releasedSeq = event.seq;
      return;
    default:
      event satisfies never;
  }
}

/** Ends a hold unless it has already ended; returns whether it ended it. */
function end(draft: Draft, event: { readonly at: Instant; readonly seq: number }, how: HoldEnd): boolean {
  if (draft.end !== 'open') return false;
  draft.end = how;
  draft.heldUntil = event.at;
  draft.heldUntilSeq = event.seq;
  return true;
}

function endAll(drafts: readonly Draft[], event: EventOf<'crashed'>): void {
  for (const draft of drafts) if (draft.process === event.process) end(draft, event, 'crashed');
}

function validityOf(event: EventOf<'acquired' | 'extended'>): ValiditySpan {
  const until = event.validFor < 0 ? null : instant(event.at + event.validFor);
  return { seq: event.seq, from: event.at, until, endsWithSession: event.validFor === withSession };
}
