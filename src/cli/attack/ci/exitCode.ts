/** The exit code of an attack by what it found. */
import { exitBadInput, exitBreak, exitStopped, exitUnsettled } from '../attackMessages';
import type { Found } from './found';

/** @param failing how many breaks count. A break counts even if the search did not end. */
export function exitCodeOf(result: Found, failing = result.breaks.length): number {
  if (failing > 0) return exitBreak;
  if (!result.isWhole) return exitStopped;
  // If no fault took effect, the search proves nothing.
  if (result.isIdle && result.breaks.length === 0) return exitBadInput;
  return result.unsettled === null ? 0 : exitUnsettled;
}
