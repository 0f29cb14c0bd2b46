// The best score of a solved exercise, and why it was not higher.
import type { Exercise } from '../../model/exercise';
import { useText } from '../words/i18n';
import styles from './Learn.module.css';
import { pointsMax, useProgress } from './progress';
import { learnWords } from './words';

export function Score({ exercise: { id, kind } }: { readonly exercise: Exercise }) {
  const words = useText()(learnWords);
  const points = useProgress(({ solved }) => solved[id]?.points);
  if (points === undefined) return null;
  return (
    <p className={styles.score}>
      <strong>{words.points(points)}</strong>
      {points < pointsMax && ` · ${words.fewer[kind === 'predict' ? 'predict' : 'made']}`}
    </p>
  );
}
