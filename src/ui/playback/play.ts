/** Playing: one loop of animation frames moves the playhead; at the end of the run it stops. Never changes the scenario. */
import type { Micros } from '../../model/time';
import { useCursor } from '../state/cursor';
import { bringIntoView, isParked } from '../state/playhead';
import { currentRun } from '../state/run';

/** True seconds in a second of playing. */
export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10] as const;

/** A tab that slept does not leap when it wakes. */
const frameMsMax = 100;

let frame: number | null = null;

/** Follows `playing` of the cursor from now on. Answers how to stop following. */
export function startPlayback(): () => void {
  const stopFollowing = useCursor.subscribe((state, before) => {
    if (state.playing && !before.playing) begin();
    if (!state.playing && before.playing) end();
  });
  return () => {
    stopFollowing();
    end();
  };
}

/** Plays from the playhead; from the start when it stands at the end, or where the page had put it. */
export function togglePlaying(): void {
  const { playing, setPlaying, setAt, at } = useCursor.getState();
  if (!playing && (at >= currentRun().trace.header.endedAt || isParked())) {
    setAt(0);
    bringIntoView(0);
  }
  setPlaying(!playing);
}

function begin(): void {
  let before: number | null = null;
  const move = (now: number): void => {
    const { speed, at, setAt, setPlaying } = useCursor.getState();
    const passedMs = before === null ? 0 : Math.min(frameMsMax, now - before);
    before = now;
    const next = playedOn(at, passedMs * 1000 * speed, currentRun().trace.header.endedAt);
    setAt(next.at);
    // Whoever follows the playhead may have ended the playing just now.
    if (!useCursor.getState().playing) return;
    // Most of what comes next is in sight.
    bringIntoView(next.at, 0.1);
    if (next.ended) setPlaying(false);
    else frame = requestAnimationFrame(move);
  };
  end();
  frame = requestAnimationFrame(move);
}

function end(): void {
  if (frame !== null) cancelAnimationFrame(frame);
  frame = null;
}

/** The playhead after a length of time; it stays within the run. */
export function playedOn(
  at: Micros,
  passed: Micros,
  endedAt: Micros,
): { readonly at: Micros; readonly ended: boolean } {
  const next = at + passed;
  return next >= endedAt ? { at: endedAt, ended: true } : { at: next, ended: false };
}
