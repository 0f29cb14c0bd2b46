// The workshop: the chapters on the left, the run in the middle, the exercise on the right. With less room the run is
// on top, the exercise a sheet below it, and the chapters a drawer.

import { useEffect, useMemo, useRef, useState } from 'react';
import type { Round } from '../../course/exercises/transfer';
import { stillScene } from '../../picture/layout/sceneLook';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { LostPart } from '../app/LostPart';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { ThemeSwitch } from '../app/ThemeSwitch';
import { FaultRulesContext } from '../edit/context';
import { everyFault } from '../edit/faultRules';
import { LossTable } from '../help/LossTable';
import { useShortcuts } from '../help/useShortcuts';
import { later } from '../parts/later';
import { Tips } from '../parts/Tip';
import { PlaybackBar } from '../playback/PlaybackBar';
import { startPlayback } from '../playback/play';
import { useScene } from '../scene/useScene';
import { openDialog, useDialog } from '../state/dialog';
import { useGhost, useRun } from '../state/run';
import { Timeline, type TimelineProps } from '../timeline/Timeline';
import { useWords } from '../words/i18n';
import { noFault } from './budgetRules';
import { ChapterList } from './ChapterList';
import { ExerciseCard } from './ExerciseCard';
import { useExercise, useExercises } from './exerciseState';
import { intoView } from './intoView';
import { viewOf } from './kinds';
import styles from './Learn.module.css';
import { ListDrawer } from './ListDrawer';
import { Notices } from './Notices';
import { OwnDrop } from './OwnExercises';
import { PageLinks } from './PageLinks';
import { presentKeys, usePresent } from './presentState';
import { useIsNarrow, useIsPhone } from './useIsNarrow';
import { useKeptFocus } from './useKeptFocus';
import { useLearnWords } from './words';
import { workshop } from './workshop';

const PresentBar = later(async () => (await import('./PresentBar')).PresentBar);
const GuidePage = later(async () => (await import('./GuidePage')).GuidePage);
const TransferPage = later(async () => (await import('./TransferPage')).TransferPage);
const ProofSheet = later(async () => (await import('../howDecided/ProofSheet')).ProofSheet);

interface LearnPageProps {
  readonly isGuide: boolean;
  /** The test before or after the exercises, shown in their place. */
  readonly check: Round | null;
  /** In an iframe: only the exercise. */
  readonly isEmbedded: boolean;
}

export function LearnPage({ isGuide, check, isEmbedded }: LearnPageProps) {
  const areAllThere = useExercises((state) => state.areAllThere);
  const { isOn: isPresented, isCovered } = usePresent();
  const isOther = isGuide || check !== null;
  return (
    <div className={styles.page} data-embedded={isEmbedded} data-present={isPresented} data-covered={isCovered}>
      {isEmbedded ? <HiddenName /> : <Bar isElsewhere={isOther} />}
      {isPresented && <PresentBar />}
      {isOther ? <TabTitle of={null} /> : <ExerciseTab />}
      <Notices />
      {areAllThere && <OwnDrop />}
      <ProblemBoundary>
        {check !== null ? <TransferPage round={check} /> : isGuide ? <GuidePage /> : <Bench isEmbedded={isEmbedded} />}
      </ProblemBoundary>
      <LossTable />
      <LostPart collectWork={() => workshop.collectState()} />
      <Tips />
    </div>
  );
}

/** The tab and a bookmark are named after the exercise. */
function ExerciseTab() {
  const { text } = useLearnWords();
  const exercise = useExercise();
  return <TabTitle of={exercise === null ? null : text(exercise.title)} />;
}

function TabTitle({ of }: { readonly of: string | null }): null {
  const { words } = useLearnWords();
  useEffect(() => {
    document.title = of === null ? words.name : `${of} · ${words.name}`;
  }, [of, words]);
  return null;
}

function HiddenName() {
  const { words } = useLearnWords();
  return (
    <header className="hidden">
      <h1>{words.name}</h1>
    </header>
  );
}

