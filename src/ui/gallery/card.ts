/** What the gallery knows of a story before its file is loaded. */
import type { Miniature } from '../../layout/miniature';
import type { FaultKind } from '../../model/fault';
import type { LockChoice } from '../../model/scenario';
import type { Source } from '../../model/story';
import type { DataFact, LockFact } from '../../model/verdict';
import type { DataPhrase, LockPhrase } from '../../narrate/verdictWords';

/** By what stories are filtered, beside the way for beginners. */
export const topics = ['pauses', 'clocks', 'crashes', 'network', 'tokens', 'elsewhere', 'libraries'] as const;
export type Topic = (typeof topics)[number];

export interface Card {
  readonly lock: LockFact;
  readonly data: DataFact;
  /** Both facts as they are said. */
  readonly said: { readonly lock: LockPhrase; readonly data: DataPhrase };
  readonly by: LockChoice;
  /** The id of its storage-side check. */
  readonly check: string;
  /** The kinds of its faults, each once. */
  readonly faults: readonly FaultKind[];
  readonly topics: readonly Topic[];
  readonly sources: readonly Source[];
  /** The number of variants that are no fixes. */
  readonly variants: number;
  readonly fixes: number;
  readonly picture: Miniature;
}
