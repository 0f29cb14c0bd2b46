/** The locks that a scenario had before. The next lock takes over their settings (`otherLock.ts`). */
import type { Meaning } from './fields';
import type { Choice } from './scenario';

/** Values by their meaning: lengths of time in ms, or counts. 0 is "none" if a lock has that option. */
export type ValuesByMeaning = { readonly [M in Meaning]?: number };

export interface PastLock {
  readonly choice: Choice;
  /** What changed in other locks since this one was left. */
  readonly since: ValuesByMeaning;
}

/** The locks that a scenario had before, and their settings. */
export interface PastLocks {
  /** Each lock as it was left, the first one first. */
  readonly left: Readonly<Record<string, PastLock>>;
  /** The settings that the next new lock should have. An earlier lock may not have allowed them. */
  readonly meant: ValuesByMeaning;
  /**
   * The locks that were reset to their own defaults. Changing back to another lock does not carry those defaults
   * over.
   */
  readonly withOwn: readonly string[];
}

export const noPastLocks: PastLocks = { left: {}, meant: {}, withOwn: [] };
