/**
 * A first visit sees a folded page: of the run the clients, the lock as one bar and the storage, and of the page the
 * timeline and a sentence. What folds it is loaded for first visits alone. A projector's page has whole lanes with larger type.
 */
import { create } from 'zustand';
import type { lanesOf, typeScale } from '../../layout/lanes';
import type { Picture } from '../../layout/picture';
import type { Words } from '../../layout/words';

export interface Fold {
  /** While it plays, what is to come is covered. `unfolds`: the page is there, and the lanes are on their way. */
  readonly stage: 'plays' | 'told' | 'unfolds';
  /** Absent: the usual lanes. */
  readonly lanesOf?: typeof lanesOf;
  readonly scaleOf: typeof typeScale;
  /** Fewer and plainer words on the timeline. */
  readonly words: Partial<Words>;
  /** What is added to the picture, and left out of it. */
  readonly retouch: (picture: Picture) => Picture;
}

/** Null: nothing is folded. */
export const useFold = create<{ readonly fold: Fold | null }>()(() => ({ fold: null }));

/** Whether only the timeline is on the page. */
export const useIsFolded = (): boolean => useFold(({ fold }) => fold !== null && fold.stage !== 'unfolds');
