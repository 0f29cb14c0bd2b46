// What is wrong with the reader's code, in sentences, below it.
import { Button } from '../parts/Button';
import { useOwnRuns } from './ownRuns';
import { useOwnWords } from './ownWords';
import styles from './Problems.module.css';
import { isWarning, useProblems, useProblemText } from './problemText';
import type { Following } from './useOwnRun';
import { whyLost } from './whyLost';

export function Problems({ lost, again }: Following) {
  const words = useOwnWords();
  const problems = useProblems();
  const textOf = useProblemText();
  const isOfNow = useOwnRuns((state) => state.problem !== null);
  const isThere = useOwnRuns((state) => state.shown !== null);
  return (
    <div className={`pans firm ${styles.problems}`} aria-live="polite">
      {lost !== null && (
        <p className={styles.problem}>
          {whyLost(lost, words)} <Button onClick={again}>{words.again}</Button>
        </p>
      )}
      {problems.map((problem) => {
        const { message, where, allowed } = textOf(problem);
        if (problem.isRefusal)
          return (
            <p key={`${where} ${message}`} className={styles.refusals}>
              {message} <span className="nowrap">{where}</span>
            </p>
          );
        return (
          <p key={`${where} ${message}`} className={styles.problem} data-warning={isWarning(problem)}>
            <b>{message}</b>
            {where !== '' && <span className="nowrap"> {where}</span>}
            <span className="block">
              {allowed} {isOfNow && isThere && words.wrong}
            </span>
          </p>
        );
      })}
    </div>
  );
}
