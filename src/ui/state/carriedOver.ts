/**
 * Replaces a lock by another one. What means the same in both is carried over, and a lock that was there before comes
 * back as it was. What was there before belongs to a scenario, so undo finds it, and a run that is opened begins anew.
 */

import type { Lock } from '../../model/lock';
import { afterLeaving, type Before, likeBefore, nothingBefore } from '../../model/otherLock';
import type { Choice } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { beforeOf, isKnownBefore, setBefore } from './lockBefore';
import { useScenario } from './scenario';

useScenario.subscribe(({ committed }, { committed: last }) => {
  if (committed === last || isKnownBefore(committed)) return;
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
