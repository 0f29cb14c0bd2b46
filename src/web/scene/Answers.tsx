// The question that the run leaves, and its answers. They appear when the run has come to its point, and stay.
import { type ReactNode, useState } from 'react';
import { later } from '../parts/later';
import { useStory } from '../state/story';
import styles from './Answers.module.css';
import type { OfferedProps } from './Offered';

const Offered = later<OfferedProps>(async () => (await import('./Offered')).Offered);

interface AnswersProps extends OfferedProps {
  /** What stands beside the answers. */
  readonly onward?: ReactNode;
}

export function Answers({ onward, ...offered }: AnswersProps) {
  const { isOver } = offered;
  const story = useStory();
  const [seenFor, setSeenFor] = useState<string | null>(null);
  const id = story?.id ?? null;
  if (isOver && seenFor !== id) setSeenFor(id);
  if (seenFor !== id && !isOver) return <div className={styles.slot} />;
  return (
    <div className={styles.slot}>
      <Offered key={id} {...offered} />
      {onward}
    </div>
  );
}
