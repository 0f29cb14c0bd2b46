/** Which exercise is open, and how far somebody has come with it. The scenario itself stands in the scenario's store. */
import { create } from 'zustand';
import { chapters } from '../../exercises';
import type { Attack, Exercise } from '../../model/exercise';
import { applyPatch } from '../../model/patch';
import type { Text } from '../../model/text';
import { rightPredictions } from '../../run/exercise';
import { useCursor } from '../state/cursor';
import { openRun, resetHistory } from '../state/openRun';
import { fetchParts } from '../state/parts';
import { parkAtViolation } from '../state/playhead';
import { dropProposal } from '../state/proposal';
import { runOf } from '../state/run';
import { useScenario } from '../state/scenario';

interface ExerciseState {
  /** In their order; empty until they are loaded. */
  readonly all: readonly Exercise[];
  /** Made by somebody, and opened here. */
  readonly own: readonly Exercise[];
  readonly openId: string | null;
  /** How many hints were taken. */
  readonly hints: number;
  /** What somebody has chosen of the predictions, and whether it has been tried. */
  readonly chosen: string | null;
  readonly tried: boolean;
  /** How often it was said wrongly. */
  readonly misses: number;
  readonly solutionShown: boolean;
  /** The attack that is on screen. */
  readonly attack: Attack | null;
  readonly failed: string | null;
  /** What the address named and nobody has. */
  readonly missing: string | null;
  /** What is wrong with the last one that could not be opened. */
  readonly problems: readonly Text[];
}

const fresh = {
  hints: 0,
  chosen: null,
  tried: false,
  misses: 0,
  solutionShown: false,
  attack: null,
  missing: null,
  problems: [],
};

export const useExercises = create<ExerciseState>()(() => ({ all: [], own: [], openId: null, failed: null, ...fresh }));

export const useExercise = (): Exercise | null => useExercises(openOf) ?? null;

/** For handlers of events. */
export const openNow = (): Exercise | undefined => openOf(useExercises.getState());

function openOf({ all, own, openId }: ExerciseState): Exercise | undefined {
  return all.find(({ id }) => id === openId) ?? own.find(({ id }) => id === openId);
}

/** Who makes an exercise need not solve it; what is to be predicted is solved by the run. */
export const hasSolution = (exercise: Exercise): boolean =>
  exercise.kind === 'predict' || Object.keys(exercise.solution).length > 0;

export async function loadExercises(): Promise<void> {
  try {
    const [loaded] = await Promise.all([Promise.all(chapters.map(({ load }) => load())), fetchParts()]);
    useExercises.setState({ all: loaded.flat(), failed: null });
  } catch (error) {
    useExercises.setState({ failed: error instanceof Error ? error.message : String(error) });
  }
}

/** Opens an exercise from its beginning. */
export function openExercise(exercise: Exercise): void {
  useExercises.setState({ ...fresh, openId: exercise.id });
  show(exercise);
  resetHistory();
}

/** Opens it, and says so in the address, whatever else stands there: a language, a theme, that it is embedded. */
export function goTo(exercise: Exercise): void {
  openExercise(exercise);
  const query = new URLSearchParams(location.search);
  query.set('do', exercise.id);
  history.replaceState(history.state, '', `?${query}`);
}

/** The scenario as it was given; undo brings back what was there. */
export function resetExercise(): void {
  const exercise = openNow();
  if (exercise === undefined) return;
  useExercises.setState({ chosen: null, tried: false, attack: null, solutionShown: false });
  show(exercise);
}

function show(exercise: Exercise): void {
  dropProposal();
  const { scenario, kind } = exercise;
  openRun({ scenario, storyId: null, variantId: null }, kind === 'predict' ? 'start' : 'point');
}

export function showSolution(): void {
  const exercise = openNow();
  if (exercise === undefined) return;
  useExercises.setState({ solutionShown: true, attack: null });
  if (exercise.kind === 'predict')
    useExercises.setState({ chosen: rightPredictions(exercise, runOf(exercise.scenario))[0] ?? null });
  else useScenario.getState().commit(applyPatch(exercise.scenario, exercise.solution));
}

/** Puts an attack on the screen: what it does to the committed scenario, which stays as it is. Null: away with it. */
export function showAttack(attack: Attack | null): void {
  const { committed, setDraft } = useScenario.getState();
  setDraft(attack === null ? null : applyPatch(committed, attack.patch));
  useExercises.setState({ attack });
  if (attack !== null) parkAtViolation(runOf(useScenario.getState().draft ?? committed));
}

// Whatever is changed, undone or dragged is on screen instead of the attack.
useScenario.subscribe((now, before) => {
  if (now.draft === before.draft && now.committed === before.committed) return;
  if (useExercises.getState().attack !== null) useExercises.setState({ attack: null });
});

/** Plays what was hidden; answers whether the prediction was right. */
export function tryPrediction(exercise: Extract<Exercise, { kind: 'predict' }>): boolean {
  const { chosen, misses } = useExercises.getState();
  const isRight = chosen !== null && rightPredictions(exercise, runOf(exercise.scenario)).includes(chosen);
  useExercises.setState({ tried: true, misses: misses + (isRight ? 0 : 1) });
  const { setAt, setPlaying } = useCursor.getState();
  setAt(0);
  setPlaying(true);
  return isRight;
}
