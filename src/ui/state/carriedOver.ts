/**
 * Replaces a lock by another one. What means the same in both is carried over, and a lock that was there before comes
 * back as it was. What was there before belongs to a scenario, so undo finds it, and a run that is opened begins anew.
 */

import type { Lock } from '../../model/lock';
import { afterLeaving, type Before, likeBefore, nothingBefore } from '../../model/otherLock';
import type { Choice, Scenario } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { useScenario } from './scenario';

const known = new WeakMap<Scenario, Before>();

/** The locks that a scenario had before its present one. */
export const beforeOf = (scenario: Scenario): Before => known.get(scenario) ?? nothingBefore;

/** Says so for a scenario that is about to be committed. Otherwise it follows from the one that it replaces. */
export const setBefore = (scenario: Scenario, before: Before): WeakMap<Scenario, Before> => known.set(scenario, before);

useScenario.subscribe(({ committed }, { committed: last }) => {
  if (committed === last || known.has(committed)) return;
  const lock = committed.lock.id === last.lock.id ? undefined : lockOf(last.lock);
  setBefore(committed, lock === undefined ? beforeOf(last) : afterLeaving(beforeOf(last), lock, last.lock));
});

/** The lock with this id in the place of another one. */
export function carriedOver(from: Choice, id: string, before: Before = nothingBefore): Choice {
  const [lock, next] = [lockOf(from), registry.locks.get(id)];
  if (next === undefined) return { id };
  return likeBefore(lock === undefined ? before : afterLeaving(before, lock, from), next);
}

const lockOf = ({ id }: Choice): Lock | undefined => registry.locks.get(id);
