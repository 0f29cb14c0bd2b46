/** How a run ended for the maker of a link, as text: `overlap.refused`. It knows only the two facts of a verdict. */
import { type DataFact, dataFacts, type LockFact, lockFacts } from '../trace/outcome';

export interface SharedOutcome {
  readonly lock: LockFact;
  readonly data: DataFact;
}

export const writeOutcome = ({ lock, data }: SharedOutcome): string => `${lock}.${data}`;

/** Undefined for any other text, since another version of the playground may have words that this one does not know. */
export function readOutcome(text: string): SharedOutcome | undefined {
  const [first, second, ...rest] = text.split('.');
  const lock = lockFacts.find((one) => one === first);
  const data = dataFacts.find((one) => one === second);
  return lock === undefined || data === undefined || rest.length > 0 ? undefined : { lock, data };
}
