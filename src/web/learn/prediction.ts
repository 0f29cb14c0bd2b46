/** A prediction: it is taken, its hidden run plays to where it is decided, and the reasons are shown. */
import { stopEventAt } from '../../core/judge/stopEvent';
import type { PredictExercise, Prediction } from '../../core/model/scenario/exercise';
import { applyPatch } from '../../core/model/scenario/patch';
import { rightPredictions } from '../../course/judging/predictions';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { movePlayheadTo, parkAtViolation } from '../state/playhead';
import { runs } from '../state/run';
import { useExercises } from './exerciseState';
import { useProgress } from './progress';

/** Where its run stops by itself; null unless it is playing to that point. */
let stopAt: number | null = null;

useCursor.subscribe(({ at }) => {
  if (stopAt !== null && at >= stopAt) reportPrediction();
});

/** Takes the chosen prediction and plays the hidden run to where it is decided. Only the first prediction counts. */
export function takePrediction(exercise: PredictExercise): void {
  const { chosen, stage } = useExercises.getState();
  if (chosen === null || stage !== 'asked') return;
  const { answer, earn, solved } = useProgress.getState();
  const wasSolved = Object.hasOwn(solved, exercise.id);
  const isFirst = answer(exercise.id, { answer: chosen });
  const isRight = rightPredictions(exercise, runs.get(exercise.scenario)).includes(chosen);
  if (isFirst && isRight && !wasSolved) earn(exercise.id, 0);
  play(exercise, chosen);
}

/** Goes to where the prediction is decided, and shows why. */
export function reportPrediction(): void {
  const at = stopAt;
  stopAt = null;
  if (at !== null) movePlayheadTo(at);
  if (useExercises.getState().stage === 'playing') useExercises.setState({ stage: 'told' });
}

function play({ scenario }: PredictExercise, chosen: string): void {
  useExercises.setState({ chosen, stage: 'playing' });
  const { setAt, setPlaying } = useCursor.getState();
  setAt(0);
  stopAt = stopEventAt(runs.get(scenario));
  setPlaying(true);
}

/** Plays to the right answer. A run that was cut off has no right answer. */
export function solvePrediction(exercise: PredictExercise): void {
  const [answer] = rightPredictions(exercise, runs.get(exercise.scenario));
  if (answer === undefined) return;
  useProgress.getState().answer(exercise.id, { answer, shown: true });
  play(exercise, answer);
}

/** Shows a change under which a wrong prediction would have been right. */
export function showOtherwise({ scenario }: PredictExercise, { rightWhen }: Prediction): void {
  if (rightWhen === undefined) return;
  const changed = applyPatch(scenario, rightWhen);
  useEdition.getState().commit(changed);
  parkAtViolation(runs.get(changed));
}

/** Called when another exercise is opened. */
export function leavePrediction(): void {
  stopAt = null;
}
