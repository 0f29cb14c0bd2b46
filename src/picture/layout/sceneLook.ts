/** How a scene looks: few lanes, and the lock as one of them. */
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Instant } from '../../core/model/values/time';

export interface SceneLook {
  /**
   * The processes with a lane, top to bottom. Other processes are folded into the lock's lane; other clients are left
   * out.
   */
  readonly lanes: readonly ProcessId[];
  /** The name of the fault that invites dragging. */
  readonly fault: string | null;
  /** The names of the faults that are not drawn. Absent: none. */
  readonly hidden?: readonly string[];
  /** Whether it still shows the invitation. */
  readonly isAsking: boolean;
  /** Whether a person has changed the run: the length that was set then comes before the invitation. */
  readonly isChanged?: boolean;
  /**
   * The instant up to which the scene was played: nothing later is drawn except the faults, pale. null: everything is
   * shown.
   */
  readonly playedTo: Instant | null;
  /** Where the playhead rests at the end: words make room for it if they can. Absent: no playhead is drawn. */
  readonly restsAt?: Instant;
  /** Where the reader is: in front of a page, or in a room with a projector. Absent: in front of a page. */
  readonly size?: 'page' | 'room';
  /** 0: the scene; 1: the usual lanes; in between: the transition. */
  readonly open: number;
}

/** A still scene: nothing can be dragged, and everything is shown. */
export const stillScene = (lanes: readonly ProcessId[]): SceneLook => ({
  lanes,
  fault: null,
  isAsking: false,
  playedTo: null,
  open: 0,
});
