/** How a run is opened, whoever opens it: a story, a link, a file, an exercise. Knows where to rest, not where the run comes from. */
import { useCursor } from './cursor';
import { parkAtViolation } from './playhead';
import { currentRun } from './run';
import { type Edition, useScenario } from './scenario';

/**
 * Commits the scenario, which is one step of undo, and shows its run from the beginning of a visit: nothing plays, nothing is
 * selected, the whole of it is in view. @param rest where the playhead waits; `point`: where the run comes to its point.
 */
export function openRun({ scenario, ...telling }: Edition, rest: 'point' | 'start' = 'point'): void {
  useScenario.getState().commit(scenario, telling);
  const { select, setView, setPlaying, setAt } = useCursor.getState();
  setPlaying(false);
  select(null);
  setView(null);
  if (rest === 'start') setAt(0);
  else parkAtViolation(currentRun());
}

/** What is open has nothing before it to go back to. */
export const resetHistory = (): void => useScenario.setState({ past: [], future: [] });
