// The question that the run leaves, and answers that play in place. They come when the run has come to its point, and stay.
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Scene } from '../../scene/sceneOf';
import { pickStory } from '../files/pickStory';
import { ToneSign } from '../parts/ToneSign';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useRun } from '../state/run';
import { chooseSize } from '../state/size';
import { openStory, useStory } from '../state/story';
import { useStoryList } from '../state/storyList';
import { useReading } from '../verdict/useReading';
import { useText, useWords } from '../words/i18n';
import styles from './Answers.module.css';

/** More of them stand behind a button. */
const shownMax = 4;

export function Answers({ scene, isOver }: { readonly scene: Scene; readonly isOver: boolean }) {
  const story = useStory();
  const [seenFor, setSeenFor] = useState<string | null>(null);
  const id = story?.id ?? null;
  if (isOver && seenFor !== id) setSeenFor(id);
  if (seenFor !== id && !isOver) return <div className={styles.slot} />;
  return (
    <div className={styles.slot}>
      <Offered key={id} scene={scene} isOver={isOver} />
      <Onward />
    </div>
  );
}

function Offered({ scene: { question, answers }, isOver }: { readonly scene: Scene; readonly isOver: boolean }) {
  const { scene: words } = useWords();
  const storyId = useEdition((state) => state.storyId);
  const open = useEdition((state) => state.variantId);
  const { tone } = useReading(useRun());
  const [marks, setMarks] = useState<ReadonlyMap<string, typeof tone>>(new Map());
  const [isWhole, setWhole] = useState(false);
  // It is marked once its run has been seen.
  useEffect(() => {
    if (isOver && open !== null)
      setMarks((before) => (before.get(open) === tone ? before : new Map(before).set(open, tone)));
  }, [isOver, open, tone]);
  if (question === null || answers.length === 0 || storyId === null) return <span className={styles.question} />;
  const play = async (id: string): Promise<void> => {
    const told = useEdition.getState().committed;
    if (!(await openStory(storyId, open === id ? null : id))) return;
    useEdition.setState({ behind: told });
    useCursor.getState().setAt(0);
    useCursor.getState().setPlaying(true);
  };
  return (
    <>
      <h2 className={styles.question}>{question}</h2>
      <ul className={styles.answers}>
        {answers.slice(0, isWhole ? undefined : shownMax).map(({ id, title }) => {
          const mark = marks.get(id);
          return (
            <li key={id}>
              <button type="button" aria-pressed={open === id} className={styles.answer} onClick={() => void play(id)}>
                <Play size={12} fill="currentColor" aria-hidden />
                {title}
                {mark !== undefined && (
                  <span data-tone={mark} className={styles.mark}>
                    <ToneSign tone={mark} size={15} />
                  </span>
                )}
              </button>
            </li>
          );
        })}
        {answers.length > shownMax && (
          <li>
            <button type="button" className={styles.answer} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? words.fewer : words.more}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

function Onward() {
  const text = useText();
  const { scene: words } = useWords();
  const storyId = useEdition((state) => state.storyId);
  const list = useStoryList();
  if (storyId === null)
    return (
      <button type="button" className={styles.next} onClick={() => chooseSize('details')}>
        {words.change}
      </button>
    );
  const next = list[list.findIndex(({ id }) => id === storyId) + 1];
  return next === undefined ? null : (
    <button type="button" className={styles.next} onClick={() => void pickStory(next.id)}>
      {words.next(text(next.title))} →
    </button>
  );
}
