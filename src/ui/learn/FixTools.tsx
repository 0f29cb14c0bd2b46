// The tools to fix a run: the settings that the exercise allows.
import type { FixExercise } from '../../model/exercise';
import { useText } from '../words/i18n';
import { AllowedRows } from './AllowedRows';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function FixTools({ exercise }: { readonly exercise: FixExercise }) {
  const words = useText()(learnWords);
  return (
    <section className={styles.tools} aria-label={words.tools}>
      <h3>{words.tools}</h3>
      <AllowedRows may={exercise.may} />
    </section>
  );
}
