/** A prediction: it is taken, its hidden run plays to where it is decided, and the reasons are shown. */
import { stopEventAt } from '../../core/judge/stopEvent';
import type { Prediction as Answer, PredictExercise } from '../../core/model/exercise';
import { applyPatch } from '../../core/model/patch';
import { rightPredictions } from '../../course/judging/predictions';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { movePlayheadTo, parkAtViolation } from '../state/playhead';
import { runs } from '../state/run';
import { useProgress } from './progress';
import type { Visit } from './visit';

export class Prediction {
  /** Where its run stops by itself; null unless it is playing to that point. */
  private stopAt: number | null = null;

  constructor(private readonly visit: Visit) {
    useCursor.subscribe(({ at }) => {
      if (this.stopAt !== null && at >= this.stopAt) this.report();
    });
  }

  choose(id: string): void {
    this.visit.setState({ chosen: id });
  }

  /** Takes the chosen prediction and plays the hidden run to where it is decided. Only the first prediction counts. */
  take(exercise: PredictExercise): void {
    const { chosen, stage } = this.visit.getState();
    if (chosen === null || stage !== 'asked') return;
    const { answer, earn, solved } = useProgress.getState();
    const wasSolved = Object.hasOwn(solved, exercise.id);
    const isFirst = answer(exercise.id, { answer: chosen });
    const isRight = rightPredictions(exercise, runs.get(exercise.scenario)).includes(chosen);
    if (isFirst && isRight && !wasSolved) earn(exercise.id, 0);
    this.play(exercise, chosen);
  }

  /** Goes to where the prediction is decided, and shows why. */
  report(): void {
    const { stopAt } = this;
    this.stopAt = null;
    if (stopAt !== null) movePlayheadTo(stopAt);
    if (this.visit.getState().stage === 'playing') this.visit.setState({ stage: 'told' });
  }

  private play({ scenario }: PredictExercise, chosen: string): void {
    this.visit.setState({ chosen, stage: 'playing' });
    const { setAt, setPlaying } = useCursor.getState();
    setAt(0);
    this.stopAt = stopEventAt(runs.get(scenario));
    setPlaying(true);
  }

  /** Plays to the right answer. A run that was cut off has no right answer. */
  solve(exercise: PredictExercise): void {
    const [answer] = rightPredictions(exercise, runs.get(exercise.scenario));
    if (answer === undefined) return;
    useProgress.getState().answer(exercise.id, { answer, shown: true });
    this.play(exercise, answer);
  }

  /** Shows a change under which a wrong prediction would have been right. */
  showOtherwise({ scenario }: PredictExercise, { rightWhen }: Answer): void {
    if (rightWhen === undefined) return;
    const changed = applyPatch(scenario, rightWhen);
    useEdition.getState().commit(changed);
    parkAtViolation(runs.get(changed));
  }

  /** Called when another exercise is opened. */
  leave(): void {
    this.stopAt = null;
  }
}
