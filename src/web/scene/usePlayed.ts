/** How far the scene has been played. */
import type { Run } from '../../core/model/run';
import { type Instant, instant } from '../../core/model/time';
import type { Scene } from '../../picture/scene/sceneOf';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useIsGrowing } from '../state/shownLive';

interface Played {
  /** In µs; null: all of it is shown. */
  readonly playedTo: Instant | null;
  /** Whether it stands where it stops. */
  readonly isOver: boolean;
}

/** While something is dragged, nothing is covered. Words come with the moments that they tell of, so only these are told apart. */
export function usePlayed({ trace }: Run, { stopsAt }: Scene): Played {
  const isDragged = useEdition(({ draft }) => draft !== null);
  // A run on real Redis that goes on has its end before it.
  const isGrowing = useIsGrowing();
  const isOver = useCursor(({ at }) => !isGrowing && at >= Math.min(stopsAt, trace.header.endedAt));
  const at = useCursor((state) => (isOver || isDragged ? null : instant(state.at)));
  return { playedTo: at, isOver: isOver || isDragged };
}
