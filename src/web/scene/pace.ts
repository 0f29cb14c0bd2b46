/**
 * Plays at a pace at which each sentence can be read: every moment lasts equally long, however much time lies
 * between.
 */
import { momentMs } from '../../picture/scene/nextStep';
import { useCursor } from '../state/cursor';

/**
 * Follows the playhead from now on.
 * @returns a function that stops and restores the speed
 */
export function followPace(moments: readonly number[]): () => void {
  const usual = useCursor.getState().speed;
  let shown = -1;
  const pace = (at: number): void => {
    const moment = moments.findLastIndex((time) => time <= at);
    if (moment === shown) return;
    shown = moment;
    const [from = 0, to = from] = moments.slice(moment, moment + 2);
    const seconds = (to - from) / 1_000_000;
    if (seconds > 0) useCursor.getState().setSpeed((seconds * 1000) / momentMs);
  };
  const stop = useCursor.subscribe(({ playing, at }, before) => {
    if (playing && (at !== before.at || !before.playing)) pace(at);
    if (!playing) shown = -1;
  });
  return () => {
    stop();
    useCursor.getState().setSpeed(usual);
  };
}
