// Below the picture on a projector: the moments as dots, how many were narrated, the question or answer, and the
// address of the run. A blank screen covers it and the picture.

import type { ReactNode } from 'react';
import { storyFolder } from '../../content/address/folders';
import { presentWords } from '../../content/texts/present';
import type { Scene } from '../../picture/scene/sceneOf';
import { useCursor } from '../state/cursor';
import { useStage } from '../state/stage';
import { useStory } from '../state/story';
import { useLanguage, useText } from '../words/i18n';
import styles from './Present.module.css';
import type { Narration } from './useNarration';

interface PresentFootProps {
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly narration: Narration;
  /** The keys that lead on and out, until the first moment has been narrated. */
  readonly keys?: ReactNode;
}

export function PresentFoot({ scene, isOver, narration, keys }: PresentFootProps) {
  const words = useText()(presentWords);
  const count = useCursor(({ at }) => scene.moments.filter((moment) => moment.at <= at).length);
  const { moments } = scene;
  const isBlank = useStage((state) => state.isBlank);
  return (
    <>
      <footer className={styles.foot}>
        <span className={styles.dots} aria-hidden>
          {moments.map(({ seq, at, isHarm }, i) => (
            <span
              key={`${seq} ${at}`}
              className={styles.dot}
              data-done={i < count}
              data-now={i === count - 1}
              data-harm={isHarm}
            />
          ))}
        </span>
        {moments.length > 0 && <span className="firm digits">{words.position(count, moments.length)}</span>}
        <Asked {...{ scene, isOver, narration }} />
        {count === 0 && keys}
        <Position variant={narration.open} />
      </footer>
      {isBlank && <div className={styles.blank} data-blank />}
    </>
  );
}

/** The question when the run has come to its point; after that, the answer that plays. */
function Asked({ scene, isOver, narration }: PresentFootProps) {
  const words = useText()(presentWords);
  const index = narration.versions.indexOf(narration.open);
  const answer = narration.answers.find(({ id }) => id === narration.open);
  if (index > 0)
    return (
      <strong className="grows narrows">
        <span className="quiet regular">{words.answer(index, narration.versions.length - 1)}</span> {answer?.title}
      </strong>
    );
  return <strong className="grows narrows">{isOver && narration.versions.length > 1 ? scene.question : null}</strong>;
}

function Position({ variant }: { readonly variant: string | null }) {
  const story = useStory();
  const language = useLanguage();
  if (story === null) return null;
  const folder = storyFolder({ story: story.id, variant }, language);
  return <span className="quiet regular breaks">…/{folder.replace(/\/$/, '')}</span>;
}
