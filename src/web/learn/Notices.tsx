// Problems: exercises that could not be loaded, a name that no exercise has, a file that could not be opened.
import { useExercises } from './exerciseState';
import styles from './Learn.module.css';
import { OwnProblems } from './OwnExercises';
import { useLearnWords } from './words';

export function Notices() {
  const { words } = useLearnWords();
  const failed = useExercises((state) => state.failed);
  const missing = useExercises((state) => state.missing);
  return (
    <>
      {failed !== null && <p role="alert">{words.failed(failed)}</p>}
      {missing !== null && (
        <p role="alert" className={styles.notice}>
          {words.noSuch(missing)}
        </p>
      )}
      <OwnProblems />
    </>
  );
}
