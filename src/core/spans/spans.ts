/**
 * Derives spans from the points of a trace: messages, keys, holds, outages. Each kind takes one pass. It knows no
 * geometry and judges nothing.
 */

import type { Trace } from '../model/trace/trace';
import { type ClockSpan, clockSpans } from './clockSpans';
import { type EntrySpan, entrySpans, type QuorumStep, quorumSteps } from './entrySpans';
import { type FaultSpan, faultSpans } from './faultSpans';
import { type HoldSpan, holds, type OverlapSpan, overlaps } from './holdSpans';
import { type LeaderSpan, leaderSpans } from './leaderSpans';
import { type Messages, messageSpans } from './messageSpans';
import { type OutageSpan, outageSpans, type Promotion, promotions } from './outageSpans';
import { type ResourceEvent, resourceEvents } from './resourceEvents';
import { Writers } from './writers';

export { type HoldSpan, holds, type OverlapSpan, overlaps } from './holdSpans';

export interface Spans {
  readonly messages: Messages;
  readonly entries: readonly EntrySpan[];
  /** How many of the lock's nodes backed each client, at each change. */
  readonly quorum: readonly QuorumStep[];
  readonly holds: readonly HoldSpan[];
  /** When the lock had two or more holders. */
  readonly overlaps: readonly OverlapSpan[];
  readonly outages: readonly OutageSpan[];
  readonly promotions: readonly Promotion[];
  readonly leaders: readonly LeaderSpan[];
  readonly clocks: readonly ClockSpan[];
  readonly faults: readonly FaultSpan[];
  readonly resource: readonly ResourceEvent[];
}

const spansByTrace = new WeakMap<Trace, Spans>();

/** All spans of a trace, derived once per trace. Cost: linear, about a millisecond for 42,000 events. */
export function spansOf(trace: Trace): Spans {
  const before = spansByTrace.get(trace);
  if (before !== undefined) return before;
  const entries = entrySpans(trace);
  const held = holds(trace);
  const messages = messageSpans(trace);
  const spans: Spans = {
    messages,
    entries,
    quorum: quorumSteps(trace, entries),
    holds: held,
    overlaps: overlaps(held),
    outages: outageSpans(trace),
    promotions: promotions(trace),
    leaders: leaderSpans(trace),
    clocks: clockSpans(trace),
    faults: faultSpans(trace, messages),
    resource: resourceEvents(trace, new Writers(held, messages)),
  };
  spansByTrace.set(trace, spans);
  return spans;
}
