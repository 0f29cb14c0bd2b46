/** Plays at a pace at which each sentence can be read, however much time lies between it and the next. */
import type { SpokenLine } from '../../picture/scene/telling';
import { useCursor } from '../state/cursor';

/**
 * Follows the playhead from now on.
 * @param stopsAt where playing stops, in µs
 * @returns a function that stops and restores the speed
 */
export function followPace(telling: readonly Pick<SpokenLine, 'at' | 'ms'>[], stopsAt: number): () => void {
  const usual = useCursor.getState().speed;
  let shown = -1;
  const pace = (at: number): void => {
    const moment = telling.findLastIndex((one) => one.at <= at);
    const told = telling[moment];
    if (moment === shown || told === undefined) return;
    shown = moment;
    const micros = (telling[moment + 1]?.at ?? stopsAt) - told.at;
    if (micros > 0) useCursor.getState().setSpeed(micros / 1000 / told.ms);
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
