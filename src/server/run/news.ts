/** What a live run tells whoever started it, as it goes on. */
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import type { Trace } from '../../model/trace';
import type { FromServer } from '../../wire/messages';

type OfRun = Extract<FromServer, { readonly run: string }>;
type Unnamed<M> = M extends OfRun ? Omit<M, 'run'> : never;

/** A message of the wire, without the name that a page has given its run. */
export type LiveNews = Unnamed<Exclude<OfRun, { readonly type: 'queued' }>>;

export interface RunOptions {
  /** Ends the run before its time; its trace says `stopped`. */
  readonly signal?: AbortSignal;
  readonly onNews?: (news: LiveNews) => void;
}

/** It never rejects: what goes wrong is said in words. */
export type LiveOutcome = { readonly ok: true; readonly trace: Trace } | { readonly ok: false; readonly problem: Text };

export type RunLive = (scenario: Scenario, options: RunOptions) => Promise<LiveOutcome>;
