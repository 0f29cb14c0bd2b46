/**
 * Moves the playhead: to the next event, to the first violation, to an event by its number. Reads the trace and
 * changes only the cursor.
 */

import { bisectLeft, bisectRight } from 'd3-array';
import type { Moment } from '../../content/address/pageAddress';
import { firstViolation, stopEventAt } from '../../core/judge/stopEvent';
import type { Run } from '../../core/model/trace/run';
import { fromMs } from '../../core/model/values/time';
import { useCursor } from './cursor';
import { useEdition } from './edition';
import { currentRun, runs } from './run';

let parkedAt: number | null = null;

/** Puts the playhead where the story reaches its point. Playing from there starts at the beginning. */
export function parkAtViolation(run: Run): void {
  const at = stopEventAt(run);
  useCursor.getState().setAt(at);
  parkedAt = at;
}

interface Rest {
  readonly at: Moment;
  /** The stretch that is shown, in ms. */
  readonly from?: number | null;
  readonly to?: number | null;
}

/** Puts the playhead at the moment that an address names. */
export function restAt({ at, from = null, to = null }: Rest): void {
  const run = currentRun();
  const { endedAt } = run.trace.header;
  if (at === 'break') return parkAtViolation(run);
  const { setAt } = useCursor.getState();
  if (at === 'start') setAt(fromMs(from ?? 0));
  else setAt(Math.min(endedAt, at === 'end' ? (to === null ? endedAt : fromMs(to)) : fromMs(at)));
}

/** Whether the playhead is still where the page put it. */
export const isParked = (): boolean => useCursor.getState().at === parkedAt;

// Only the whole of a long run shows where it reaches its point.
runs.onComplete(() => {
  if (isParked() && !useCursor.getState().playing) parkAtViolation(currentRun());
});

/** Goes to the event with this number and selects it. */
export function goToEvent(run: Run, seq: number): void {
  const at = run.trace.at[seq];
  if (at === undefined) return;
  movePlayheadToEvent(run, seq);
  bringIntoView(at);
}

/** Selects the event and puts the playhead on its instant, as after a click: the view stays where it is. */
export function movePlayheadToEvent({ trace }: Run, seq: number): void {
  const at = trace.at[seq];
  if (at === undefined) return;
  movePlayheadTo(at);
  useEdition.getState().select({ kind: 'event', seq });
}

/** Stops playing and puts the playhead on an instant. Everything that happens at that instant has happened. */
export function movePlayheadTo(at: number): void {
  const { setAt, setPlaying } = useCursor.getState();
  setPlaying(false);
  setAt(at);
}

/** Stops playing and goes to an instant; the view follows. */
export function goTo(at: number): void {
  movePlayheadTo(at);
  bringIntoView(at);
}

/** In a scene that is where its story stops. */
export const goToEnd = (): void => goTo(useCursor.getState().moments?.at(-1) ?? currentRun().trace.header.endedAt);

/** Goes to the first violation of the run on screen, if there is one. */
export function jumpToViolation(): void {
  const run = currentRun();
  const seq = firstViolation(run);
  if (seq !== null) goToEvent(run, seq);
}

/**
 * Goes to the nearest instant before or after the playhead at which anything happens: a moment of the scene on screen,
 * or else an event.
 */
export function stepBy({ trace }: Run, direction: 1 | -1): void {
  const { at, setPlaying, moments } = useCursor.getState();
  setPlaying(false);
  const next =
    moments === null
      ? nearestInstant(trace.at, trace.count, at, direction)
      : nearestInstant(moments, moments.length, at, direction);
  if (next === null) return;
  goTo(next);
}

/**
 * The last instant in the list before `at`, or the first one after it; null if there is no such instant. The list
 * never falls.
 */
export function nearestInstant(
  instants: ArrayLike<number>,
  count: number,
  at: number,
  direction: 1 | -1,
): number | null {
  const next = direction === 1 ? bisectRight(instants, at, 0, count) : bisectLeft(instants, at, 0, count) - 1;
  return (next < count ? instants[next] : null) ?? null;
}

/**
 * If the playhead is outside the view, moves the view so that the playhead stands at this share of the width. The
 * view never leaves the run.
 */
export function bringIntoView(at: number, share = 0.5): void {
  const { view, setView } = useCursor.getState();
  if (view === null || (at >= view.from && at <= view.to)) return;
  const width = view.to - view.from;
  const end = currentRun().trace.header.endedAt * 1.02;
  const from = Math.max(0, Math.min(at - width * share, end - width));
  setView({ from, to: from + width });
}
