/**
 * The height of the lanes in a frame that grows with its content. The surrounding page reserved room for the frame
 * before anything was loaded. If that is a few pixels off, the lanes absorb the difference, so that nothing moves in
 * the page.
 */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { rowsHeight } from '../../picture/layout/rowsHeight';
import { useRun } from '../state/run';

/** How much lower and how much higher the lanes may be and still look right, in px. */
const least = -48;
const most = 120;

/** A run that is not ready by then may move the page, in ms. */
const patienceMs = 5000;

interface ReservedHeight {
  /** The height of the lanes of one run, in CSS pixels. */
  readonly rows: number;
  /** The height that two runs cannot share. */
  readonly spare: number;
  /** The height held until all runs are ready; null: no longer held. */
  readonly held: number | null;
}

/**
 * @param room null: the page has reserved no room
 * @param runs how many are shown, stacked
 */
export function useReservedHeight(
  room: number | null,
  content: RefObject<HTMLElement | null>,
  runs: number,
): ReservedHeight {
  const rows = rowsHeight(useRun().trace.header);
  const [extra, setExtra] = useState({ each: 0, spare: 0 });
  const [isHeld, setIsHeld] = useState(room !== null && runs > 1);
  const [width] = useState(innerWidth);
  useLayoutEffect(() => {
    const element = content.current;
    if (room === null || element === null) return;
    const settle = (): void => {
      if (element.querySelectorAll('[data-plot]').length < runs) return;
      changes.disconnect();
      element.style.minHeight = '';
      // Whole pixels, rounded down: the frame rounds up.
      const missing = Math.floor(room - element.getBoundingClientRect().height);
      const each = Math.floor(missing / Math.max(1, runs));
      if (each >= least && each <= most) setExtra({ each, spare: runs > 1 ? missing - each * runs : 0 });
      setIsHeld(false);
    };
    const changes = new MutationObserver(settle);
    changes.observe(element, { childList: true, subtree: true });
    settle();
    const impatience = setTimeout(() => setIsHeld(false), patienceMs);
    return () => {
      changes.disconnect();
      clearTimeout(impatience);
    };
  }, [room, content, runs]);
  const [isAsWide, setIsAsWide] = useState(true);
  useEffect(() => {
    // The room was reserved for one width.
    const onResize = (): void => setIsAsWide(innerWidth === width);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [width]);
  const { each, spare } = isAsWide ? extra : { each: 0, spare: 0 };
  return { rows: rows + each, spare, held: isHeld ? room : null };
}
