/** A small task after the first end: the longest fault that does no harm, or the shortest that does. */
import { faultCalled, stretchedFault, withFault } from '../../core/model/scenario/edit';
import { kindOf, lengthOf } from '../../core/model/scenario/faultKind';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Ms } from '../../core/model/values/time';
import { isBroken, isHarmLeft } from '../../picture/scene/answers';
import { leastBelow } from '../../search/explore/edge';
import { isTruncated, simulateNow } from '../state/longRun';
import { currentParts } from '../state/parts';

export type Aim = 'keep' | 'break';

export interface Goal {
  /** The run that did harm. */
  readonly scenario: Scenario;
  /** The name of its fault. */
  readonly fault: string;
  /** The shortest length that does the same harm. */
  readonly least: Ms;
}

/** The length of a fault of a scenario; null: it has none, or none that a drag changes. */
export function lengthIn({ faults }: Scenario, name: string): Ms | null {
  const fault = faults[name];
  return fault === undefined ? null : lengthOf(fault, kindOf(fault, currentParts().faults));
}

export const harmIsLeft = (original: Scenario, now: Verdict): boolean => isHarmLeft(simulateNow(original).verdict, now);

/** Whether the run did harm that a shorter fault does not do. Cost: one simulation. */
export function hasGoal(scenario: Scenario, fault: string | null): boolean {
  const run = simulateNow(scenario);
  if (fault === null || isTruncated(run) || !isBroken(run.verdict)) return false;
  const length = lengthIn(scenario, fault);
  return length !== null && length > 1 && !isHarmLeft(run.verdict, verdictWith(scenario, fault, 1));
}

/** Cost: some twenty simulations. */
export function goalOf(scenario: Scenario, fault: string): Goal {
  const { verdict } = simulateNow(scenario);
  const doesHarm = (length: Ms): boolean => isHarmLeft(verdict, verdictWith(scenario, fault, length));
  return { scenario, fault, least: leastBelow(doesHarm, lengthIn(scenario, fault) ?? 1) };
}

function verdictWith(scenario: Scenario, name: string, length: Ms): Verdict {
  const fault = stretchedFault(faultCalled(scenario, name), length, currentParts().faults);
  return simulateNow(withFault(scenario, name, fault)).verdict;
}

/** A length within this share of the best counts as the best, because a finger is not exact. */
const near = 0.05;

export type Judged = 'fails' | 'more' | 'done';

/** @param isHarmed whether the run with this length does the harm */
export function judgedGoal({ least }: Goal, aim: Aim, length: Ms, isHarmed: boolean): Judged {
  if (isHarmed !== (aim === 'break')) return 'fails';
  const isNear = aim === 'keep' ? length >= (least - 1) * (1 - near) : length <= least * (1 + near);
  return isNear ? 'done' : 'more';
}
