// Upper left the title and one sentence, upper right the verdict of two facts. Words change in place.
import type { Run } from '../../model/run';
import { type Scene, sentenceAt, stateAt } from '../../scene/sceneOf';
import { ToneSign } from '../parts/ToneSign';
import { useCursor } from '../state/cursor';
import { useReading } from '../verdict/useReading';
import { useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './Scene.module.css';

interface SceneHeadProps {
  readonly run: Run;
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly isDragged: boolean;
}

export function SceneHead({ run, scene, isOver, isDragged }: SceneHeadProps) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{scene.title}</h1>
      <Sentence {...{ scene, isOver, isDragged }} />
      <Verdict {...{ run, isOver }} />
    </div>
  );
}

function Sentence({ scene, isOver, isDragged }: Omit<SceneHeadProps, 'run'>) {
  const { scene: words } = useWords();
  const at = useCursor((state) => (isDragged ? Number.POSITIVE_INFINITY : state.at));
  const isBefore = at === 0;
  const said = sentenceAt(scene, at);
  const hint = isBefore
    ? scene.fault === null
      ? words.playOnly
      : words.play
    : isOver && !isDragged && scene.fault !== null
      ? words.drag
      : null;
  return (
    <p className={styles.sentence} aria-live="polite">
      {unbroken(said)} {hint !== null && <strong>{hint}</strong>}
    </p>
  );
}

function Verdict({ run, isOver }: Pick<SceneHeadProps, 'run' | 'isOver'>) {
  const { scene: words, onTimeline } = useWords();
  const reading = useReading(run);
  const at = useCursor((state) => (isOver ? null : state.at));
  if (at === null)
    return (
      <dl className={styles.verdict} data-tone={reading.tone} aria-live="polite">
        <dt>{words.lock}</dt>
        <dd data-tone={reading.pair.lock.tone}>
          <ToneSign tone={reading.pair.lock.tone} size={18} /> {reading.pair.lock.text}
        </dd>
        <dt>{words.data}</dt>
        <dd data-tone={reading.pair.data.tone}>
          <ToneSign tone={reading.pair.data.tone} size={18} /> {reading.pair.data.text}
        </dd>
      </dl>
    );
  const { holders, value } = stateAt(run, at);
  const [holder] = holders;
  return (
    <dl className={styles.verdict}>
      <dt>{words.lock}</dt>
      <dd>
        {holder === undefined
          ? words.free
          : holders.length === 1
            ? words.holds(onTimeline.process(holder))
            : words.many(holders.length)}
      </dd>
      {value !== null && (
        <>
          <dt>{words.data}</dt>
          <dd>{value}</dd>
        </>
      )}
    </dl>
  );
}
