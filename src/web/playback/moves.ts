/** What moves the playhead, by a key and by a button. */
import { goTo, goToEnd, jumpToViolation, stepBy } from '../state/playhead';
import { currentRun } from '../state/run';
import { togglePlaying } from './play';

export const moves = {
  start: { keys: 'Home', run: () => goTo(0) },
  previous: { keys: 'ArrowLeft', run: () => stepBy(currentRun(), -1) },
  play: { keys: 'Space', run: togglePlaying },
  next: { keys: 'ArrowRight', run: () => stepBy(currentRun(), 1) },
  end: { keys: 'End', run: goToEnd },
  violation: { keys: 'KeyJ', run: jumpToViolation },
} as const;
