// `?present`, for a projector: answers stay covered until a key is pressed, and a clock runs for the time box of the
// exercise.
import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plans } from '../../course/exercises/plans';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/Tip';
import { useText } from '../words/i18n';
import { useExercises } from './exerciseState';
import styles from './Present.module.css';
import { turnCover, usePresent } from './presentState';
import { learnWords } from './words';

const usualMinutes = 5;

export function PresentBar() {
  const words = useText()(learnWords);
  const openId = useExercises((state) => state.openId);
  const isCovered = usePresent((state) => state.isCovered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each exercise begins covered.
  useEffect(() => usePresent.setState({ isCovered: true }), [openId]);
  return (
    <section className={`row wrap between firm line-below on-soft ${styles.bar}`} aria-label={words.present.title}>
      <Button aria-pressed={!isCovered} aria-keyshortcuts="A" onClick={turnCover}>
        {isCovered ? words.present.uncover : words.present.cover} <kbd>A</kbd>
      </Button>
      <TimeBox key={openId} minutes={minutesFor(openId)} />
    </section>
  );
}

/** The minutes that the shortest plan allots to it. */
const minutesFor = (id: string | null): number =>
  plans.flatMap(({ steps }) => steps.flatMap(({ exercises }) => exercises)).find((planned) => planned.id === id)
    ?.minutes ?? usualMinutes;

/** Counts down, and on below zero. It reads the clock, so a tab in the background does not slow it down. */
function TimeBox({ minutes }: { readonly minutes: number }) {
  const words = useText()(learnWords);
  const [left, setLeft] = useState(minutes * 60);
  const [endsAt, setEndsAt] = useState<number | null>(null);
  useEffect(() => {
    if (endsAt === null) return;
    const timer = setInterval(() => setLeft(Math.round((endsAt - Date.now()) / 1000)), 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  const add = (seconds: number): void => {
    setLeft(left + seconds);
    if (endsAt !== null) setEndsAt(endsAt + seconds * 1000);
  };
  const reset = (): void => {
    setLeft(minutes * 60);
    setEndsAt(null);
  };
  const isRunning = endsAt !== null;
  return (
    <div className={`row gap-4 ${styles.clock}`}>
      <output role="timer" aria-live="off" aria-label={words.present.left} data-over={left < 0}>
        {clockText(left)}
      </output>
      <IconButton
        label={isRunning ? words.present.hold : words.present.start}
        onClick={() => setEndsAt(isRunning ? null : Date.now() + left * 1000)}
      >
        {isRunning ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </IconButton>
      <Button onClick={() => add(60)}>{words.present.more}</Button>
      <IconButton label={words.present.reset} onClick={reset}>
        <RotateCcw size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Minutes and seconds, as on a clock. */
function clockText(seconds: number): string {
  const size = Math.abs(seconds);
  return `${seconds < 0 ? '−' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}
