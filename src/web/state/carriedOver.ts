/**
 * Replaces one lock by another. Settings that mean the same in both carry over, and a lock that was used before comes
 * back.
 */
import { noPastLocks, type PastLocks } from '../../core/model/pastLocks';
import { replaceLock } from '../../core/model/replaceLock';
import type { LockChoice } from '../../core/model/scenario';
import { currentParts } from './parts';

/** Puts the lock or profile with this name in place of the present one. */
export const carriedOver = (choice: LockChoice, name: string, before: PastLocks = noPastLocks): LockChoice =>
  replaceLock(name, { choice, before }, currentParts());
