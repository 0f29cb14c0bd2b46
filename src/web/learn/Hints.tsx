// Hints, one at a time, and finally a solution.
import { Lightbulb } from 'lucide-react';
import type { Exercise } from '../../core/model/exercise';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import styles from './Card.module.css';
import { useExercises, workshop } from './exerciseState';
import { viewOf } from './kinds';
import { learnWords } from './words';

export function Hints({ exercise }: { readonly exercise: Exercise }) {
  const text = useText();
  const words = text(learnWords);
  const taken = useExercises((state) => state.hints);
  const isShown = useExercises((state) => state.solutionShown);
  const stage = useExercises((state) => state.stage);
  const left = exercise.hints.length - taken;
  // Once a prediction has been made, the reasons are shown.
  if (stage !== 'asked') return null;
  return (
    <section className={styles.hints} aria-label={words.hint}>
      <ol aria-live="polite">
        {exercise.hints.slice(0, taken).map((hint) => (
          <li key={hint.en}>{text(hint)}</li>
        ))}
      </ol>
      {left > 0 && (
        <Button look="plain" onClick={() => workshop.takeHint()}>
          <Lightbulb size={14} aria-hidden /> {words.moreHints(left)}
        </Button>
      )}
      {left <= 0 && viewOf(exercise).hasSolution?.(exercise) !== false && (
        <Button look="plain" onClick={() => workshop.showSolution()}>
          {words.solution}
        </Button>
      )}
      {isShown && (
        <p className={styles.shown}>
          {words.solutionShown}{' '}
          <Button look="plain" onClick={() => workshop.beginAnew()}>
            {words.anew.forget}
          </Button>
        </p>
      )}
    </section>
  );
}
