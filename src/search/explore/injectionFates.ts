/**
 * What one fault does at each place of the faultless run. It leaves no place out, equal nodes included, since the
 * page shows each of them. It draws the space; it is no search.
 */
import { injectionRules } from '../../core/faults';
import type { Placement } from '../../core/faults/injectionPoints';
import { findHarms } from '../../core/judge/judge';
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import { isWorse, type Severity, severityOf } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import { keptTrace } from '../../core/model/trace/traceWriter';
import { groupedBy } from '../../core/model/values/grouped';
import { nth } from '../../core/model/values/nth';
import type { Instant } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { scenarioOf } from './branch';
import type { Space } from './space';
import { surveyOf } from './surveyOf';

export interface InjectionStrip {
  readonly process: ProcessId;
  readonly kind: FaultKind;
}

/**
 * All faults of one kind at one process that begin at the same instant: a few strengths, and messages sent together.
 */
export interface InjectionFate {
  readonly strip: number;
  readonly at: Instant;
  /** How many faults were tried here. */
  readonly count: number;
  /** How many of them had the worst result. */
  readonly worst: number;
  readonly severity: Severity;
  /** The first fault with the worst result. */
  readonly fault: Fault;
}

export interface InjectionFates {
  readonly strips: readonly InjectionStrip[];
  /** How many faults will be tried. */
  readonly count: number;
  /** Yields one fate after the other. Cost: one simulation for each fault. */
  readonly fates: () => Generator<InjectionFate, void, void>;
}

export function injectionFatesOf(space: Space, parts: Parts): InjectionFates {
  const { trace, survey } = surveyOf(space.scenario, parts, space.lengths);
  const order = trace.header.processes.map(({ id }) => id);
  const placements = space.kinds.flatMap((kind) => injectionRules[kind].placements(survey));
  const strips = stripsOf(placements, order, space.kinds);
  const points = groupedBy(placements, (placement) => `${stripIndex(strips, placement)} ${placement.at}`);
  return {
    strips,
    count: placements.length,
    fates: function* () {
      for (const same of points.values()) {
        const { at } = nth(same, 0);
        yield { strip: stripIndex(strips, nth(same, 0)), at, ...worstOf(same, space, parts) };
      }
    },
  };
}

/** In the order of the lanes, and of the kinds. */
function stripsOf(
  placements: readonly Placement[],
  order: readonly ProcessId[],
  kinds: readonly FaultKind[],
): readonly InjectionStrip[] {
  const there = new Set(placements.map(({ process, fault }) => `${process} ${fault.kind}`));
  return order.flatMap((process) =>
    kinds.filter((kind) => there.has(`${process} ${kind}`)).map((kind) => ({ process, kind })),
  );
}

const stripIndex = (strips: readonly InjectionStrip[], { process, fault }: Placement): number =>
  strips.findIndex((strip) => strip.process === process && strip.kind === fault.kind);

function worstOf(
  placements: readonly Placement[],
  space: Space,
  parts: Parts,
): Pick<InjectionFate, 'severity' | 'fault' | 'count' | 'worst'> {
  const severities = placements.map((placement) =>
    severityIn(simulateIntoBuffer(scenarioOf(space, [placement]), parts), parts),
  );
  const worst = severities.reduce((one, other) => (isWorse(other, one) ? other : one));
  const first = severities.indexOf(worst);
  return {
    severity: worst,
    fault: nth(placements, first).fault,
    count: severities.length,
    worst: severities.filter((one) => one === worst).length,
  };
}

const severityIn = (trace: Trace, parts: Parts): Severity => severityOf(findHarms(keptTrace(trace), parts));
