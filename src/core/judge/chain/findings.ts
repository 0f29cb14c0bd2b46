/** The findings of all monitors in a run. The chains of causes are built from them. */
import type { WorkAfterEnd } from '../afterEnd';
import type { LostUpdate } from '../lostUpdate';
import type { OverlapPair } from '../overlap';
import type { Starvation } from '../starvation';
import type { StuckLock } from '../stuck';
import type { StuckMark } from '../stuckMark';
import type { TooShort } from '../tooShort';
import type { TornWrite } from '../tornWrite';

export interface Findings {
  readonly pairs: readonly OverlapPair[];
  readonly losses: readonly LostUpdate[];
  readonly torn: readonly TornWrite[];
  readonly stuck: StuckLock | null;
  /** The same for the resource: a mark stays forever. */
  readonly mark: StuckMark | null;
  /** Clients that wait forever, because the queue of events is empty. */
  readonly silent: readonly Starvation[];
  readonly waits: readonly Starvation[];
  /** Work after the end of its lock. */
  readonly afterEnd: readonly WorkAfterEnd[];
  /** The clients that were still asking when the run ended. */
  readonly short: TooShort | null;
}
