/**
 * Whether a link opens to the run that its maker saw. No old engine or judge is kept: the link's record of the run is
 * compared with today's run.
 */

import type { SharedOutcome } from '../../core/model/links/sharedOutcome';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { DataFact } from '../../core/model/trace/outcome';
import type { Run } from '../../core/model/trace/run';
import { type Severity, severityOf } from '../../core/model/trace/severity';
import { digest } from '../../core/model/values/digest';
import { isTruncatedHere } from '../state/longRun';

/** What a link records of the run that its maker saw. */
export interface SharedRun {
  readonly outcome?: SharedOutcome | undefined;
  readonly digest?: string | undefined;
}

export interface OtherRun {
  /** It is shown as long as this scenario is open. */
  readonly scenario: Scenario;
  /** How the run ended for the maker of the link. Null: a link from real Redis, which only shows that it was another run. */
  readonly endedAs: Severity | null;
  /** What happened to the data then. Absent: unknown. */
  readonly data?: DataFact;
}

/**
 * A run that ends as it did then is not reported, even if its events differ.
 * @returns null if there is nothing to report.
 */
export function otherRunOf(run: Run, shared: SharedRun): OtherRun | null {
  const { scenario, verdict, trace } = run;
  // A page that does not play the run to its end does not know how it ends.
  if (isTruncatedHere(run)) return null;
  if (shared.outcome === undefined)
    return shared.digest === undefined || shared.digest === digest(trace) ? null : { scenario, endedAs: null };
  const { lock, data } = shared.outcome;
  return lock === verdict.lock && data === verdict.data
    ? null
    : { scenario, endedAs: severityOf({ lock, data }), data };
}
