/**
 * No progress: for longer than the scenario's patience, a running client wanted to finish a round, and nobody finished
 * one. Time in which the client itself was paused does not count, because it could not have used the lock.
 */

import type { Fact } from '../model/fact';
import { nth } from '../model/nth';
import { fromMs } from '../model/time';
import { instantAt } from '../model/traceReader';
import { type Evidence, nameOf } from './evidence';

/** A stretch of time without progress. */
export interface Standstill {
  readonly client: number;
  /** The event from which it counts: the client began to want in, or some client last finished a round. */
  readonly fromSeq: number;
  readonly from: number;
  /** −1: to the end of the run. */
  readonly toSeq: number;
  readonly to: number;
  /** In microseconds, without the client's own pauses. */
  readonly waited: number;
}

/** For each client, its longest standstill, if that was longer than the patience. The longest comes first. */
export function standstills(evidence: Evidence): readonly Standstill[] {
  const patience = fromMs(evidence.trace.header.scenario.settings.patience);
  const longest = new Map<number, Standstill>();
  for (const stretch of stretches(evidence)) {
    const known = longest.get(stretch.client);
    if (stretch.waited > patience && stretch.waited > (known?.waited ?? 0)) longest.set(stretch.client, stretch);
  }
  return [...longest.values()].sort((a, b) => b.waited - a.waited);
}

export const standstillFacts = (evidence: Evidence, found: readonly Standstill[]): readonly Fact[] =>
  found.map(({ client, fromSeq, toSeq, waited }) => ({
    kind: 'starved',
    who: [nameOf(evidence, client)],
    from: fromSeq,
    to: toSeq < 0 ? evidence.trace.count - 1 : toSeq,
    values: { micros: waited },
  }));

function stretches(evidence: Evidence): readonly Standstill[] {
  const { trace, finishes } = evidence;
  const progress = finishes.filter(({ ok }) => ok === 1).map(({ seq }) => seq);
  const found: Standstill[] = [];
  for (const want of evidence.wants) {
    const end = want.toSeq < 0 ? trace.count : want.toSeq;
    const inner = progress.filter((seq) => seq > want.fromSeq && seq < end);
    const points = [want.fromSeq, ...inner, want.toSeq];
    for (let i = 0; i + 1 < points.length; i++) {
      const [fromSeq, toSeq] = [nth(points, i), nth(points, i + 1)];
      const from = instantAt(trace, fromSeq);
      const to = toSeq < 0 ? trace.header.endedAt : instantAt(trace, toSeq);
      const waited = to - from - pausedWithin(evidence, want.client, from, to);
      found.push({ client: want.client, fromSeq, from, toSeq, to, waited });
    }
  }
  return found;
}

function pausedWithin({ spans, trace }: Evidence, client: number, from: number, to: number): number {
  let micros = 0;
  for (const outage of spans.outages) {
    if (outage.process !== client || outage.kind !== 'paused') continue;
    micros += Math.max(0, Math.min(to, outage.to ?? trace.header.endedAt) - Math.max(from, outage.from));
  }
  return micros;
}
