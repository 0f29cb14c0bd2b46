// The answers to choose from before the run may be seen. After a choice the run plays, and then the reasons are
// shown.
import { useEffect, useId } from 'react';
import type { PredictExercise } from '../../../core/model/scenario/exercise';
import { allowedChangesOf } from '../../../course/judging/counterfactual';
import { Button } from '../../parts/Button';
import { wantsNoMotion } from '../../parts/wantsNoMotion';
import { rulesFor } from '../budgetRules';
import { Covered } from '../Covered';
import { useExercises } from '../exerciseState';
import goals from '../Goals.module.css';
import { PredictionResult } from '../PredictionResult';
import { reportPrediction, takePrediction } from '../prediction';
import styles from '../Tools.module.css';
import { useLearnWords } from '../words';
import type { ExerciseView } from './view';

export const predictView: ExerciseView<PredictExercise> = {
  Tools: Predictions,
  paper: {
    height: 460,
    lists: ({ options }, { words, text }) => [
      { title: words.answers, items: options.map((option) => text(option.text)) },
    ],
    solution: ({ options, solution }, { text }) =>
      options.filter(({ id }) => id === solution).map((option) => text(option.text)),
  },
  instead: (exercise, { stage }) => (stage === 'asked' ? <Covered exercise={exercise} /> : null),
  rules({ scenario, options }, chosen) {
    const option = options.find(({ id }) => id === chosen);
    return rulesFor((option && allowedChangesOf(scenario, option)?.kinds) ?? []);
  },
};

function Predictions({ exercise }: { readonly exercise: PredictExercise }) {
  const { text, words } = useLearnWords();
  const chosen = useExercises((state) => state.chosen);
  const stage = useExercises((state) => state.stage);
  const group = useId();
  return (
    <>
      <fieldset className={styles.answers} disabled={stage !== 'asked'}>
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
        {stage === 'asked' && (
          <Button
            look="ink"
            disabled={chosen === null}
            aria-describedby={chosen === null ? `${group}-why` : undefined}
            onClick={() => takePrediction(exercise)}
          >
            {words.see}
          </Button>
        )}
        {stage === 'asked' && chosen === null && (
          <p id={`${group}-why`} className="quiet tight above-4">
            {words.chooseFirst}
          </p>
        )}
      </fieldset>
      {stage !== 'asked' && (
        <div className={`stack gap-5 ${styles.shownText}`} data-lands tabIndex={-1}>
          {stage === 'playing' ? <Playing /> : <PredictionResult exercise={exercise} />}
        </div>
      )}
    </>
  );
}

/** While the run plays to where it is decided. The person can skip this. */
function Playing() {
  const { words } = useLearnWords();
  useEffect(() => {
    if (wantsNoMotion()) reportPrediction();
  }, []);
  return (
    <div className={goals.result} data-playing>
      <p role="status">{words.playing}</p>
      <Button look="outline" onClick={() => reportPrediction()}>
        {words.showMoment}
      </Button>
    </div>
  );
}
