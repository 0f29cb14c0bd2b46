/**
 * Plays the twelve attacks on a lock, one after the other, and reports what became of each. Each stops at its first
 * break. A lock that breaks without a fault is broken in each row and is not attacked. Two holders at once are amber if
 * the resource compares versions or tokens, and broken otherwise or without a fault.
 */

import { findHarms } from '../../core/judge/judge';
import { chosenParts } from '../../core/model/scenario/chosenParts';
import { keepsData } from '../../core/model/scenario/resource';
import type { Scenario } from '../../core/model/scenario/scenario';
import { isWorse, type Severity, severityOf } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import { keptTrace } from '../../core/model/trace/traceWriter';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { fingerprint } from '../../search/explore/fingerprint';
import { wasMissed } from '../../search/explore/harm';
import { milestonesIn, reachedIn } from '../../search/explore/milestones';
import { spaceOf } from '../../search/explore/space';
import { type Attack, attacksOn } from './attacks';
import type { AttackRow } from './ownCalls';

/**
 * Yields each row when it is known. A lock that breaks without a fault is broken in every row and is not attacked.
 *
 * Cost: some hundred simulations.
 */
export function* attackRows(scenario: Scenario, parts: Parts): Generator<AttackRow, void, void> {
  const attacks = attacksOn(scenario, parts);
  const faultless = judged(simulateIntoBuffer(spaceOf(scenario, parts).scenario, parts), parts, { isFaultless: true });
  for (const attack of attacks)
    yield !faultless.isSurvived && !undecided.includes(faultless.outcome)
      ? { ...summaryOf(faultless), id: attack.id, runs: 1 }
      : rowOf(attack, faultless, parts);
}

/** If the faultless run ends so, it says nothing about what an attack does. */
const undecided: readonly Severity[] = ['unavailable', 'unknown'];

interface Played {
  readonly scenario: Scenario;
  readonly outcome: Severity;
  readonly isSurvived: boolean;
  /** How much happened in it. Of runs that held, the one with the most milestones is shown. */
  readonly milestones: number;
}

function rowOf({ id, scenarios }: Attack, faultless: Played, parts: Parts): AttackRow {
  const fingerprints = new Set<number>();
  let worst: Played | null = null;
  let runs = 0;
  for (const scenario of scenarios) {
    const trace = simulateIntoBuffer(scenario, parts);
    runs++;
    const name = fingerprint(trace);
    if (fingerprints.has(name) || wasMissed(trace)) continue;
    fingerprints.add(name);
    const one = judged(trace, parts, { isFaultless: false });
    if (worst === null || isShownBefore(one, worst)) worst = one;
    if (isWorse(one.outcome, 'overlap')) break;
  }
  if (worst === null) return { ...summaryOf(faultless), id, outcome: null, isSurvived: false, runs };
  return { ...summaryOf(isWorse(faultless.outcome, worst.outcome) ? faultless : worst), id, runs };
}

/** Whether a run is shown instead of another. */
const isShownBefore = (one: Played, other: Played): boolean =>
  isWorse(one.outcome, other.outcome) ||
  (one.outcome === 'held' && other.outcome === 'held' && one.milestones > other.milestones);

const summaryOf = ({ scenario, outcome, isSurvived }: Played) => ({ scenario, outcome, isSurvived });

function judged(trace: Trace, parts: Parts, { isFaultless }: { readonly isFaultless: boolean }): Played {
  const copy = keptTrace(trace);
  const harms = findHarms(copy, parts);
  const { scenario } = copy.header;
  const { resource, resourceSettings } = chosenParts(scenario, parts);
  const outcome = severityOf(harms);
  return {
    scenario,
    outcome,
    isSurvived: isSurvived(outcome, { isFaultless, isChecked: keepsData(resource, resourceSettings) }),
    milestones: milestonesIn(reachedIn(copy)).length,
  };
}

export interface AttackedHow {
  /** The resource has to keep the data intact. */
  readonly isChecked: boolean;
  /** No fault happened: a lock that lets two in by itself is broken, whatever the check. */
  readonly isFaultless: boolean;
}

/**
 * Whether the lock and the check together withstood an attack: no data is harmed, and somebody still gets in. An attack
 * without a target proves nothing: a lock that lets nobody in may send no requests.
 */
export function isSurvived(outcome: Severity, { isChecked, isFaultless }: AttackedHow): boolean {
  if (outcome === 'held' || outcome === 'expired') return true;
  if (isFaultless) return false;
  return outcome === 'late-refused' || (isChecked && keptByCheck.includes(outcome));
}

const keptByCheck: readonly Severity[] = ['overlap', 'deleted-another', 'changed-another'];
