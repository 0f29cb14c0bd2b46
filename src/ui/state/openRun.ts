/**
 * Opens a run, wherever it comes from: a story, a link, a file, an exercise. Knows where the playhead rests, but not
 * where the run comes from.
 */
import { useCursor } from './cursor';
import { type Opened, useEdition } from './edition';
import { parkAtViolation } from './playhead';
import { currentRun } from './run';

/**
 * Commits the scenario, which is one step of undo, and resets the view: nothing plays, nothing is selected, the whole
 * run is visible.
 * @param rest where the playhead waits; `point`: where the run comes to its point
 */
export function openRun(opened: Opened, rest: 'point' | 'start' = 'point'): void {
  useEdition.getState().open(opened);
  const { setView, setPlaying, setAt } = useCursor.getState();
  setPlaying(false);
  setView(null);
  if (rest === 'start') setAt(0);
  else parkAtViolation(currentRun());
}

/** Empties the history: undo does not go back behind what is open. */
export const resetHistory = (): void => useEdition.setState({ past: [], future: [] });
