/** How far the scene has been played. */
import type { Run } from '../../core/model/trace/run';
import { type Instant, instant } from '../../core/model/values/time';
import type { Scene } from '../../picture/scene/sceneOf';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useIsGrowing } from '../state/shownLive';

interface Played {
  /** In µs; null: everything is shown. */
  readonly playedTo: Instant | null;
  /** Whether the playhead is where the scene stops. */
  readonly isOver: boolean;
}

/** During a drag, nothing is covered. */
export function usePlayed({ trace }: Run, { stopsAt }: Scene): Played {
  const isDragged = useEdition(({ draft }) => draft !== null);
  // A run on real Redis that is still going has its end ahead.
  const isGrowing = useIsGrowing();
  const isOver = useCursor(({ at }) => !isGrowing && at >= Math.min(stopsAt, trace.header.endedAt));
  const at = useCursor((state) => (isOver || isDragged ? null : instant(state.at)));
  return { playedTo: at, isOver: isOver || isDragged };
}
