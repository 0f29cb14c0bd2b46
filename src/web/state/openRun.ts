/**
 * Opens a run from any source: a story, a link, a file, an exercise. Knows where the playhead rests, but not where
 * the run comes from.
 */
import { useCursor } from './cursor';
import { type ScenarioSource, useEdition } from './edition';
import { parkAtViolation } from './playhead';
import { currentRun } from './run';

type Rest = 'point' | 'start';

let restOf = (): Rest => 'point';

/** @param rule where the playhead waits on this page; `point`: where the run comes to its point */
export const setPlayheadDefault = (rule: () => Rest): void => {
  restOf = rule;
};

/**
 * Commits the scenario, which is one step of undo, and resets the view: nothing plays, nothing is selected, the whole
 * run is visible.
 * @param rest where the playhead waits, if not at this page's default
 */
export function openRun(opened: ScenarioSource, rest = restOf()): void {
  useEdition.getState().open(opened);
  const { setView, setPlaying, setAt } = useCursor.getState();
  setPlaying(false);
  setView(null);
  if (rest === 'start') setAt(0);
  else parkAtViolation(currentRun());
}

/** Empties the history: undo does not go back before what is open. */
export const resetHistory = (): void => useEdition.setState({ past: [], future: [] });
