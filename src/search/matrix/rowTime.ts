/** The times that are set in a row, and what they come to. */
import type { Ms } from '../../core/model/time';

export interface RowTimes {
  /** Null: the lock does not expire. */
  readonly lease: Ms | null;
  /** Null: it is not renewed. */
  readonly renewEvery: Ms | null;
  /** How long a client waits for an answer. Null: no limit of the lock's own. */
  readonly timeout: Ms | null;
  /** How long a holder that dies keeps the others out at most. Null: until somebody repairs it. */
  readonly blockedFor: Ms | null;
}
