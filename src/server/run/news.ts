/** What a live run tells whoever started it, as it goes on. */
import type { Scenario } from '../../model/scenario';
import type { Trace } from '../../model/trace';
import type { FromServer } from '../../wire/messages';
import type { Failure } from './failure';
import type { Tally } from './tally';

type OfRun = Extract<FromServer, { readonly run: string }>;
type Unnamed<M> = M extends OfRun ? Omit<M, 'run'> : never;

/** A message of the wire, without the name that a page has given its run. */
export type LiveNews = Unnamed<Exclude<OfRun, { readonly type: 'queued' }>>;

export interface RunOptions {
  /** Ends the run before its time; its trace says `stopped`. */
  readonly signal?: AbortSignal;
  readonly onNews?: (news: LiveNews) => void;
  /** Told at the end of a run that came to something, where its resource is one process that counts. */
  readonly onTally?: (tally: Tally) => void;
}

/** It never rejects: what goes wrong is said in words. `trace`: what had come of a run that failed after it had begun. */
export type LiveOutcome =
  | { readonly ok: true; readonly trace: Trace }
  | (Failure & { readonly ok: false; readonly trace?: Trace });

export type RunLive = (scenario: Scenario, options: RunOptions) => Promise<LiveOutcome>;
