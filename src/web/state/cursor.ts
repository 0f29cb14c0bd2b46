/** Where the person is in the run: the playhead and the visible stretch of time. It is not part of the scenario. */
import { create } from 'zustand';

/** A stretch of true time in microseconds. */
export interface View {
  readonly from: number;
  readonly to: number;
}

interface CursorState {
  /** The playhead in microseconds of true time. */
  readonly at: number;
  readonly playing: boolean;
  /** True seconds of the run per second of playing: 0.1 is ten times slower. A scene sets it at each moment (`scene/pace.ts`). */
  readonly speed: number;
  /** The stretch that the timeline shows; null: the whole run. */
  readonly view: View | null;
  /** Where playing stops, in µs; null: at the end of the run. */
  readonly stopsAt: number | null;
  /**
   * The instants that the arrow keys visit, in µs; null: every event. Without motion, playing goes from one to the next
   * and rests at each.
   */
  readonly moments: readonly number[] | null;
  /** Whether idle time is folded away on the axis. */
  readonly evenSpacing: boolean;
  readonly setAt: (at: number) => void;
  readonly setPlaying: (playing: boolean) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setView: (view: View | null) => void;
  readonly setEvenSpacing: (evenSpacing: boolean) => void;
}

export const useCursor = create<CursorState>()((set) => ({
  at: 0,
  playing: false,
  speed: 0.5,
  view: null,
  stopsAt: null,
  moments: null,
  evenSpacing: false,
  setAt: (at) => set({ at: Math.max(0, at) }),
  setPlaying: (playing) => set({ playing }),
  setSpeed: (speed) => set({ speed }),
  setView: (view) => set({ view }),
  setEvenSpacing: (evenSpacing) => set({ evenSpacing }),
}));
