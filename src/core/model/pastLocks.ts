/** The settings of the locks that a scenario had before. The next lock gets the same ones (`otherLock.ts`). */
import type { Meaning } from './fields';
import type { Choice } from './scenario';

/** Values by what they mean: lengths of time in ms, or counts. 0 is "none" where a lock has that. */
export type ValuesByMeaning = { readonly [M in Meaning]?: number };

export interface PastLock {
  readonly choice: Choice;
  /** Changes in other locks since this one was left. */
  readonly since: ValuesByMeaning;
}

/** The locks that a scenario had before, and their settings. */
export interface PastLocks {
  /** Each lock as it was left, the first one first. */
  readonly left: Readonly<Record<string, PastLock>>;
  /** The settings that the next new lock should have. An earlier lock may not have allowed them. */
  readonly meant: ValuesByMeaning;
  /** The locks that were given their own defaults. On the way back, the others do not follow that. */
  readonly withOwn: readonly string[];
}

export const noPastLocks: PastLocks = { left: {}, meant: {}, withOwn: [] };
