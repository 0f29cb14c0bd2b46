/** All broken locks, in the order in which they are offered: those that break without a fault first. */
import type { BrokenLock } from './brokenLock';
import { delWithoutOwner } from './delWithoutOwner';
import { getThenSet } from './getThenSet';
import { noRollback } from './noRollback';
import { oneValueForAll } from './oneValueForAll';
import { renewalUnawaited } from './renewalUnawaited';
import { retryWithoutRelease } from './retryWithoutRelease';
import { tokenAfterLock } from './tokenAfterLock';
import { wholeSeconds } from './wholeSeconds';

export const brokenLocks: readonly BrokenLock[] = [
  getThenSet,
  wholeSeconds,
  oneValueForAll,
  delWithoutOwner,
  renewalUnawaited,
  tokenAfterLock,
  retryWithoutRelease,
  noRollback,
];

/** The broken lock with this code, broken or fixed. */
export const brokenLockOf = (lock: string): BrokenLock | undefined =>
  brokenLocks.find((one) => one.lock === lock || one.fixedCode === lock);
