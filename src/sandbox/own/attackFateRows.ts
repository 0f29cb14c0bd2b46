/** Plays the twelve attacks on a lock, one after the other, and reports the fate of each. */

import { harmsFoundIn } from '../../core/judge/judge';
import { chosenParts } from '../../core/model/chosenParts';
import { keepsData } from '../../core/model/resource';
import type { Scenario } from '../../core/model/scenario';
import { type Severity, severityOf } from '../../core/model/severity';
import type { Trace } from '../../core/model/trace';
import { keptTrace } from '../../core/model/traceWriter';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { fingerprint } from '../../search/explore/fingerprint';
import { goalsIn, reachedIn } from '../../search/explore/goals';
import { spaceOf } from '../../search/explore/space';
import { type AttackFate, attackFateOf, isWorseAttack } from './attackFates';
import { type Attack, attacksOn } from './attacks';
import type { AttackFateRow } from './session';

/**
 * Yields each row when it is known. A lock that breaks without a fault is broken in every row and is not attacked.
 *
 * Cost: some hundred simulations.
 */
export function* attackFateRows(scenario: Scenario, parts: Parts): Generator<AttackFateRow, void, void> {
  const attacks = attacksOn(scenario, parts);
  const faultless = played(spaceOf(scenario, parts).scenario, parts, { isFaultless: true });
  for (const attack of attacks)
    yield faultless.fate === 'broken'
      ? { ...shown(faultless), id: attack.id, runs: 1 }
      : rowOf(attack, faultless, parts);
}

interface Played {
  readonly scenario: Scenario;
  readonly fate: AttackFate;
  readonly outcome: Severity;
  /** How much happened in it. Of runs that held, the one with the most goals is shown. */
  readonly goals: number;
}

function rowOf({ id, scenarios }: Attack, faultless: Played, parts: Parts): AttackFateRow {
  const known = new Set<number>();
  let worst: Played | null = null;
  let runs = 0;
  for (const scenario of scenarios) {
    const trace = simulateIntoBuffer(scenario, parts);
    runs++;
    const name = fingerprint(trace);
    if (known.has(name) || Object.keys(trace.header.missed).length > 0) continue;
    known.add(name);
    const one = judged(trace, parts, { isFaultless: false });
    if (worst === null || isWorse(one, worst)) worst = one;
    if (one.fate === 'broken') break;
  }
  if (worst === null) return { ...shown(faultless), id, fate: 'not-applicable', runs };
  return { ...shown(isWorseAttack(faultless.fate, worst.fate) ? faultless : worst), id, runs };
}

/** Whether a run is shown instead of another. */
const isWorse = (one: Played, other: Played): boolean =>
  isWorseAttack(one.fate, other.fate) || (one.fate === 'held' && other.fate === 'held' && one.goals > other.goals);

const shown = ({ scenario, fate, outcome }: Played) => ({ scenario, fate, outcome });

const played = (scenario: Scenario, parts: Parts, how: { readonly isFaultless: boolean }): Played =>
  judged(simulateIntoBuffer(scenario, parts), parts, how);

function judged(trace: Trace, parts: Parts, { isFaultless }: { readonly isFaultless: boolean }): Played {
  const kept = keptTrace(trace);
  const found = harmsFoundIn(kept, parts);
  const { scenario } = kept.header;
  const { resource, resourceSettings } = chosenParts(scenario, parts);
  const isChecked = keepsData(resource, resourceSettings);
  return {
    scenario,
    fate: attackFateOf(found, { isChecked, isFaultless }),
    outcome: severityOf(found),
    goals: goalsIn(reachedIn(kept)).length,
  };
}
