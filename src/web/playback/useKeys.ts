/** Handles the space bar and the arrow keys, on pages without other shortcuts. */
import { useEffect } from 'react';
import { stepBy } from '../state/playhead';
import { currentRun } from '../state/run';
import { togglePlaying } from './play';

/** They work once the page has the focus. */
export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.code === 'Space') togglePlaying();
      else if (event.code === 'ArrowRight') stepBy(currentRun(), 1);
      else if (event.code === 'ArrowLeft') stepBy(currentRun(), -1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
