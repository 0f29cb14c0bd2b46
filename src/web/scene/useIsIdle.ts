/** A cursor on a wall is in the way. */
import { useEffect, useState } from 'react';

/** So long after the last move of the mouse, in ms. */
const idleMs = 2000;

/** Whether nobody has moved the mouse for a while. */
export function useIsIdle(isWatched: boolean): boolean {
  const [isIdle, setIdle] = useState(true);
  useEffect(() => {
    if (!isWatched) return;
    let timer = 0;
    const rest = (): void => {
      setIdle(true);
      // What was pressed by mouse would hold the bar there, and take the clicker's keys.
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && activeElement.closest('header') !== null) activeElement.blur();
    };
    const move = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(rest, idleMs);
    };
    addEventListener('pointermove', move);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', move);
    };
  }, [isWatched]);
  return isIdle && isWatched;
}
