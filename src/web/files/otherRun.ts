/**
 * Whether a link opens to the run that its maker saw. No old engine and no old judge is kept: what the link holds of the
 * run is compared with the run of today.
 */
import { digest } from '../../core/model/digest';
import type { SharedOutcome } from '../../core/model/link/sharedOutcome';
import type { Run } from '../../core/model/run';
import type { Scenario } from '../../core/model/scenario';
import { type DataFact, type Outcome, outcomeOf } from '../../core/model/verdict';
import { isCutShort } from '../state/longRun';

/** What a link holds of the run that its maker saw. */
export interface SharedRun {
  readonly outcome?: SharedOutcome | undefined;
  readonly digest?: string | undefined;
}

export interface OtherRun {
  /** It is told as long as this scenario is open. */
  readonly scenario: Scenario;
  /** How the run ended for the maker of the link. Null: an older link, which knows only that it was another run. */
  readonly endedAs: Outcome | null;
  /** What became of the data then. Absent: it is not known. */
  readonly data?: DataFact;
}

/**
 * A run that ends as it did is nothing to tell, even if its events differ.
 *
 * @returns null when there is nothing to tell.
 */
export function otherRunOf(run: Run, shared: SharedRun): OtherRun | null {
  const { scenario, verdict, trace } = run;
  // A page that does not play the run to its end does not know how it ends.
  if (isCutShort(run)) return null;
  if (shared.outcome === undefined)
    return shared.digest === undefined || shared.digest === digest(trace) ? null : { scenario, endedAs: null };
  const { lock, data } = shared.outcome;
  return lock === verdict.lock && data === verdict.data ? null : { scenario, endedAs: outcomeOf(lock, data), data };
}
