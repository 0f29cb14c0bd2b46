/** What the gallery knows of a story before its file is loaded. */

import type { FaultKind } from '../../core/model/scenario/fault';
import type { LockChoice } from '../../core/model/scenario/scenario';
import type { Source } from '../../core/model/scenario/story';
import type { DataFact, LockFact } from '../../core/model/trace/outcome';
import type { DataPhrase, LockPhrase } from '../../core/narrate/verdictWords';
import type { Miniature } from '../../picture/layout/miniature';

/** The filters of stories, beside the way for beginners. */
export const topics = ['pauses', 'clocks', 'crashes', 'network', 'tokens', 'elsewhere', 'libraries'] as const;
export type Topic = (typeof topics)[number];

export interface Card {
  readonly lock: LockFact;
  readonly data: DataFact;
  /** Both facts in their wording. */
  readonly phrases: { readonly lock: LockPhrase; readonly data: DataPhrase };
  readonly by: LockChoice;
  /** The id of its storage-side check. */
  readonly check: string;
  /** The kinds of its faults, each once. */
  readonly faults: readonly FaultKind[];
  readonly topics: readonly Topic[];
  readonly sources: readonly Source[];
  /** The number of variants that are not fixes. */
  readonly variants: number;
  readonly fixes: number;
  readonly picture: Miniature;
}
