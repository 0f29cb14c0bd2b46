/** A puzzle of the page "You are the network": a lock, what the reader may decide, and what he should reach. */
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Harm } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import type { OrderRules } from '../../search/orders/decision';

export interface Level {
  readonly id: string;
  readonly title: Text;
  /** What is there, in a sentence or two. */
  readonly lead: Text;
  /** What the reader should reach, as an order. */
  readonly task: Text;
  readonly scenario: Scenario;
  readonly rules: OrderRules;
  /** Each of these is a break. */
  readonly harms: readonly Harm[];
  /** How many decisions a proof goes through at most. */
  readonly decisionsMax: number;
  /** The fewest decisions that do the harm, as the search finds them. Null: no order of `decisionsMax` decisions does. */
  readonly least: number | null;
  /** What the reader has seen, and what would have helped: shown after the break, or after the proof. */
  readonly lesson: Text;
  /** The id of the story that says more. */
  readonly story: string;
}
