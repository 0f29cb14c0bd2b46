// The bar at the bottom: step, play, speed, the time of the playhead, and an overview of the run.
import { ChevronLeft, ChevronRight, SkipBack, SkipForward, TriangleAlert } from 'lucide-react';
import { firstViolation } from '../../core/judge/stopEvent';
import { formatAt } from '../../core/model/format';
import { Choose } from '../parts/Choose';
import { Segmented } from '../parts/Segmented';
import { IconButton } from '../parts/Tip';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { goTo, goToEnd, jumpToViolation, stepBy } from '../state/playhead';
import { currentRun } from '../state/run';
import { Minimap } from '../timeline/Minimap';
import { useWords } from '../words/i18n';
import { PlayButton } from './PlayButton';
import styles from './PlaybackBar.module.css';
import { speeds } from './play';

/** @param isShort in one row, without the axis; on a phone also without what a finger can do on the overview */
export function PlaybackBar({ isShort = false }: { readonly isShort?: boolean }) {
  const words = useWords();
  return (
    <section aria-label={words.playback.title} className={styles.bar} data-short={isShort} data-playback>
      <div className={styles.buttons}>
        <IconButton
          className={`${styles.round} ${styles.far}`}
          label={words.playback.start}
          hint="Home"
          onClick={() => goTo(0)}
        >
          <SkipBack size={15} aria-hidden />
        </IconButton>
        <IconButton
          className={styles.round}
          label={words.playback.previous}
          hint="←"
          onClick={() => stepBy(currentRun(), -1)}
        >
          <ChevronLeft size={17} aria-hidden />
        </IconButton>
        <PlayButton className={styles.play} size={17} />
        <IconButton
          className={styles.round}
          label={words.playback.next}
          hint="→"
          onClick={() => stepBy(currentRun(), 1)}
        >
          <ChevronRight size={17} aria-hidden />
        </IconButton>
        <IconButton className={`${styles.round} ${styles.far}`} label={words.playback.end} hint="End" onClick={goToEnd}>
          <SkipForward size={15} aria-hidden />
        </IconButton>
        <ViolationButton />
        <SpeedPicker />
      </div>
      <div className={styles.overview}>
        <CurrentMinimap />
      </div>
      <div className={styles.right}>
        <Clock />
        {!isShort && <AxisSwitch />}
      </div>
    </section>
  );
}

/** True time, or even spacing. */
export function AxisSwitch() {
  const words = useWords();
  const evenSteps = useCursor((state) => state.evenSteps);
  const setEvenSteps = useCursor((state) => state.setEvenSteps);
  return (
    <Segmented
      label={words.playback.axis}
      value={evenSteps ? 'even' : 'true'}
      options={[
        { id: 'true', label: words.playback.trueTime },
        { id: 'even', label: words.playback.evenSteps },
      ]}
      onChange={(id) => setEvenSteps(id === 'even')}
    />
  );
}

function CurrentMinimap() {
  const run = useDeferredRun();
  return <Minimap run={run} />;
}

function ViolationButton() {
  const words = useWords();
  const hasNone = firstViolation(useDeferredRun()) === null;
  return (
    <IconButton
      className={styles.round}
      label={words.playback.violation}
      hint="J"
      disabled={hasNone}
      onClick={jumpToViolation}
    >
      <TriangleAlert size={15} aria-hidden />
    </IconButton>
  );
}

export function SpeedPicker() {
  const words = useWords();
  const speed = useCursor((state) => state.speed);
  const setSpeed = useCursor((state) => state.setSpeed);
  return (
    <Choose
      label={words.playback.speed}
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

/** Only this part of the bar changes with every frame. */
function Clock() {
  const words = useWords();
  const at = useCursor((state) => state.at);
  return (
    <output className={styles.clock} aria-label={words.playback.at} aria-live="off">
      {formatAt(at)}
    </output>
  );
}
