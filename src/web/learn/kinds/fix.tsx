// The exercise to change settings until the given faults do no harm.
import type { FixExercise } from '../../../core/model/exercise';
import { AllowedRows } from '../AllowedRows';
import { isGivenSolved } from '../Goals';
import styles from '../Tools.module.css';
import { useLearnWords } from '../words';
import { BuildGoals } from './BuildGoals';
import type { ExerciseView } from './view';

export const fixView: ExerciseView<FixExercise> = { Goals: BuildGoals, Tools: FixTools, hasSolution: isGivenSolved };

function FixTools({ exercise }: { readonly exercise: FixExercise }) {
  const { words } = useLearnWords();
  return (
    <section className={styles.tools} aria-label={words.tools}>
      <h3>{words.tools}</h3>
      <AllowedRows may={exercise.may} />
    </section>
  );
}
