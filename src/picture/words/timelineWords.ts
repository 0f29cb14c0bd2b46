/** The words of the timeline in one language, in the form that layout needs. */

import type { timeline } from '../../content/texts/en/timeline';
import type { FaultSpeech } from '../../core/faults/texts';
import { type NameWords, nameOf, shortName } from '../../core/model/scenario/processName';
import type { Words } from '../layout/words';

type Texts = typeof timeline;

/** All words of the timeline: those that layout places, and those of its controls. */
export type TimelineWords = Texts & Words;

interface Tables {
  readonly timeline: Texts;
  /** How the page names the processes. */
  readonly names: NameWords;
  readonly faults: FaultSpeech;
}

/** Made once per language, because pictures are cached by this object. */
export const timelineWords = ({ timeline, names, faults }: Tables): TimelineWords => ({
  ...timeline,
  fault: (kind) => faults.get(kind)?.name ?? kind,
  faultDoes: (fault) => faults.get(fault.kind)?.title(shortName(fault.process), fault) ?? fault.kind,
  process: (id) => nameOf(id, names),
  processShort: shortName,
});
