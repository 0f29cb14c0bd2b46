/** A scenario together with its trace and verdict: every view is derived from this value. */
import type { Scenario } from '../scenario/scenario';
import type { Trace } from './trace';
import type { Verdict } from './verdict';

export interface Run {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly verdict: Verdict;
}
