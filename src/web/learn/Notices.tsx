// Problems: exercises that could not be loaded, a name that no exercise has, a file that could not be opened.
import { ownWords } from '../../content/texts/ownExercise';
import { useExercises } from './exerciseState';
import styles from './Learn.module.css';
import { useLearnWords } from './words';

export function Notices() {
  const { text, words } = useLearnWords();
  const failed = useExercises((state) => state.failed);
  const missing = useExercises((state) => state.missing);
  const problems = useExercises((state) => state.problems);
  return (
    <>
      {failed !== null && (
        <p role="alert" className="pad-y-4 pad-x-6">
          {words.failed(failed)}
        </p>
      )}
      {missing !== null && (
        <p role="alert" className={styles.notice}>
          {words.noSuch(missing)}
        </p>
      )}
      {problems.length > 0 && (
        <div role="alert" className={styles.notice}>
          <p>{text(ownWords).cannotOpen}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem.en}>{text(problem)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
