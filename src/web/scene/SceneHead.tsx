// The title and one sentence on the upper left, the verdict of two facts on the upper right. Words change in place.

import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Run } from '../../core/model/trace/run';
import { withAside, withColon, withGap } from '../../core/model/values/joinedTexts';
import { besideSimulated } from '../../core/narrate/besideSimulated';
import { type Scene, sentenceAt } from '../../picture/scene/sceneOf';
import { stateSentences } from '../../picture/scene/stateSentences';
import { later } from '../parts/later';
import { ToneSign } from '../parts/ToneSign';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useOtherLock } from '../state/namedLock';
import { useShownLive } from '../state/shownLive';
import { useSimulatedBeside } from '../state/simulatedBeside';
import { useAnswersHere } from '../state/tooLate';
import { useReading } from '../verdict/useReading';
import { type SharedWords, useSharedWords, useText } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { DraggedNumber } from './DraggedNumber';
import room from './Present.module.css';
import page from './Scene.module.css';
import { useFit } from './useFit';

const LateLine = later(async () => (await import('./Late')).LateLine);

/** `part`: one part of a page that has its own title. `room`: on a projector. */
export type SceneSize = 'page' | 'part' | 'room';

/** The same class names in two sizes. */
export const stylesOf = (size: SceneSize) => (size === 'room' ? room : page);

interface SceneHeadProps {
  readonly run: Run;
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly isDragged: boolean;
  readonly size: SceneSize;
  /** Whether to show since when it was too late. */
  readonly hasLate: boolean;
}

export function SceneHead(props: SceneHeadProps) {
  const { scene, size } = props;
  const Title = size === 'part' ? 'h2' : 'h1';
  const { scene: words } = useSharedWords();
  const styles = stylesOf(size);
  return (
    <div className={styles.head}>
      {size === 'page' && <span className={page.what}>{words.what}</span>}
      <Title className={styles.title}>
        {scene.title}
        <RealRun />
        <Changed {...props} />
      </Title>
      <div className={styles.said}>
        <Sentence {...props} />
        <Verdict {...props} />
      </div>
    </div>
  );
}

/** Says that the run is no longer the one of the title; on a page of its own, also which other lock it has. */
function Changed({ scene, size }: SceneHeadProps) {
  const { scene: words } = useSharedWords();
  const text = useText();
  const lock = useOtherLock();
  const isNamed = size !== 'part' && lock !== null;
  if (!scene.isChanged && !isNamed) return null;
  return (
    <span className={`quiet regular ${size === 'page' ? page.changed : ''}`}>
      {withAside('', isNamed ? withColon(words.changed, text(lock)) : words.changed)}
    </span>
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
  const spokenLine = isTold ? scene.narration.findLast((one) => one.at <= at)?.text : undefined;
  const atEnd = sentenceAt(scene, Number.POSITIVE_INFINITY);
  const visibleSentence = late ?? spokenLine ?? sentenceAt(isOver ? scene : { ...scene, ending: null }, at);
  const fit = useFit<HTMLParagraphElement>(visibleSentence);
  return (
    <p ref={size === 'room' ? fit : undefined} className={styles.sentence}>
      <span
        className={page.states}
        {...(size !== 'room' && longestTextAttribute([...scene.narration.map(({ text }) => text), atEnd]))}
      >
        <span aria-live="polite">
          <span key={visibleSentence} className="comes">
            {withGap(unbroken(visibleSentence))}
            {/* On the page it stands where the answers will be. */}
            {size !== 'page' && at <= 0 && <strong className={styles.hint}>{hintFor(run, scene, words)}</strong>}
          </span>
          {scene.number !== null && <DraggedNumber number={scene.number} className={styles.number} />}
        </span>
      </span>
    </p>
  );
}

/** What a reader can do with the run. */
export function hintFor({ scenario }: Run, { fault, number }: Scene, words: SharedWords['scene']): string {
  if (fault === null) return number === null ? words.playOnly : words.playNumber;
  return scenario.faults[fault]?.kind === 'pause' ? words.playPause : words.play;
}

/** The events that decide, while the run plays from where it was too late. Null: it does not. */
function useLateSentence(): string | null {
  const answers = useAnswersHere();
  const behind = useEdition((state) => state.ghostScenario);
  return answers?.faultsEndedScenario != null && answers.faultsEndedScenario === behind
    ? (answers.lines[0] ?? null)
    : null;
}

/** The state now, and at the end what came out. Each of the two facts has the room of its longest text. */
function Verdict({ run, scene, isOver, size, hasLate }: SceneHeadProps) {
  const styles = stylesOf(size);
  const { scene: state, onTimeline: words, sceneSpeech } = useSharedWords();
  const { pair, tone } = useReading(run, sceneSpeech);
  const { lanes, moments } = scene;
  const [factsAt, every] = useMemo(() => {
    const of = (at: number) => stateSentences(run, at, { words, state, speech: sceneSpeech, lanes });
    return [of, moments.map(({ at }) => of(at))] as const;
  }, [run, words, state, sceneSpeech, lanes, moments]);
  // It changes only at a few moments of the playhead.
  const now = useCursor(useShallow(({ at }) => factsAt(at)));
  const isRoom = size === 'room';
  const hasAnswers = useAnswersHere() !== null;
  const fit = useFit<HTMLDivElement>(isOver ? pair.lock.text + pair.data.text + hasAnswers : now.join());
  return (
    <div
      ref={isRoom ? fit : undefined}
      className={styles.verdict}
      data-tone={isOver ? tone : undefined}
      aria-live={isOver ? 'polite' : 'off'}
    >
      {[pair.lock, pair.data].map((fact, i) => (
        <p key={String(i)} data-tone={isOver ? fact.tone : undefined} className={styles.fact}>
          <span className={page.sign}>{isOver && <ToneSign tone={fact.tone} size={19} />}</span>
          <span
            className={page.states}
            {...(!isRoom && longestTextAttribute([fact.text, ...every.map((facts) => facts[i] ?? '')]))}
          >
            <span>{unbroken(isOver ? fact.text : (now[i] ?? ''))}</span>
          </span>
        </p>
      ))}
      {(isRoom ? hasAnswers : hasLate) && <div className={styles.late}>{isOver && <LateLine />}</div>}
    </div>
  );
}

/** The longest of these texts, whose room an element with the class `states` takes. */
const longestTextAttribute = (texts: readonly string[]): { readonly 'data-longest': string } => ({
  'data-longest': withGap(unbroken([...texts].sort((a, b) => b.length - a.length)[0] ?? '')),
});
