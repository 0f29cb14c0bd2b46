/** Replaces a lock by another one. What means the same in both is carried over, and a lock that was there comes back. */
import { noPastLocks, type PastLocks } from '../../core/model/pastLocks';
import { replaceLock } from '../../core/model/replaceLock';
import type { LockChoice } from '../../core/model/scenario';
import { currentParts } from './parts';

/** The lock or profile with this name in the place of another one. */
export const carriedOver = (choice: LockChoice, name: string, before: PastLocks = noPastLocks): LockChoice =>
  replaceLock(name, { choice, before }, currentParts());
