/**
 * Replaces a lock by another one. What means the same in both is carried over, and a lock that was there before comes
 * back as it was. What was there before belongs to a scenario, so undo finds it, and a run that is opened begins anew.
 */

import { type Before, nothingBefore } from '../../model/before';
import { beforeNext, lockInPlace } from '../../model/lockInPlace';
import { nameOf } from '../../model/namedLock';
import type { LockChoice } from '../../model/scenario';
import { beforeOf, isKnownBefore, setBefore } from './lockBefore';
import { currentParts } from './parts';
import { useScenario } from './scenario';

useScenario.subscribe(({ committed }, { committed: last }) => {
  if (committed === last || isKnownBefore(committed)) return;
  const isSame = nameOf(committed.lock) === nameOf(last.lock);
  setBefore(committed, isSame ? beforeOf(last) : beforeNext(last.lock, beforeOf(last), currentParts()));
});

/** The lock or profile with this name in the place of another one. */
export const carriedOver = (choice: LockChoice, name: string, before: Before = nothingBefore): LockChoice =>
  lockInPlace(name, { choice, before }, currentParts());
