/**
 * Playing: one loop of animation frames moves the playhead. It stops at the end of the run or at its stop, and when a
 * sheet covers the page. At the last event of a run that is still going it waits for more. It never changes the
 * scenario.
 */

import { goesOn, isGoing } from '../../core/model/trace/trace';
import type { Micros } from '../../core/model/values/time';
import { momentMs } from '../../picture/scene/nextStep';
import { whenSheetOpens } from '../parts/sheetOpens';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor } from '../state/cursor';
import { bringIntoView, isParked } from '../state/playhead';
import { currentRun } from '../state/run';

/** True seconds of the run per second of playing. */
export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10] as const;

/** A tab that slept does not jump ahead when it wakes. */
const frameMsMax = 100;

/** Calls back when the next frame is drawn; returns a function that cancels. */
export type NextFrame = (draw: (now: number) => void) => () => void;

const nextFrame: NextFrame = (draw) => {
  const frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
};

/** Follows `playing` of the cursor from now on. Returns a function that stops following. */
export function startPlayback(next: NextFrame = nextFrame): () => void {
  let end = (): void => {};
  const begin = (): void => {
    const isStill = wantsNoMotion();
    let before: number | null = null;
    // The next moment follows at once.
    let shownMs = momentMs;
    const move = (now: number): void => {
      const passedMs = before === null ? 0 : Math.min(frameMsMax, now - before);
      before = now;
      const moments = isStill ? useCursor.getState().moments : null;
      shownMs += passedMs;
      if (moments !== null && shownMs < momentMs) {
        end = next(move);
        return;
      }
      shownMs = 0;
      if (moments === null ? movePlayhead(passedMs) : showNext(moments)) end = next(move);
    };
    end();
    end = next(move);
  };
  const stopFollowing = useCursor.subscribe((state, before) => {
    if (state.playing && !before.playing) begin();
    if (!state.playing && before.playing) end();
  });
  const stopListening = whenSheetOpens(() => useCursor.getState().setPlaying(false));
  return () => {
    stopListening();
    stopFollowing();
    end();
  };
}

/** Returns whether there are more of them. */
function showNext(moments: readonly number[]): boolean {
  const { at, setAt, setPlaying } = useCursor.getState();
  const next = moments.find((moment) => moment > at);
  if (next !== undefined) {
    setAt(next);
    bringIntoView(next, 0.1);
  }
  if ((next !== undefined && next !== moments.at(-1)) || isGoing(currentRun().trace)) return true;
  setPlaying(false);
  return false;
}

/** Returns whether it continues. */
function movePlayhead(passedMs: number): boolean {
  const { speed, at, setAt, setPlaying, stopsAt } = useCursor.getState();
  const { trace } = currentRun();
  if (goesOn(trace, at)) return true;
  const stop = stopsAt !== null && at < stopsAt ? stopsAt : trace.header.endedAt;
  const next = playedOn(at, passedMs * 1000 * speed, stop);
  setAt(next.at);
  // A follower of the playhead may just have stopped the playing.
  if (!useCursor.getState().playing) return false;
  // Most of what comes next is in view.
  bringIntoView(next.at, 0.1);
  if (!next.ended || (stop === trace.header.endedAt && isGoing(trace))) return true;
  setPlaying(false);
  return false;
}

/**
 * Plays from the playhead. If the playhead is at the end, or where the page put it, plays from the start. From the
 * last event of a run that is still going it plays what is still to come.
 */
export function togglePlaying(): void {
  const { playing, setPlaying, setAt, at, stopsAt } = useCursor.getState();
  const { trace } = currentRun();
  if (!playing && !goesOn(trace, at) && (at >= (stopsAt ?? trace.header.endedAt) || isParked())) {
    setAt(0);
    bringIntoView(0);
  }
  setPlaying(!playing);
}

/** The playhead after this length of time, within the run. */
export function playedOn(
  at: Micros,
  passed: Micros,
  endedAt: Micros,
): { readonly at: Micros; readonly ended: boolean } {
  const next = at + passed;
  return next >= endedAt ? { at: endedAt, ended: true } : { at: next, ended: false };
}
