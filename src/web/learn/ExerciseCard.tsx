// One exercise: its task, its tools, its goals with their state, its hints, and the explanation.

import { ArrowLeft, ArrowRight, ChevronDown, Lightbulb, Link2, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { write } from '../../content/address/write';
import { ownWords } from '../../content/texts/ownExercise';
import type { Exercise } from '../../core/model/scenario/exercise';
import { withGap } from '../../core/model/values/joinedTexts';
import { chapters } from '../../course/exercises';
import { nextOf, unmetNeeds } from '../../course/exercises/way';
import { usePublicSite } from '../files/publicSite';
import { useLinkCopy } from '../files/useLinkCopy';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/Tip';
import { CopyBox } from '../share/CopyBox';
import { quoted } from '../share/embedTag';
import { PublicSite } from '../share/PublicSite';
import { buttons } from '../state/buttons';
import { useEdition } from '../state/edition';
import { useText } from '../words/i18n';
import styles from './Card.module.css';
import { askedRun, useExercises } from './exerciseState';
import { keepFocusClear } from './intoView';
import { viewOf } from './kinds';
import { isDone, useAnswered, useProgress } from './progress';
import { kindName, type LearnWords, useLearnWords } from './words';
import { workshop } from './workshop';

interface CardProps {
  readonly exercise: Exercise;
  /** Null: the card is a column of its own. Otherwise it is a sheet under the run, and its header has the goals. */
  readonly sheet: SheetSize | null;
}

interface SheetSize {
  readonly isTall: boolean;
  readonly onSize: () => void;
}

export function ExerciseCard({ exercise, sheet }: CardProps) {
  const { text, words } = useLearnWords();
  const { Goals, Tools, isWritten } = viewOf(exercise);
  const areGoalsInHead = sheet !== null && !isWritten;
  const goals = Goals && <Goals exercise={exercise} />;
  return (
    <aside
      className={`stack anchor scroll slim narrows on-panel gap-5 ${styles.card}`}
      aria-label={words.task}
      onFocus={({ currentTarget }) => keepFocusClear(currentTarget)}
    >
      <header className={`row between gap-4 on-panel ${styles.head}`} data-stays>
        <p className={`normal strong nowrap inked ${styles.badge}`} title={words.kindHelp[kindName(exercise)]}>
          {words.kind[kindName(exercise)]}
        </p>
        {sheet?.isTall === false && (
          <span className={`cut strong ${styles.lowTitle}`} aria-hidden>
            {text(exercise.title)}
          </span>
        )}
        <Controls exercise={exercise} sheet={sheet} />
      </header>
      {areGoalsInHead && goals}
      <h2 className={`stronger lead ${styles.title}`} data-lands tabIndex={-1}>
        {text(exercise.title)}
      </h2>
      <p className={`large ${styles.task}`}>{text(exercise.task)}</p>
      <Before exercise={exercise} />
      {!areGoalsInHead && goals}
      {Tools && <Tools exercise={exercise} />}
      <Hints exercise={exercise} />
      <EmbedCode exercise={exercise} />
      <Neighbours exercise={exercise} />
    </aside>
  );
}

/** Reset and undo are always visible. */
function Controls({ exercise, sheet }: CardProps) {
  const { words } = useLearnWords();
  const canUndo = useEdition((state) => state.past.length > 0);
  const canRedo = useEdition((state) => state.future.length > 0);
  const undo = useEdition((state) => state.undo);
  const redo = useEdition((state) => state.redo);
  const { copyLink, copied, note } = useLinkCopy('../');
  const copy = (button: Element) =>
    copyLink(write({ run: askedRun(exercise.id) }, location.origin + location.pathname), button);
  return (
    <div className="row gap-1">
      {!viewOf(exercise).hasOwnUndo && (
        <>
          <IconButton look="plain" label={words.undo} keys={buttons.undo.keys} disabled={!canUndo} onClick={undo}>
            <Undo2 size={16} aria-hidden />
          </IconButton>
          <IconButton look="plain" label={words.redo} keys={buttons.redo.keys} disabled={!canRedo} onClick={redo}>
            <Redo2 size={16} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton
        look="plain"
        label={copied !== '' ? words.copied : words.link}
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        <Link2 size={16} aria-hidden />
        {note}
      </IconButton>
      <Button look="outline" onClick={() => workshop.reset()}>
        <RotateCcw size={14} aria-hidden /> {words.reset}
      </Button>
      {sheet !== null && (
        <IconButton look="plain" label={sheet.isTall ? words.lower : words.higher} onClick={sheet.onSize}>
          <ChevronDown size={18} className={sheet.isTall ? undefined : styles.up} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Links to the exercises that are better done before. Nothing is locked. */
function Before({ exercise }: { readonly exercise: Exercise }) {
  const { text, words } = useLearnWords();
  const all = useExercises((state) => state.all);
  const progress = useProgress();
  const missing = unmetNeeds(exercise, (id) => isDone(progress, id));
  const prerequisites = all.filter(({ id }) => missing.includes(id));
  if (prerequisites.length === 0 || isDone(progress, exercise.id)) return null;
  return (
    <p className="flex wrap baseline quiet gap-4 rows-1">
      {words.better}
      {prerequisites.map((other) => (
        <button key={other.id} type="button" className="link ink" onClick={() => workshop.goTo(other)}>
          {text(other.title)}
        </button>
      ))}
    </p>
  );
}

/** The exercise before it in the list, and the next on the way. */
function Neighbours({ exercise }: { readonly exercise: Exercise }) {
  const { text, words } = useLearnWords();
  const all = useExercises((state) => state.all);
  const areAllThere = useExercises((state) => state.areAllThere);
  const progress = useProgress();
  if (!areAllThere) return <div className={styles.neighbours} />;
  const index = all.findIndex(({ id }) => id === exercise.id);
  const before = all[index - 1];
  const onWay = nextOf(all, (id) => isDone(progress, id), exercise.id);
  const next = onWay ?? all[index + 1];
  const isAllDone = onWay === null && isDone(progress, exercise.id);
  return (
    <>
      {onWay !== null && isDone(progress, exercise.id) && <p>{onwardFrom(exercise, onWay, { text, words })}</p>}
      {isAllDone && (
        <p className={styles.allDone}>
          {words.allDone} <a href="?check=after">{words.testAfter}</a>
        </p>
      )}
      <div className={styles.neighbours}>
        {before !== undefined && (
          <Button look="plain" onClick={() => workshop.goTo(before)}>
            <ArrowLeft size={14} aria-hidden /> {words.before}
          </Button>
        )}
        {next !== undefined && (
          <Button look="plain" className={styles.next} onClick={() => workshop.goTo(next)}>
            {onWay === null ? words.next : words.nextIs(text(onWay.title))} <ArrowRight size={14} aria-hidden />
          </Button>
        )}
      </div>
    </>
  );
}

/** What comes next, and why. */
function onwardFrom(exercise: Exercise, next: Exercise, { text, words }: Pick<LearnWords, 'text' | 'words'>): string {
  const title = text(next.title);
  const chapter = chapters.find(({ id }) => id === next.chapter);
  if (next.chapter !== exercise.chapter && chapter !== undefined)
    return words.onward.chapter(title, text(chapter.title), text(chapter.about));
  const what = words.kindHelp[kindName(next)];
  return next.needs?.includes(exercise.id) ? words.onward.builds(title, what) : words.onward.left(title, what);
}

/** Hints, one at a time, and finally a solution. */
function Hints({ exercise }: { readonly exercise: Exercise }) {
  const { text, words } = useLearnWords();
  const { hints: hintCount = 0, shown } = useAnswered(exercise.id);
  const stage = useExercises((state) => state.stage);
  const hintsLeft = exercise.hints.length - hintCount;
  // Once a prediction has been made, the reasons are shown.
  if (stage !== 'asked') return null;
  return (
    <section className={styles.hints} aria-label={words.hint}>
      <ol aria-live="polite">
        {exercise.hints.slice(0, hintCount).map((hint) => (
          <li key={hint.en}>{text(hint)}</li>
        ))}
      </ol>
      {hintsLeft > 0 && (
        <Button look="plain" onClick={() => useProgress.getState().count(exercise.id, 'hints')}>
          <Lightbulb size={14} aria-hidden /> {words.moreHints(hintsLeft)}
        </Button>
      )}
      {hintsLeft <= 0 && viewOf(exercise).hasSolution?.(exercise) !== false && (
        <Button look="plain" onClick={() => workshop.showSolution()}>
          {words.solution}
        </Button>
      )}
      {shown && (
        <p className="quiet above-3">
          {withGap(words.solutionShown)}
          <Button look="plain" onClick={() => workshop.beginAnew()}>
            {words.anew.forget}
          </Button>
        </p>
      )}
    </section>
  );
}

/**
 * The link of an exercise, and the code that puts it into a page, with the site's public address. The code is a plain
 * iframe, because the surrounding page does not know its height.
 */
function EmbedCode({ exercise }: { readonly exercise: Exercise }) {
  const text = useText();
  const words = text(ownWords);
  const links = useExercises((state) => state.links);
  const here = new URL('../', location.href).href;
  const page = `${usePublicSite(here)}learn/`;
  const run = askedRun(exercise.id, { links });
  const shared = write({ run }, page);
  const address = write({ run, own: { embed: true } }, page);
  const code = `<iframe src="${quoted(address)}" title="${quoted(text(exercise.title))}" width="100%" height="760" style="border:0" loading="lazy"></iframe>`;
  return (
    <details className={`quiet ${styles.embedCode}`}>
      <summary>{words.embed}</summary>
      <PublicSite here={here} />
      <CopyBox label={words.link} text={shared} rows={2} />
      <CopyBox label={words.code} text={code} rows={3} />
    </details>
  );
}
