/**
 * The healed run: the same scenario and seed, but each fault has ended at an instant. Each ends as its kind says
 * (`healedAt` of `faults/<kind>.ts`); one that has not hit before is left out. Until then the run is the same.
 */
import type { Fault } from '../../core/model/scenario/fault';
import { kindOf, withValue } from '../../core/model/scenario/faultKind';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Trace } from '../../core/model/trace/trace';
import { type Instant, instant } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { spansOf } from '../../core/spans/spans';

/** A fault that hit in a run, and when. */
export interface FaultHit {
  readonly name: string;
  readonly fault: Fault;
  readonly at: Instant;
}

/** In the order of the scenario. */
export const faultHitsIn = (trace: Trace): readonly FaultHit[] =>
  spansOf(trace).faults.flatMap(({ name, fault, from }) => (from === null ? [] : [{ name, fault, at: from }]));

/** A fault that has not hit before that instant is left out. Until then the run is the same. */
export function withFaultsEndedAt(scenario: Scenario, hits: readonly FaultHit[], at: Instant, parts: Parts): Scenario {
  const earlierHits = hits.filter((hit) => hit.at < at);
  return {
    ...scenario,
    faults: Object.fromEntries(earlierHits.map((hit) => [hit.name, endedFault(hit, at, parts)])),
  };
}

function endedFault({ fault, at: hitAt }: FaultHit, at: Instant, parts: Parts): Fault {
  const changed = kindOf(fault, parts.faults).endedAtFields(fault, hitAt, at);
  return Object.entries(changed).reduce((before, [name, value]) => withValue(before, name, value), fault);
}

/** Whether nothing that it did can be healed: a lost message, a clock that jumped. */
export const isMomentary = ({ fault, at }: FaultHit, parts: Parts): boolean =>
  Object.keys(kindOf(fault, parts.faults).endedAtFields(fault, at, instant(at + 1))).length === 0;
