/** The findings of all monitors in a run, from which the chains of causes are made. */
import type { Loss } from '../lostUpdate';
import type { Pair } from '../overlap';
import type { Stuck } from '../stuck';
import type { StuckMark } from '../stuckMark';
import type { TooShort } from '../tooShort';
import type { Torn } from '../tornWrite';
import type { Standstill } from '../unavailable';

export interface Findings {
  readonly pairs: readonly Pair[];
  readonly losses: readonly Loss[];
  readonly torn: readonly Torn[];
  readonly stuck: Stuck | null;
  /** The same for the resource: a mark that stays for ever. */
  readonly mark: StuckMark | null;
  /** Clients that wait for ever: the queue is empty. */
  readonly silent: readonly Standstill[];
  readonly waits: readonly Standstill[];
  /** The run ended while these clients were still asking. */
  readonly short: TooShort | null;
}
