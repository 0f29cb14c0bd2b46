/** A cursor on a projected page is in the way, so it is hidden when idle. */
import { useEffect, useState } from 'react';

/** How long after the last move of the mouse it is idle, in ms. */
const idleMs = 2000;

/** Whether nobody has moved the mouse for a while. */
export function useIsIdle(isWatched: boolean): boolean {
  const [isIdle, setIdle] = useState(true);
  useEffect(() => {
    if (!isWatched) return;
    let timer = 0;
    const rest = (): void => {
      setIdle(true);
      // A button pressed by mouse would keep the bar visible and take the clicker's keys.
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
