/** What a question of people about locks is. It knows no question. */
import type { Text } from '../../core/model/values/text';

export interface Question {
  /** It is in addresses and never changes. */
  readonly id: string;
  readonly question: Text;
  /** One sentence. */
  readonly answer: Text;
  /** Where the answer does not hold, or what the run leaves out. */
  readonly limits: Text;
  /** The run that shows the answer, as people name it: `47d` is variant d of story 47, `9:fix` its fix. */
  readonly run: string;
  /** Further runs to see beside it. */
  readonly beside: readonly string[];
}

export const ask = (
  id: string,
  run: string,
  [question, answer, limits]: readonly [Text, Text, Text],
  ...beside: readonly string[]
): Question => ({ id, run, question, answer, limits, beside });
