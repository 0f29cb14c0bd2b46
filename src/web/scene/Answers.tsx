// The question that the run leaves, and answers that play in place. They appear when the run has come to its point,
// and stay.
import { ChevronDown, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Tone } from '../../core/model/tone';
import type { Scene } from '../../picture/scene/sceneOf';
import type { LeastBreakProps } from '../find/LeastBreak';
import { later } from '../parts/later';
import { ToneSign } from '../parts/ToneSign';
import { useEdition } from '../state/edition';
import { useRun } from '../state/run';
import { useStory } from '../state/story';
import { useReading } from '../verdict/useReading';
import { useSharedWords } from '../words/i18n';
import styles from './Answers.module.css';
import { type Pick as PickAnswer, playAnswer, playFrom } from './playAnswer';
import { useIsLow } from './useMedia';

const LeastBreak = later<LeastBreakProps>(async () => (await import('../find/LeastBreak')).LeastBreak);

/** The most answers shown; the others are behind a button. */
const shownMax = 4;
/**
 * The width of the next story, which shares the row in a wide window, and from which width a window is wide. In
 * pixels.
 */
const [besideThem, wide] = [400, 900];

/** How many answers fit in one row, with the average width of a letter at 17 px. */
function countIn(titles: readonly string[], room: number): number {
  let left = room - 90;
  const over = titles.findIndex((title) => {
    for (const letter of title) left -= letter > '\u2e7f' ? 17 : 8.6;
    left -= 90;
    return left < 0;
  });
  return Math.max(1, Math.min(shownMax, over < 0 ? titles.length : over));
}

interface AnswersProps {
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly pick: PickAnswer;
  /** What precedes the question. */
  readonly said?: ReactNode;
  /** What stands beside the answers. */
  readonly onward?: ReactNode;
}

export function Answers({ scene, isOver, pick, said, onward }: AnswersProps) {
  const story = useStory();
  const [seenFor, setSeenFor] = useState<string | null>(null);
  const id = story?.id ?? null;
  if (isOver && seenFor !== id) setSeenFor(id);
  if (seenFor !== id && !isOver) return <div className={styles.slot} />;
  return (
    <div className={styles.slot}>
      <Offered key={id} {...{ scene, isOver, pick, said }} />
      {onward}
    </div>
  );
}

function Offered({ scene, isOver, pick, said }: Omit<AnswersProps, 'onward'>) {
  const { answers, fault, about, searches } = scene;
  const storyId = useEdition((state) => state.storyId);
  const open = useEdition((state) => state.variantId);
  const { tone } = useReading(useRun());
  const [marks, setMarks] = useState<ReadonlyMap<string, Tone>>(new Map());
  const isLow = useIsLow();
  const [isUnfolded, setUnfolded] = useState(false);
  // An answer is marked once its run has been seen.
  useEffect(() => {
    if (isOver && open !== null)
      setMarks((before) => (before.get(open) === tone ? before : new Map(before).set(open, tone)));
  }, [isOver, open, tone]);
  // While an answer is open, the question stays the one that was asked, which names what was lost.
  const [asked, setAsked] = useState<Pick<Scene, 'about' | 'question'> | null>(null);
  if (open === about && (asked?.about !== about || asked.question !== scene.question))
    setAsked({ about, question: scene.question });
  const question = asked?.about === about ? asked.question : scene.question;
  if (question === null || (answers.length === 0 && !searches) || storyId === null)
    return <span className={styles.question}>{said}</span>;
  const play = async (id: string): Promise<void> => {
    if (await playAnswer({ story: storyId, variant: open === id ? null : id, fault }, pick)) setUnfolded(false);
  };
  return (
    <>
      <h2 className={styles.question}>
        {said}
        {isLow ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {question} <ChevronDown size={18} aria-hidden />
          </button>
        ) : (
          question
        )}
      </h2>
      <AnswerList {...{ answers, searches, open, marks, play }} hidden={isLow && !isUnfolded} />
    </>
  );
}

interface AnswerListProps extends Pick<Scene, 'answers' | 'searches'> {
  readonly open: string | null;
  readonly marks: ReadonlyMap<string, Tone>;
  readonly play: (id: string) => Promise<void>;
  readonly hidden: boolean;
}

function AnswerList({ answers, searches, open, marks, play, hidden }: AnswerListProps) {
  const { scene: words } = useSharedWords();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole
    ? answers.length
    : countIn(
        answers.map(({ title }) => title),
        innerWidth > wide ? Math.min(1280, innerWidth - 80) - besideThem : innerWidth - 40,
      );
  return (
    <ul className={styles.answers} hidden={hidden}>
      {answers.slice(0, shown).map(({ id, title }) => {
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
      {searches && (
        <li>
          <LeastBreak className={styles.answer} onOpen={playFromFirst} />
        </li>
      )}
      {(isWhole || answers.length > shown) && (
        <li>
          <button type="button" className={styles.answer} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? words.fewer : words.more}
          </button>
        </li>
      )}
    </ul>
  );
}

const playFromFirst = (): void => playFrom(null);
