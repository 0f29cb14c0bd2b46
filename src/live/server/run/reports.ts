/** The reports of a live run to its caller. */
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { Trace } from '../../../core/model/trace/trace';
import type { FromServer } from '../../wire/messages';
import type { Failure } from './failure';

type OfRun = Extract<FromServer, { readonly run: string }>;
type Unnamed<M> = M extends OfRun ? Omit<M, 'run'> : never;

/** A message of `wire`, without the page's name for its run. */
export type LiveReport = Unnamed<Exclude<OfRun, { readonly type: 'queued' }>>;

export interface RunOptions {
  /** Ends the run early; its trace then says `stopped`. */
  readonly signal?: AbortSignal;
  readonly onReport?: (news: LiveReport) => void;
}

/**
 * A run never rejects; it reports a problem in words. `trace` has the events so far of a run that failed after it had
 * begun.
 */
export type LiveOutcome =
  | { readonly ok: true; readonly trace: Trace }
  | (Failure & { readonly ok: false; readonly trace?: Trace });

export type RunLive = (scenario: Scenario, options: RunOptions) => Promise<LiveOutcome>;
