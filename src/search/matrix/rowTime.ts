/** The times that a row sets, and the resulting wait. */
import type { Ms } from '../../core/model/values/time';

export interface RowTimes {
  /** Null: the lock does not expire. */
  readonly lease: Ms | null;
  /** Null: it is not renewed. */
  readonly renewEvery: Ms | null;
  /** How long a client waits for an answer. Null: the lock sets no limit. */
  readonly timeout: Ms | null;
  /** The longest time that a crashed holder keeps the others out. Null: until somebody repairs it. */
  readonly blockedFor: Ms | null;
}
