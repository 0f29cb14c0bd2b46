/** Replaces `parts/mediaHook`: answers for the window of a still. */
import { roomNow } from './stage';

const condition = /\((max|min)-(width|height): ([\d.]+)px\)/g;

/** @param query alternatives of conditions on the size of the window; every other condition is false */
export function mediaHook(query: string): () => boolean {
  const holds = (part: string): boolean => {
    const matches = [...part.matchAll(condition)];
    const isKnown = matches.length === part.split(' and ').length;
    return isKnown && matches.every(([, way, side, px]) => fits(way, side, Number(px)));
  };
  return () => query.split(', ').some(holds);
}

function fits(way: string | undefined, side: string | undefined, px: number): boolean {
  const { width, height } = roomNow().window;
  const has = side === 'width' ? width : height;
  return way === 'max' ? has <= px : has >= px;
}
