// Upper left the title and one sentence, upper right the verdict of two facts. Words change in place.
import { useShallow } from 'zustand/react/shallow';
import type { Run } from '../../model/run';
import { type Scene, sentenceAt, stateAt } from '../../scene/sceneOf';
import { ToneSign } from '../parts/ToneSign';
import { useCursor } from '../state/cursor';
import { useReading } from '../verdict/useReading';
import { useSharedWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { DraggedNumber } from './DraggedNumber';
import styles from './Scene.module.css';

interface SceneHeadProps {
  readonly run: Run;
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly isDragged: boolean;
  /** The page has a title of its own. */
  readonly isPart: boolean;
}

export function SceneHead({ run, scene, isOver, isDragged, isPart }: SceneHeadProps) {
  const Title = isPart ? 'h2' : 'h1';
  return (
    <div className={styles.head}>
      <Title className={styles.title}>{scene.title}</Title>
      <div className={styles.said}>
        <Sentence {...{ scene, isOver, isDragged }} />
        <Verdict {...{ run, isOver }} />
      </div>
    </div>
  );
}

function Sentence({ scene, isOver, isDragged }: Omit<SceneHeadProps, 'run' | 'isPart'>) {
  const { scene: words } = useSharedWords();
  const at = useCursor((state) => (isDragged ? Number.POSITIVE_INFINITY : state.at));
  const said = sentenceAt(isOver ? scene : { ...scene, ending: null }, at);
  const hint =
    at > 0 ? null : scene.fault !== null ? words.play : scene.number !== null ? words.playNumber : words.playOnly;
  return (
    <p className={styles.sentence}>
      <span aria-live="polite">
        <span key={said} className={styles.words}>
          {unbroken(said)} {hint !== null && <strong className={styles.hint}>{hint}</strong>}
        </span>
      </span>{' '}
      {scene.number !== null && <DraggedNumber number={scene.number} />}
    </p>
  );
}

/** The state while it plays, then the outcome. */
function Verdict({ run, isOver }: Pick<SceneHeadProps, 'run' | 'isOver'>) {
  const { pair, tone } = useReading(run);
  if (!isOver) return <StateNow run={run} />;
  return (
    <div className={styles.verdict} data-tone={tone} aria-live="polite">
      {[pair.lock, pair.data].map((fact) => (
        <p key={fact.text} data-tone={fact.tone} className={styles.fact}>
          <ToneSign tone={fact.tone} size={19} /> {fact.text}
        </p>
      ))}
    </div>
  );
}

function StateNow({ run }: Pick<SceneHeadProps, 'run'>) {
  const { scene: words, onTimeline, speech } = useSharedWords();
  // It changes with few of the moments of the playhead.
  const [lock, data] = useCursor(
    useShallow(({ at }) => {
      const { holders, value } = stateAt(run, at);
      const [holder] = holders;
      const lock =
        holder === undefined
          ? words.free
          : holders.length === 1
            ? words.holds(onTimeline.process(holder))
            : words.many(holders.length);
      return [speech.pair.lock(lock), value === null ? null : speech.pair.data(String(value))] as const;
    }),
  );
  return (
    <div className={styles.verdict}>
      <p className={styles.fact}>{lock}</p>
      {data !== null && <p className={styles.fact}>{data}</p>}
    </div>
  );
}
