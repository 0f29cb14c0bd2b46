// The chapters and their exercises, marked if they are solved or done without points. Progress can be saved as a
// file.

import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import type { Exercise } from '../../core/model/scenario/exercise';
import { withComma } from '../../core/model/values/joinedTexts';
import type { Text } from '../../core/model/values/text';
import { chapters } from '../../course/exercises';
import { nextOf, unmetNeeds } from '../../course/exercises/way';
import { downloadText } from '../files/download';
import { readFile } from '../files/readFile';
import { Button } from '../parts/Button';
import { FileButton } from '../parts/FileButton';
import { useExercises } from './exerciseState';
import styles from './List.module.css';
import { OwnExercises } from './OwnExercises';
import { isDone, parseProgress, progressAsText, useProgress } from './progress';
import { kindName, useLearnWords } from './words';
import { workshop } from './workshop';

interface ListProps {
  /** Called when one is picked. */
  readonly onPick?: (() => void) | undefined;
}

export function ChapterList({ onPick }: ListProps) {
  const { text, words } = useLearnWords();
  const all = useExercises((state) => state.all);
  const areAllThere = useExercises((state) => state.areAllThere);
  const solved = useProgress((state) => state.solved);
  const answers = useProgress((state) => state.answers);
  const finished = all.filter(({ id }) => Object.hasOwn(solved, id));
  const isBehind = (id: string): boolean => isDone({ solved, answers }, id);
  const next = nextOf(all, isBehind, null);
  const titleOf = (id: string): string => text(all.find((exercise) => exercise.id === id)?.title ?? { en: id, zh: id });
  const sum = finished.reduce((points, { id }) => points + (solved[id]?.points ?? 0), 0);
  // It appears as a whole, so that nothing in it moves.
  if (!areAllThere) return <nav className={styles.chapters} aria-label={words.exercises} aria-busy />;
  return (
    <nav className={styles.chapters} aria-label={words.exercises}>
      <p className={`row quiet gap-4 ${styles.progress}`}>
        <progress value={finished.length} max={all.length} aria-label={words.progress(finished.length, all.length)} />
        <span>{words.progress(finished.length, all.length)}</span>
        {sum > 0 && <span>{words.sum(sum)}</span>}
      </p>
      {chapters.map((chapter) => (
        <section key={chapter.id} className={styles.chapter}>
          <h2 className="normal stronger">{text(chapter.title)}</h2>
          <p className="quiet">{text(chapter.about)}</p>
          <ul className="flush">
            {all
              .filter((exercise) => exercise.chapter === chapter.id)
              .map((exercise) => (
                <Entry
                  key={exercise.id}
                  exercise={exercise}
                  points={solved[exercise.id]?.points ?? null}
                  isBehind={isBehind(exercise.id)}
                  isNext={exercise === next}
                  before={isBehind(exercise.id) ? [] : unmetNeeds(exercise, isBehind).map(titleOf)}
                  onPick={onPick}
                />
              ))}
          </ul>
        </section>
      ))}
      <OwnExercises />
      <Files />
    </nav>
  );
}

interface EntryProps extends ListProps {
  readonly exercise: Exercise;
  readonly points: number | null;
  /** It is solved, was answered wrongly, or its solution was shown. */
  readonly isBehind: boolean;
  readonly isNext: boolean;
  /** The titles of exercises that are better done before; empty once it is done. */
  readonly before: readonly string[];
}

function Entry({ exercise, points, isBehind, isNext, before, onPick }: EntryProps) {
  const { text, words } = useLearnWords();
  const isOpen = useExercises((state) => state.openId === exercise.id);
  const state = points !== null ? words.points(points) : isBehind ? words.behind : words.open;
  const isEarly = before.length > 0;
  const advice = isEarly ? words.betterAfter(before.map(words.titled).join(words.and)) : undefined;
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        data-early={isEarly}
        title={advice}
        aria-description={advice}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => {
          workshop.goTo(exercise);
          onPick?.();
        }}
      >
        <span className={styles.state} title={state} data-behind={isBehind && points === null}>
          {points !== null && <Check size={13} aria-label={withComma(words.solved, state)} />}
          {points === null && isBehind && <Minus size={13} aria-label={state} />}
        </span>
        <span>
          {text(exercise.title)}{' '}
          {isNext && <em className={`normal nowrap inked ${styles.nextHere}`}>{words.nextHere}</em>}
        </span>
        <span className="quiet normal regular">{words.kind[kindName(exercise)]}</span>
      </button>
    </li>
  );
}

/** Saves progress as a file and loads it again. */
function Files() {
  const { text, words } = useLearnWords();
  const solved = useProgress((state) => state.solved);
  const answers = useProgress((state) => state.answers);
  const replace = useProgress((state) => state.replace);
  const [problem, setProblem] = useState<Text | null>(null);
  const load = async (file: File): Promise<void> => {
    const fileText = await readFile(file);
    const progressResult = fileText.ok ? parseProgress(fileText.text) : fileText;
    setProblem(progressResult.ok ? null : progressResult.problem);
    if (progressResult.ok) replace(progressResult.progress);
  };
  return (
    <div className={styles.files}>
      <Button
        look="plain"
        onClick={() => downloadText('redlock-playground-progress.json', progressAsText({ solved, answers }))}
      >
        {words.export}
      </Button>
      <FileButton
        look="plain"
        label={words.import}
        accept="application/json,.json"
        onFile={(file) => void load(file)}
      />
      {problem !== null && <p role="alert">{words.badProgress(text(problem))}</p>}
      <p className="flex wrap wide gap-6 rows-2 above-3">
        <a href="?check=before">{words.testBefore}</a> <a href="?check=after">{words.testAfter}</a>{' '}
        <a href="?guide#plan">{words.plans}</a> <a href="?guide">{words.guide}</a>
      </p>
    </div>
  );
}
