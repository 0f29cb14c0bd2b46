// Replay, play, the next moment, and a line with the story's moments at their time on the picture's axis.
import { RotateCcw, SkipForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { momentTimes } from '../../picture/layout/momentTimes';
import { longFolds, type TimeAxis } from '../../picture/layout/timeAxis';
import { timesFaster } from '../../picture/scene/narration';
import type { Scene } from '../../picture/scene/sceneOf';
import { later } from '../parts/later';
import { IconButton } from '../parts/Tip';
import { PlayButton } from '../playback/TransportParts';
import { useCursor } from '../state/cursor';
import { goTo, stepBy } from '../state/playhead';
import { currentRun } from '../state/run';
import { useAnswersHere } from '../state/tooLate';
import { useSharedWords } from '../words/i18n';
import type { NotchProps } from './Late';
import styles from './Transport.module.css';

const Notch = later<NotchProps>(async () => (await import('./Late')).Notch);

/** In px. */
const buttonsWide = 176;

interface TransportProps {
  readonly scene: Scene;
  readonly axis: TimeAxis;
  readonly isOver: boolean;
  /** Whether the buttons stand below the line. */
  readonly isNarrow: boolean;
  /** What stands on both sides of the buttons where they are below the line. */
  readonly beside?: readonly [ReactNode, ReactNode] | undefined;
}

export function Transport({ scene, axis, isOver, isNarrow, beside }: TransportProps) {
  const { scene: words } = useSharedWords();
  const playing = useCursor((state) => state.playing);
  return (
    <div className={`anchor ${styles.transport}`} data-narrow={isNarrow}>
      <div className={`row gap-4 over at-left ${styles.buttons}`}>
        {beside !== undefined && <span className={styles.side}>{beside[0]}</span>}
        <IconButton className={styles.small} label={words.replay} keys="Home" onClick={() => goTo(0)}>
          <RotateCcw size={20} aria-hidden />
        </IconButton>
        <PlayButton className={styles.play} size={24} />
        <IconButton
          className={styles.small}
          label={words.nextMoment}
          keys="ArrowRight"
          disabled={isOver && !playing}
          onClick={() => stepBy(currentRun(), 1)}
        >
          <SkipForward size={20} aria-hidden />
        </IconButton>
        {beside !== undefined && <span className={styles.side}>{beside[1]}</span>}
      </div>
      <Line {...{ scene, axis, isNarrow }} />
    </div>
  );
}

function Line({ scene, axis, isNarrow }: Omit<TransportProps, 'isOver' | 'beside'>) {
  const isKnown = useAnswersHere() !== null;
  const at = useCursor((state) => state.at);
  const times = useCursor(({ playing, speed }) => (playing ? timesFaster(speed, scene.narration) : 1));
  const { right } = axis;
  // The line begins right of the buttons that stand beside it.
  const left = Math.max(axis.left, isNarrow ? 0 : buttonsWide);
  const x = (time: number): number => Math.max(left, Math.min(right, axis.x(time)));
  return (
    <svg className={`block ${styles.line}`} width={right + 12} height={60} aria-hidden>
      <path d={`M${left} 30H${right}`} className={styles.track} />
      <path d={`M${left} 30H${x(at)}`} className={styles.done} />
      {longFolds(axis).map(({ x: fold }) => (
        <path key={fold} d={`M${fold - 5} 37l4 -14m2 14l4 -14`} className={styles.fold} />
      ))}
      {isKnown && <Notch axis={axis} />}
      {scene.moments.map(({ seq, at: time, isHarm }) => (
        <circle
          key={`${seq} ${time}`}
          cx={x(time)}
          cy={30}
          r={7}
          data-done={time <= at}
          data-harm={isHarm}
          className={styles.dot}
        />
      ))}
      <circle cx={x(at)} cy={30} r={10} className={styles.now} />
      {/* The buttons of a narrow scene stand below the line. */}
      {momentTimes(scene.moments, axis).map(({ text, x: middle }) => (
        <text key={middle} x={middle} y={isNarrow ? 15 : 58} textAnchor="middle" className={styles.time}>
          {text}
        </text>
      ))}
      {times > 1 && (
        <text x={right} y={14} textAnchor="end" className={styles.time}>
          ▸▸ {times}×
        </text>
      )}
    </svg>
  );
}
