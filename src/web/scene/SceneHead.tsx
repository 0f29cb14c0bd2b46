// The title and one sentence on the upper left, the verdict of two facts on the upper right. Words change in place.

import { useShallow } from 'zustand/react/shallow';
import { withAside, withGap } from '../../core/model/joinedTexts';
import type { Run } from '../../core/model/run';
import { besideSimulated } from '../../core/narrate/besideSimulated';
import { type Scene, sentenceAt } from '../../picture/scene/sceneOf';
import { stateSentences } from '../../picture/scene/stateSentences';
import { later } from '../parts/later';
import { ToneSign } from '../parts/ToneSign';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useShownLive } from '../state/shownLive';
import { useSimulatedBeside } from '../state/simulatedBeside';
import { useAnswersHere } from '../state/tooLate';
import { useReading } from '../verdict/useReading';
import { type SharedWords, useSharedWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { DraggedNumber } from './DraggedNumber';
import room from './Present.module.css';
import page from './Scene.module.css';
import { useFit } from './useFit';

const LateLine = later(async () => (await import('./Late')).LateLine);

/** `part`: in a page that has more, and a title of its own. `room`: on a projector. */
export type SceneSize = 'page' | 'part' | 'room';

/** The same class names in two sizes. */
export const stylesOf = (size: SceneSize) => (size === 'room' ? room : page);

interface SceneHeadProps {
  readonly run: Run;
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly isDragged: boolean;
  readonly size: SceneSize;
}

export function SceneHead({ run, scene, isOver, isDragged, size }: SceneHeadProps) {
  const Title = size === 'part' ? 'h2' : 'h1';
  const { scene: words } = useSharedWords();
  const styles = stylesOf(size);
  return (
    <div className={styles.head}>
      {size === 'page' && <span className={page.what}>{words.what}</span>}
      <Title className={styles.title}>
        {scene.title}
        <RealRun />
        {scene.isChanged && <span className="quiet regular">{withAside('', words.changed)}</span>}
      </Title>
      <div className={styles.said}>
        <Sentence {...{ run, scene, isOver, isDragged, size }} />
        {isOver ? <Outcome {...{ run, size }} /> : <StateNow {...{ run, scene, size }} />}
      </div>
    </div>
  );
}

/** Marks a run on real Redis. At its end: how it differs from the simulated one. */
function RealRun() {
  const live = useShownLive();
  const { live: words, fault, speech } = useSharedWords();
  const simulated = useSimulatedBeside(live);
  if (live?.run.trace.header.origin !== 'live') return null;
  const beside = simulated === null ? null : besideSimulated(live.run, simulated, speech, words);
  return (
    <span className="quiet regular" data-real>
      {' · '}
      {[words.real, ...(beside === null ? [] : [beside])].join(fault.comma)}
    </span>
  );
}

function Sentence({ run, scene, isOver, isDragged, size }: SceneHeadProps) {
  const styles = stylesOf(size);
  const { scene: words } = useSharedWords();
  const at = useCursor((state) => (isDragged ? Number.POSITIVE_INFINITY : state.at));
  const late = useLateSentence();
  const isTold = useCursor(({ playing }) => playing) && size !== 'room' && !isOver;
  const told = isTold ? scene.telling.findLast((one) => one.at <= at)?.text : undefined;
  const said = late ?? told ?? sentenceAt(isOver ? scene : { ...scene, ending: null }, at);
  const hint = at > 0 ? null : hintFor(run, scene, words);
  const fit = useFit<HTMLParagraphElement>(said);
  return (
    <p ref={size === 'room' ? fit : undefined} className={styles.sentence}>
      <span aria-live="polite">
        <span key={said} className="comes">
          {withGap(unbroken(said))}
          {hint !== null && <strong className={styles.hint}>{hint}</strong>}
        </span>
      </span>{' '}
      {scene.number !== null && <DraggedNumber number={scene.number} className={styles.number} />}
    </p>
  );
}

function hintFor({ scenario }: Run, { fault, number }: Scene, words: SharedWords['scene']): string {
  if (fault === null) return number === null ? words.playOnly : words.playNumber;
  return scenario.faults[fault]?.kind === 'pause' ? words.playPause : words.play;
}

/** Which events decide, while the run plays from where it was too late. Null: it does not. */
function useLateSentence(): string | null {
  const answers = useAnswersHere();
  const behind = useEdition((state) => state.behind);
  return answers?.healed != null && answers.healed === behind ? (answers.lines[0] ?? null) : null;
}

type FactsProps = Pick<SceneHeadProps, 'run' | 'size'>;

function Outcome({ run, size }: FactsProps) {
  const styles = stylesOf(size);
  const { sceneSpeech } = useSharedWords();
  const { pair, tone } = useReading(run, sceneSpeech);
  const isLate = useAnswersHere() !== null;
  const fit = useFit<HTMLDivElement>(pair.lock.text + pair.data.text + isLate);
  return (
    <div ref={size === 'room' ? fit : undefined} className={styles.verdict} data-tone={tone} aria-live="polite">
      {[pair.lock, pair.data].map((fact) => (
        <p key={fact.text} data-tone={fact.tone} className={styles.fact}>
          <ToneSign tone={fact.tone} size={19} /> {unbroken(fact.text)}
        </p>
      ))}
      {isLate && <LateLine />}
    </div>
  );
}

function StateNow({ run, scene: { lanes }, size }: FactsProps & Pick<SceneHeadProps, 'scene'>) {
  const styles = stylesOf(size);
  const { scene: state, onTimeline: words, sceneSpeech: speech } = useSharedWords();
  // It changes at few of the playhead's moments.
  const facts = useCursor(useShallow(({ at }) => stateSentences(run, at, { words, state, speech, lanes })));
  const fit = useFit<HTMLDivElement>(facts.join());
  return (
    <div ref={size === 'room' ? fit : undefined} className={styles.verdict}>
      {facts.map((fact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lock stands first, then the data.
        <p key={i} className={styles.fact}>
          {fact}
        </p>
      ))}
    </div>
  );
}
