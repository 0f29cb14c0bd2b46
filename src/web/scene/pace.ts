/** Sets the speed so that each sentence can be read, however much time is between it and the next. */
import type { SpokenLine } from '../../picture/scene/narration';
import { useCursor } from '../state/cursor';

/**
 * Follows the playhead from now on.
 * @param stopsAt where playing stops, in µs
 * @returns a function that stops and restores the speed
 */
export function followPace(telling: readonly Pick<SpokenLine, 'at' | 'ms'>[], stopsAt: number): () => void {
  const usual = useCursor.getState().speed;
  let lastMoment = -1;
  const pace = (at: number): void => {
    const moment = telling.findLastIndex((one) => one.at <= at);
    const line = telling[moment];
    if (moment === lastMoment || line === undefined) return;
    lastMoment = moment;
    const micros = (telling[moment + 1]?.at ?? stopsAt) - line.at;
    if (micros > 0) useCursor.getState().setSpeed(micros / 1000 / line.ms);
  };
  const stop = useCursor.subscribe(({ playing, at }, before) => {
    if (playing && (at !== before.at || !before.playing)) pace(at);
    if (!playing) lastMoment = -1;
  });
  return () => {
    stop();
    useCursor.getState().setSpeed(usual);
  };
}
