// What the run has of a goal, and what is missing, below its text. A goal of several parts shows for each whether it is
// met.
import type { GoalEvaluation } from '../../core/judge/goalEvaluation';
import styles from './Goals.module.css';
import { measuredLines } from './measuredText';
import { useLearnWords } from './words';

export function MeasuredGoal({ measurement }: { readonly measurement: GoalEvaluation }) {
  const {
    words,
    shared: { speech },
  } = useLearnWords();
  const lines = measuredLines(measurement, { words, speech });
  return lines.map(({ text, met }) => (
    <span key={text} className={`block quiet normal digits ${styles.measured}`} data-met={met}>
      {lines.length > 1 && <span role="img" aria-label={words.met[met]}>{`${marks[met]} `}</span>}
      {text}
    </span>
  ));
}

const marks = { true: '✓', false: '✗', 'not yet': '…' } as const;
