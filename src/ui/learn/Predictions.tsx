// The answers to choose from before the run may be seen, and afterwards whether the choice was right.
import { useId } from 'react';
import type { PredictExercise } from '../../model/exercise';
import { explain } from '../../narrate/explain';
import { rightPredictions } from '../../run/exercise';
import { Button } from '../parts/Button';
import { useRun } from '../state/run';
import { useText, useWords } from '../words/i18n';
import { useExercises, workshop } from './exerciseState';
import styles from './Learn.module.css';
import { pointsFor, useProgress } from './progress';
import { Score } from './Score';
import { learnWords } from './words';

export function Predictions({ exercise }: { readonly exercise: PredictExercise }) {
  const text = useText();
  const words = text(learnWords);
  const chosen = useExercises((state) => state.chosen);
  const tried = useExercises((state) => state.tried);
  const group = useId();
  const attempt = (): void => {
    if (!workshop.tryPrediction(exercise)) return;
    const { hints, misses, solutionShown } = useExercises.getState();
    if (solutionShown) return;
    const points = Math.max(1, pointsFor({ spent: null, par: null, hints }) - (misses > 0 ? 1 : 0));
    useProgress.getState().note(exercise.id, { points, hints });
  };
  return (
    <>
      <fieldset className={styles.answers} disabled={tried}>
        <legend>{words.answers}</legend>
        {exercise.options.map((option) => (
          <label key={option.id} className={styles.answer} data-chosen={chosen === option.id}>
            <input
              type="radio"
              name={group}
              checked={chosen === option.id}
              onChange={() => useExercises.setState({ chosen: option.id })}
            />
            {text(option.text)}
          </label>
        ))}
        {!tried && (
          <Button look="ink" disabled={chosen === null} onClick={attempt}>
            {words.see}
          </Button>
        )}
      </fieldset>
      {tried && <Result exercise={exercise} />}
    </>
  );
}

function Result({ exercise }: { readonly exercise: PredictExercise }) {
  const text = useText();
  const words = text(learnWords);
  const { speech } = useWords();
  const chosen = useExercises((state) => state.chosen);
  const run = useRun();
  const isRight = chosen !== null && rightPredictions(exercise, run).includes(chosen);
  return (
    <div className={styles.result} data-right={isRight}>
      <p role="status">
        <strong>{isRight ? words.right : words.wrong}</strong> {explain(run.verdict, speech).sentence}
      </p>
      {isRight && <Score exercise={exercise} />}
      {isRight && <p>{text(exercise.after)}</p>}
      {!isRight && (
        <Button look="outline" onClick={() => useExercises.setState({ tried: false, chosen: null })}>
          {words.again}
        </Button>
      )}
    </div>
  );
}
