/**
 * Moves the playhead: to the next event, to the first violation, to an event by its number. Reads the trace and changes
 * only the cursor.
 */

import { bisectLeft, bisectRight } from 'd3-array';
import type { FactKind } from '../../model/fact';
import type { Run } from '../../model/run';
import { useCursor } from './cursor';
import { useLongRuns } from './longRun';
import { currentRun } from './run';

/**
 * Where a fact says that the lock, or the resource, was broken: at its first event or at its last. Null: it does not say
 * so. A write that is lost was good before, and a client that has only begun to wait may still get in.
 */
const brokenAt: Readonly<Record<FactKind, 'from' | 'to' | null>> = {
  overlap: 'from',
  'lost-update': 'to',
  'torn-write': 'to',
  'half-read': null,
  diverged: null,
  'stuck-entry': null,
  starved: 'to',
  'deleted-another': null,
  rejected: null,
  'rightful-rejected': null,
  'token-repeated': null,
  'token-fell': null,
  'entry-left': null,
  'late-write': null,
  'done-twice': 'from',
  'fault-missed': null,
};

let parkedAt: number | null = null;

/** The number of the event with which the run first went wrong; null if it never did. */
export function firstViolation({ verdict, trace }: Run): number | null {
  let first: number | null = null;
  for (const fact of verdict.facts) {
    const end = brokenAt[fact.kind];
    const seq = end === null ? -1 : fact[end];
    if (seq < 0 || seq >= trace.count) continue;
    if (first === null || seq < first) first = seq;
  }
  return first;
}

/** The number of the event at which a run comes to its point; null: its end. */
export function pointOf(run: Run): number | null {
  const { outcome, chain, facts } = run.verdict;
  switch (outcome) {
    // Only the end shows that nothing went wrong, or that nothing will free the lock.
    case 'held':
    case 'stuck':
      return null;
    // A client that has only begun to wait may still get in.
    case 'unavailable':
      return facts.find(({ kind }) => kind === 'starved')?.to ?? null;
    case 'unknown':
      return chain.at(-1)?.events[0] ?? firstViolation(run);
    case 'lost-update':
    case 'overlap':
      return worstOf(run);
  }
  return outcome satisfies never;
}

/** What was lost or done again, else the write that was refused, else two inside. */
function worstOf({ verdict: { facts } }: Run): number | null {
  for (const [kind, end] of harms) {
    const fact = facts.find((found) => found.kind === kind);
    if (fact !== undefined) return fact[end];
  }
  return null;
}

const harms: readonly (readonly [FactKind, 'from' | 'to'])[] = [
  ['lost-update', 'to'],
  ['torn-write', 'to'],
  ['done-twice', 'to'],
  ['rejected', 'from'],
  ['overlap', 'from'],
];

/** The instant at which a run comes to its point. */
export function pointAt(run: Run): number {
  const seq = pointOf(run);
  return (seq === null ? undefined : run.trace.at[seq]) ?? run.trace.header.endedAt;
}

/** Puts the playhead where the story comes to its point. Playing from there begins at the start. */
export function parkAtViolation(run: Run): void {
  const at = pointAt(run);
  useCursor.getState().setAt(at);
  parkedAt = at;
}

/** Whether the playhead still stands where the page put it. */
export const isParked = (): boolean => useCursor.getState().at === parkedAt;

// Only the whole of a long run tells where it comes to its point.
useLongRuns.subscribe(() => {
  if (isParked() && !useCursor.getState().playing) parkAtViolation(currentRun());
});

/** Goes to the event with this number and selects it. */
export function goToEvent(run: Run, seq: number): void {
  const at = run.trace.at[seq];
  if (at === undefined) return;
  standAtEvent(run, seq);
  bringIntoView(at);
}

/** Selects the event and puts the playhead on its instant, as for one that was clicked: the view stays where it is. */
export function standAtEvent({ trace }: Run, seq: number): void {
  const at = trace.at[seq];
  if (at === undefined) return;
  standAt(at);
  useCursor.getState().select({ kind: 'event', seq });
}

/** Ends the playing, and puts the playhead on an instant: all that happens then has happened. */
export function standAt(at: number): void {
  const { setAt, setPlaying } = useCursor.getState();
  setPlaying(false);
  setAt(at);
}

/** Ends the playing, and goes to an instant: the view follows. */
export function goTo(at: number): void {
  standAt(at);
  bringIntoView(at);
}

/** Goes to the first violation of the run on screen; does nothing if there is none. */
export function jumpToViolation(): void {
  const run = currentRun();
  const seq = firstViolation(run);
  if (seq !== null) goToEvent(run, seq);
}

/** Goes to the nearest instant before or after the playhead at which anything happens. */
export function stepBy({ trace }: Run, direction: 1 | -1): void {
  const { at, setPlaying } = useCursor.getState();
  setPlaying(false);
  const next = nearestInstant(trace.at, trace.count, at, direction);
  if (next === null) return;
  goTo(next);
}

/** The last instant in the list before `at`, or the first one after it; null if there is none. The list never falls. */
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
 * If the playhead is outside the view, moves the view until it stands at this share of the width. The view never leaves
 * the run.
 */
export function bringIntoView(at: number, share = 0.5): void {
  const { view, setView } = useCursor.getState();
  if (view === null || (at >= view.from && at <= view.to)) return;
  const width = view.to - view.from;
  const end = currentRun().trace.header.endedAt * 1.02;
  const from = Math.max(0, Math.min(at - width * share, end - width));
  setView({ from, to: from + width });
}
