// The best score of a solved exercise, and why it was not higher, or why there is no score.

import type { Exercise } from '../../core/model/scenario/exercise';
import { isAttemptable } from '../../course/kinds';
import styles from './Goals.module.css';
import { pointsMax, type Solved, useAnswered, useProgress } from './progress';
import { useLearnWords } from './words';

export function Score({ exercise }: { readonly exercise: Exercise }) {
  const { id } = exercise;
  const { words } = useLearnWords();
  const solved = useProgress((state) => state.solved[id]);
  const { anew, shown } = useAnswered(id);
  const unpaid = shown ? words.answerShown : anew === undefined ? null : words.anew.noPoints;
  if (solved === undefined) return unpaid && <p className={styles.score}>{unpaid}</p>;
  const reasons = reasonsFor(solved).map((reason) =>
    reason === 'hints' ? words.fewer.hints : words.fewer[isAttemptable(exercise) ? 'dearer' : 'wrong'],
  );
  return (
    <p className={styles.score}>
      <strong>{words.points(solved.points)}</strong>
      {reasons.map((reason) => ` · ${reason}`)}
      {anew !== undefined && ` · ${words.anew.times(anew)}`}
    </p>
  );
}

/** Points are lost for hints and for the attempt itself. A score says how many, and the hints say for what. */
function reasonsFor({ points, hints }: Solved): readonly ('hints' | 'attempt')[] {
  const lost = pointsMax - points;
  const attempts = lost - (hints > 0 ? 1 : 0);
  return [...(lost > 0 && hints > 0 ? ['hints' as const] : []), ...(attempts > 0 ? ['attempt' as const] : [])];
}
