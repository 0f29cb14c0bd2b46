/**
 * Finds stretches without progress: for longer than the scenario's patience, some running client wanted to finish a
 * round, and no client finished one. Time during which the client itself was paused does not count, because it could
 * not have used the lock.
 */

import { connectionOf } from '../model/effects/connection';
import type { Fact } from '../model/trace/fact';
import type { Trace } from '../model/trace/trace';
import { instantAt } from '../model/trace/traceReader';
import { nth } from '../model/values/nth';
import { fromMs, type Micros } from '../model/values/time';
import { raisedBefore } from '../spans/clientSteps';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, nameOf } from './evidence';
import { isDown } from './outages';
import { hadLock } from './stays';
import type { Want } from './wants';

/** A stretch of time without progress. */
export interface Starvation {
  /** The client that waited; if several waited one after the other, the first of them. */
  readonly client: number;
  /** The other clients that waited, if the stall is longer than each client's wait. */
  readonly others?: readonly number[];
  /** The event from which it counts: the client began to want in, or some client last finished a round. */
  readonly fromSeq: number;
  readonly from: number;
  /** −1: to the end of the run. */
  readonly toSeq: number;
  readonly to: number;
  /** In microseconds, without the client's own pauses. */
  readonly waited: number;
}

/**
 * The longest standstill of each client, if it was longer than the patience or if its library raised an exception at
 * each attempt to the end of the run. The longest comes first.
 */
export function starvations(evidence: Evidence): readonly Starvation[] {
  const patience = fromMs(evidence.trace.header.scenario.settings.patience);
  const longest = new Map<number, Starvation>();
  for (const stretch of stretches(evidence)) {
    const longestStretch = longest.get(stretch.client);
    const isLong = stretch.waited > patience || hasRaised(evidence, stretch) || isInVain(evidence, stretch);
    if (isLong && stretch.waited > (longestStretch?.waited ?? 0)) longest.set(stretch.client, stretch);
  }
  return [...longest.values()].sort((a, b) => b.waited - a.waited);
}

/** The client gave up because it could not reach the lock, and no client ever had it. */
export const isInVain = (evidence: Evidence, { client, toSeq }: Starvation): boolean =>
  evidence.acquiredHolds.length === 0 &&
  connectionOf(evidence.trace.header.scenario.settings, nameOf(evidence, client)).ifUnreachable === 'gives-up' &&
  evidence.wants.some((want) => want.client === client && want.end === 'gave-up' && want.toSeq === toSeq);

function hasRaised(evidence: Evidence, { client, fromSeq, toSeq }: Starvation): boolean {
  const { trace, spans } = evidence;
  if (toSeq >= 0 || isStopped(evidence, client)) return false;
  const ended = spans.holds.filter(
    ({ process, heldUntilSeq: insideToSeq }) => process === client && insideToSeq > fromSeq,
  );
  const isRaised = ({ end, heldUntilSeq: insideToSeq }: HoldSpan) =>
    end === 'refused' && raisedBefore(trace, insideToSeq) !== '';
  return ended.length > 0 && ended.every(isRaised);
}

export const starvationFacts = (
  evidence: Evidence,
  standstills: readonly Starvation[],
  isSilent = false,
): readonly Fact[] =>
  standstills.map((standstill) => {
    const { client, others = [], fromSeq, toSeq, waited } = standstill;
    return {
      kind: 'starved',
      who: [client, ...others].map((one) => nameOf(evidence, one)),
      from: fromSeq,
      to: toSeq < 0 ? evidence.trace.count - 1 : toSeq,
      values: {
        micros: waited,
        ...(others.length > 0 && { inTurn: 1 as const }),
        ...(hadLock(evidence, standstill) && { hadLock: 1 as const }),
        ...(isInVain(evidence, standstill) && { gaveUp: 1 as const }),
        ...(isSilent && { isSilent: 1 as const }),
      },
    };
  });

/**
 * When the waits that were open at the end of the run end. A simulated run with no event left stays silent until its
 * time is over.
 */
export const waitEnd = ({ header: { ended, origin, endedAt, scenario } }: Trace): Micros =>
  ended === 'quiet' && origin === 'simulated' ? fromMs(scenario.settings.duration) : endedAt;

/** The waits that were open when the run ended. A client that is down or stopped does not wait. */
export const finalStarvations = (evidence: Evidence): readonly Starvation[] =>
  evidence.wants.flatMap((want) => {
    if (want.end !== 'open' || isStopped(evidence, want.client)) return [];
    return stretchesOf(evidence, want).slice(-1);
  });

/** The longest wait from when a client wanted to finish a round until some client did. 0: no client has. */
export function longestServed(evidence: Evidence): Micros {
  let longest = 0;
  for (const want of evidence.wants) {
    const all = stretchesOf(evidence, want);
    const served = want.end === 'finished' ? all : all.slice(0, -1);
    for (const { waited } of served) longest = Math.max(longest, waited);
  }
  return longest;
}

const stretches = (evidence: Evidence): readonly Starvation[] =>
  evidence.wants.flatMap((want) => stretchesOf(evidence, want));

/** A stretch ends with every round that any client finishes. */
function stretchesOf(evidence: Evidence, want: Want): readonly Starvation[] {
  const { trace, finishes } = evidence;
  const { client } = want;
  const end = want.toSeq < 0 ? trace.count : want.toSeq;
  const inner = finishes.filter(({ ok, seq }) => ok === 1 && seq > want.fromSeq && seq < end).map(({ seq }) => seq);
  const points = [want.fromSeq, ...inner, want.toSeq];
  return points.slice(1).map((toSeq, i) => {
    const fromSeq = nth(points, i);
    const from = instantAt(trace, fromSeq);
    const to = toSeq < 0 ? waitEnd(trace) : instantAt(trace, toSeq);
    return { client, fromSeq, from, toSeq, to, waited: to - from - pausedWithin(evidence, client, from, to) };
  });
}

const isStopped = ({ spans }: Evidence, client: number): boolean =>
  isDown(spans.outages, client) ||
  spans.outages.some(({ process, kind, to }) => process === client && kind === 'paused' && to === null);

/** Overlapping pauses count once. */
function pausedWithin({ spans, trace }: Evidence, client: number, from: number, to: number): number {
  let micros = 0;
  let counted = from;
  for (const outage of spans.outages) {
    if (outage.process !== client || outage.kind !== 'paused') continue;
    const ends = Math.min(to, outage.to ?? waitEnd(trace));
    micros += Math.max(0, ends - Math.max(counted, outage.from));
    counted = Math.max(counted, ends);
  }
  return micros;
}
