// The bar at the bottom: step, play, speed, the time of the playhead, and an overview of the run.
import { ChevronLeft, ChevronRight, SkipBack, SkipForward, TriangleAlert } from 'lucide-react';
import { firstViolation } from '../../core/judge/stopEvent';
import { Choose } from '../parts/Choose';
import { Segmented } from '../parts/Segmented';
import { IconButton } from '../parts/Tip';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { Minimap } from '../timeline/Minimap';
import { useWords } from '../words/i18n';
import { moves } from './moves';
import styles from './PlaybackBar.module.css';
import { speeds } from './play';
import { Clock, PlayButton } from './TransportParts';

/** @param isShort in one row, without the axis; on a phone also without what a finger can do on the overview */
export function PlaybackBar({ isShort = false }: { readonly isShort?: boolean }) {
  const words = useWords();
  return (
    <section aria-label={words.playback.title} className={styles.bar} data-short={isShort} data-playback>
      <div className={`row firm gap-4 ${styles.buttons}`}>
        <Step to="start" isFar />
        <Step to="previous" />
        <PlayButton className={styles.play} size={17} />
        <Step to="next" />
        <Step to="end" isFar />
        <Violation />
        <SpeedPicker />
      </div>
      <div className={`grows ${styles.overview}`}>
        <CurrentMinimap />
      </div>
      <div className={`row firm gap-5 ${styles.right}`}>
        <Clock className={`strong digits ${styles.clock}`} />
        {!isShort && <AxisSwitch />}
      </div>
    </section>
  );
}

/** True time, or even spacing. */
export function AxisSwitch() {
  const words = useWords();
  const evenSpacing = useCursor((state) => state.evenSpacing);
  const setEvenSpacing = useCursor((state) => state.setEvenSpacing);
  return (
    <Segmented
      label={words.playback.axis}
      value={evenSpacing ? 'even' : 'true'}
      keys="KeyE"
      options={[
        { id: 'true', label: words.playback.trueTime },
        { id: 'even', label: words.playback.evenSpacing },
      ]}
      onChange={(id) => setEvenSpacing(id === 'even')}
    />
  );
}

function CurrentMinimap() {
  const run = useDeferredRun();
  return <Minimap run={run} />;
}

const steps = {
  start: { ...moves.start, Sign: SkipBack, size: 15 },
  previous: { ...moves.previous, Sign: ChevronLeft, size: 17 },
  next: { ...moves.next, Sign: ChevronRight, size: 17 },
  end: { ...moves.end, Sign: SkipForward, size: 15 },
  violation: { ...moves.violation, Sign: TriangleAlert, size: 15 },
} as const;

interface StepProps {
  readonly to: keyof typeof steps;
  /** Whether a finger can do the same on the overview. */
  readonly isFar?: boolean;
  readonly disabled?: boolean;
}

function Step({ to, isFar = false, disabled }: StepProps) {
  const { playback: words } = useWords();
  const className = isFar ? `${styles.round} ${styles.far}` : styles.round;
  const { keys, run, Sign, size } = steps[to];
  return (
    <IconButton {...{ className, disabled }} label={words[to]} keys={keys} onClick={run}>
      <Sign size={size} aria-hidden />
    </IconButton>
  );
}

const Violation = () => <Step to="violation" disabled={firstViolation(useDeferredRun()) === null} />;

export function SpeedPicker() {
  const words = useWords();
  const speed = useCursor((state) => state.speed);
  const setSpeed = useCursor((state) => state.setSpeed);
  return (
    <Choose
      label={words.playback.speed}
      data-keys="BracketLeft BracketRight"
      className={styles.speed}
      value={String(speed)}
      options={speeds.map((factor) => ({
        id: String(factor),
        label:
          factor === 1
            ? words.playback.real
            : factor < 1
              ? words.playback.slower(Math.round(1 / factor))
              : words.playback.faster(factor),
      }))}
      onChange={(id) => setSpeed(Number(id))}
    />
  );
}
