/** A scenario together with what came of it: the value that every view is derived from. */
import type { Scenario } from './scenario';
import type { Trace } from './trace';
import type { Verdict } from './verdict';

export interface Run {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly verdict: Verdict;
}
