/** What the monitors have found in a run, for those who tell why. */
import type { Loss } from '../lostUpdate';
import type { Pair } from '../overlap';
import type { Stuck } from '../stuck';
import type { StuckMark } from '../stuckMark';
import type { TooShort } from '../tooShort';
import type { Torn } from '../tornWrite';
import type { Standstill } from '../unavailable';

export interface Found {
  readonly pairs: readonly Pair[];
  readonly losses: readonly Loss[];
  readonly torn: readonly Torn[];
  readonly stuck: Stuck | null;
  /** The same for the resource: a mark that nobody will take away. */
  readonly mark: StuckMark | null;
  /** Nothing is left to happen, and these clients wait. */
  readonly silent: readonly Standstill[];
  readonly waits: readonly Standstill[];
  /** The run ended while these clients were still asking. */
  readonly short: TooShort | null;
}
