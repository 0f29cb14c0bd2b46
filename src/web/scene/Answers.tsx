// What a reader can do with the run; once it has reached its point, the question that it leaves, and the answers. They
// stay, and their space is reserved from the start.
import { type ReactNode, useState } from 'react';
import { later } from '../parts/later';
import { useCursor } from '../state/cursor';
import { useRun } from '../state/run';
import { useStory } from '../state/story';
import { useLanguage, useSharedWords } from '../words/i18n';
import styles from './Answers.module.css';
import type { OfferedProps } from './Remedies';
import { hintFor } from './SceneHead';

const Offered = later<OfferedProps>(async () => (await import('./Remedies')).Remedies, {
  meanwhile: () => <p className={styles.question} />,
});

interface AnswersProps extends OfferedProps {
  /** What stands beside the answers. */
  readonly onward?: ReactNode;
  /** Whether a press on a lane offers something. */
  readonly hasLanes?: boolean;
  /** A post has no other words of the story: they stand here until then. */
  readonly isInPost?: boolean;
  /** Content that is also there before them. */
  readonly tools?: ReactNode;
}

export function Answers({ onward, hasLanes = false, isInPost = false, tools, ...offered }: AnswersProps) {
  const { scene, isOver } = offered;
  const { scene: words } = useSharedWords();
  const language = useLanguage();
  const run = useRun();
  const isPlaying = useCursor(({ playing }) => playing);
  const story = useStory();
  const [seenFor, setSeenFor] = useState<string | null>(null);
  const id = story?.id ?? null;
  if (isOver && seenFor !== id) setSeenFor(id);
  const isOffered = seenFor === id || isOver;
  return (
    <div className={styles.slot}>
      {isOffered ? (
        <Offered key={id} {...offered} />
      ) : (
        <div className={styles.hint}>
          <p className={isPlaying ? styles.begun : undefined}>
            {hintFor(run, scene, words)}
            {hasLanes && words.lane}
          </p>
          {isInPost && story !== null && <p className={styles.lead}>{story.lead[language]}</p>}
        </div>
      )}
      <div className={styles.ways}>
        {isOffered && onward}
        {tools}
      </div>
    </div>
  );
}
