/** The exit code of an attack by what it found. */
import { exitBadInput, exitBreak, exitStopped, exitUnsettled } from '../attackMessages';
import type { Found } from './found';

/** @param failing how many breaks count. A break counts even if the search did not end. */
export function exitCodeOf(found: Found, failing = found.breaks.length): number {
  if (failing > 0) return exitBreak;
  if (!found.isWhole) return exitStopped;
  // If no fault took effect, the lock has withstood nothing.
  if (found.isIdle && found.breaks.length === 0) return exitBadInput;
  return found.unsettled === null ? 0 : exitUnsettled;
}