function Bar({ isElsewhere }: { readonly isElsewhere: boolean }) {
  const isPresented = usePresent((state) => state.isOn);
  const { words } = useLearnWords();
  const isNarrow = useIsNarrow();
  return (
    <header className={`row firm line-below on-panel gap-5 pad-y-3 pad-x-6 ${styles.bar}`}>
      {!isElsewhere && <ToTask />}
      {(isNarrow || isPresented) && !isElsewhere && <ListDrawer />}
      <a className="bold bare" href="../">
        Redlock Playground
      </a>
      <h1 className={`large strong ${styles.name}`}>{words.title}</h1>
      <p className={`grows narrows clipped quiet nowrap dots ${styles.lead}`}>{words.lead}</p>
      <PageLinks isElsewhere={isElsewhere} />
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
  );
}

function Bench({ isEmbedded }: { readonly isEmbedded: boolean }) {
  useEffect(startPlayback, []);
  useEffect(() => void workshop.loadRest(), []);
  const { words } = useLearnWords();
  const exercise = useExercise();
  const stage = useExercises((state) => state.stage);
  const chosen = useExercises((state) => state.chosen);
  const checked = useExercises((state) => state.checked);
  const isNarrow = useIsNarrow();
  const [isTall, setTall] = useState(false);
  const isPresented = usePresent((state) => state.isOn);
  const bench = useRef<HTMLDivElement>(null);
  useKeptFocus(bench);
  const answer = stage === 'asked' ? null : chosen;
  const rules = useMemo(
    () => (exercise === null ? everyFault : (viewOf(exercise).rules?.(exercise, answer) ?? noFault)),
    [exercise, answer],
  );
  const keys = exercise === null ? undefined : viewOf(exercise).keys;
  useShortcuts(
    rules,
    useMemo(() => [...(keys ?? []), ...presentKeys], [keys]),
  );
  if (exercise === null) return <p className={styles.notice}>{words.loading}</p>;
  const { instead } = viewOf(exercise);
  return (
    <FaultRulesContext value={rules}>
      <div className={`grid grows shortens ${styles.bench}`} data-tall={isTall} ref={bench}>
        {!isEmbedded && !isNarrow && !isPresented && <ChapterList />}
        <main className={styles.centre}>{instead?.(exercise, { stage, checked }) ?? <Shown rules={rules} />}</main>
        <ExerciseCard
          key={exercise.id}
          exercise={exercise}
          sheet={isNarrow ? { isTall, onSize: () => setTall(!isTall) } : null}
        />
      </div>
    </FaultRulesContext>
  );
}

/** On a phone and in a room the picture is a scene: it has few lanes, and words that fit. */
function Shown(props: Pick<TimelineProps, 'rules'>) {
  const isRoom = usePresent((state) => state.isOn);
  const isPhone = useIsPhone();
  const run = useRun();
  const { lanes, fault } = useScene(run, { isRoom });
  const size: 'page' | 'room' = isRoom ? 'room' : 'page';
  const isScene = isRoom || isPhone;
  const scene = useMemo(
    () => (isScene ? { ...stillScene(lanes), fault, size } : undefined),
    [isScene, lanes, fault, size],
  );
  const before = useGhost();
  // An attack is viewed as a run of its own. On the axis of the other run, its end might be out of view.
  const ghost = useExercises((state) => state.attack !== null) ? null : before;
  return (
    <>
      <div className={`anchor fills ${styles.timeline}`}>
        <Timeline run={run} ghost={ghost} legend={!isScene} scene={scene} {...props} />
      </div>
      <PlaybackBar />
      <Doubt />
    </>
  );
}

/** The link from the run on screen to how it was decided. */
function Doubt() {
  const words = useWords().verdict;
  const isOpen = useDialog((state) => state.open === 'proof');
  return (
    <>
      <button type="button" className={`link quiet normal ${styles.doubt}`} onClick={() => openDialog('proof')}>
        {words.wrong}
      </button>
      {isOpen && <ProofSheet playground={new URL('../', location.href).href.replace(/[?#].*/, '')} />}
    </>
  );
}

/** The first stop of the Tab key: it skips the bar and the run and leads to the task. */
function ToTask() {
  const { words } = useLearnWords();
  return (
    <button type="button" className={`over rounded pad-y-4 pad-x-6 ${styles.toTask}`} onClick={go}>
      {words.toTask}
    </button>
  );
}

function go(): void {
  const title = document.querySelector<HTMLElement>('[data-lands]');
  if (title === null) return;
  title.focus({ preventScroll: true });
  intoView(title);
}
