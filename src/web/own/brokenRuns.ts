/** Which run the page makes of a broken lock: the run of its smallest break, as long as its code is unchanged. */
import { brokenLockOf } from '../../sandbox/own/broken/broken';
import { type BrokenLock, breakOf } from '../../sandbox/own/broken/brokenLock';
import { useOwnCode } from './ownCode';
import { chooseFaults, useOwnRuns } from './ownRuns';

/** @param title the name of the lock, in the reader's language */
export const playBreak = (broken: BrokenLock, title: string): void =>
  chooseFaults({ kind: 'found', title, scenario: breakOf(broken), brokenLock: broken.id });

export function beginBroken(broken: BrokenLock, title: string): void {
  useOwnCode.getState().begin(broken);
  playBreak(broken, title);
}

/** Called when the code is replaced: the break of a broken lock does not apply to other code. */
export function leaveBreak(): void {
  const { faults } = useOwnRuns.getState();
  if (faults.kind === 'found' && faults.brokenLock !== undefined) chooseFaults({ kind: 'pause' });
}

/** The browser keeps the code but no faults, so the faults of a broken lock are found again. */
export function resumeBreak(): void {
  const broken = brokenLockOf(useOwnCode.getState().lock);
  if (broken !== undefined) playBreak(broken, '');
}
