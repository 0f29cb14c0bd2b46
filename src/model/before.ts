/** What was set in the locks that a scenario had before, so that the next one can have the same (`otherLock.ts`). */
import type { Meaning } from './fields';
import type { Choice } from './scenario';

/** Values by what they mean: lengths of time in ms, or counts. 0 is "none" where a lock has that. */
export type Meant = { readonly [M in Meaning]?: number };

export interface Left {
  readonly choice: Choice;
  /** What was changed in other locks since. */
  readonly since: Meant;
}

/** What was set in the locks that a scenario had before. */
export interface Before {
  /** Each lock as it was left, the first one first. */
  readonly left: Readonly<Record<string, Left>>;
  /** What the next new lock is asked to have. It may be more or less than a lock between could have. */
  readonly meant: Meant;
  /** The locks that were given their own defaults. On the way back, the others do not follow that. */
  readonly withOwn: readonly string[];
}

export const nothingBefore: Before = { left: {}, meant: {}, withOwn: [] };
