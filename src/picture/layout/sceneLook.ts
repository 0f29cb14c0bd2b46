/** The look of a scene: few lanes, the lock as one of them. */
import type { ProcessId } from '../../core/model/scenario';
import type { Instant } from '../../core/model/time';

/** The picture of a scene: few lanes, the lock as one lane. */
export interface SceneLook {
  /** The processes that have a lane, top to bottom. All others are folded into the lock's lane, or left out if they are clients. */
  readonly lanes: readonly ProcessId[];
  /** The name of the fault that asks to be dragged. */
  readonly fault: string | null;
  /** Whether it still says so. */
  readonly isAsking: boolean;
  /** Up to where it has been played: nothing later is drawn but the faults, pale. null: all is shown. */
  readonly playedTo: Instant | null;
  /** The reader's place: before a page, or in the rows of a room. Absent: before a page. */
  readonly size?: 'page' | 'room';
  /** 0: the scene; 1: the usual lanes; in between on the way. */
  readonly open: number;
}

/** A scene that stands still: nobody drags anything in it, and all is shown. */
export const stillScene = (lanes: readonly ProcessId[]): SceneLook => ({
  lanes,
  fault: null,
  isAsking: false,
  playedTo: null,
  open: 0,
});
