/**
 * The height of the lanes in a frame that grows with its content. The surrounding page has made room for the frame before
 * anything was loaded. Where that is wrong by a few pixels the lanes take what is over or give what is missing, so that
 * nothing moves in the page.
 */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { rowsHeight } from '../../layout/rowsHeight';
import { useRun } from '../state/run';

/** The lanes are still legible when they are so much lower, and not yet empty when they are so much higher. */
const least = -48;
const most = 64;

/**
 * In CSS pixels.
 * @param room null: the page has made none
 * @param runs how many are shown, one below the other
 */
export function useRoom(room: number | null, content: RefObject<HTMLElement | null>, runs: number): number {
  const rows = rowsHeight(useRun().trace.header);
  const [extra, setExtra] = useState(0);
  const [width] = useState(innerWidth);
  useLayoutEffect(() => {
    const height = content.current?.getBoundingClientRect().height ?? 0;
    // Whole pixels, and none too many: the frame rounds up.
    const missing = room === null ? 0 : Math.floor((room - height) / runs);
    if (missing >= least && missing <= most) setExtra(missing);
  }, [room, content, runs]);
  const [isAsWide, setIsAsWide] = useState(true);
  useEffect(() => {
    // The room was made for one width.
    const onResize = (): void => setIsAsWide(innerWidth === width);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [width]);
  return rows + (isAsWide ? extra : 0);
}
