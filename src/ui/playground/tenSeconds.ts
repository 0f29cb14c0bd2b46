/**
 * What a first visit sees: the run plays once, as far as it breaks, at a pace at which it can be read. Then the pause
 * asks to be dragged. The first drag, a key or a press of the button unfolds the lock into its nodes, and the page is
 * whole. Each picture on the way follows from the run and from how far the lock has unfolded.
 */
import { flushSync } from 'react-dom';
import { foldedLanes, foldedScale } from '../../layout/foldedLanes';
import type { TextMark } from '../../layout/marks';
import type { Beat } from '../../model/story';
import type { Both } from '../../model/text';
import { greeting as english } from '../../texts/en/greeting';
import { greeting as chinese } from '../../texts/zh/greeting';
import type { TimelineNow } from '../edit/geometry';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { type Fold, useFold } from '../state/folded';
import { parkAtViolation } from '../state/playhead';
import { usePreferences } from '../state/preferences';
import { currentRun } from '../state/run';
import { beatAt, timedBeats } from '../story/beats';
import { fadedWords, firstPicture, lacksWords, wordsOf } from './firstPicture';

type Words = typeof english;

export const greetingWords: Both<Words> = { en: english, zh: chinese };

const said = (
  name: 'begins' | 'gets' | 'pauses' | 'waits' | 'expires' | 'enters' | 'writes' | 'late',
  at?: Beat['at'],
): Beat => {
  const text = { en: english[name], zh: chinese[name] };
  return at === undefined ? { text } : { text, at };
};

/** What is said, and at which event of the run. */
export const beats: readonly Beat[] = [
  said('begins'),
  said('gets', { kind: 'acquired', process: 'client1' }),
  said('pauses', { kind: 'paused', process: 'client1' }),
  said('waits', { kind: 'received', process: 'client2', nth: 3 }),
  said('expires', { kind: 'entryGone', process: 'nodeA' }),
  said('enters', { kind: 'acquired', process: 'client2' }),
  said('writes', { kind: 'wrote', process: 'storage' }),
  said('late', { kind: 'wrote', process: 'storage', nth: 2 }),
];

/** Something moves soon, so that the page is seen to play; slowly at first, for its first sentence is to be read. */
const stillMs = 300;
/** How long the run plays after each sentence. Of ten seconds, one is left in which the break stands there. */
const lastsMs = [1500, 1400, 1200, 900, 1100, 1300, 1200] as const;
/** From the first picture to the break. */
export const untilBreakMs = lastsMs.reduce<number>((total, ms) => total + ms, stillMs);
/** Counted from the deed: half a second after it, what still moves seems to move by itself. */
const unfoldMs = 300;
const slowMs = 200;
const usualSpeed = useCursor.getState().speed;

/** Folds the page before it is drawn. Whoever wants no motion sees the break at once. */
export function fold(): void {
  const isStill = wantsNoMotion();
  if (!isStill) useCursor.getState().setAt(0);
  useFold.setState({ fold: foldAt(isStill ? 'told' : 'plays') });
}

/** The beats after which the first holder only believes that it has the lock, and at which all is told. */
const [expiresAt, lateAt] = [4, 7];

interface Unfolding {
  /** How far the lock has unfolded, 0 … 1. */
  readonly open: number;
  /** The words on the folded picture, which fade. */
  readonly fading: readonly TextMark[];
}

const folded: Unfolding = { open: 0, fading: [] };

function foldAt(stage: Fold['stage'], { open, fading }: Unfolding = folded): Fold {
  const words = greetingWords[usePreferences.getState().language];
  const beat = stage === 'plays' ? beatNow() : lateAt;
  const { onTimeline } = words;
  const { at } = useCursor.getState();
  return {
    stage,
    lanesOf: foldedLanes(open),
    scaleOf: foldedScale(open),
    words: beat < expiresAt ? { ...onTimeline, heldPast: onTimeline.holds } : onTimeline,
    retouch: (picture) => {
      if (stage === 'unfolds') return fadedWords(picture, fading, open);
      const playedTo = stage === 'plays' ? at : null;
      // While something is dragged, the strip of what would do harm has its place.
      const isAsking = useEdition.getState().draft === null;
      return firstPicture(picture, { run: currentRun(), words, playedTo, isAsking });
    },
  };
}

const beatNow = (): number => beatAt(timedBeats(currentRun().trace, beats), useCursor.getState().at);

/** Plays, and then listens for what unfolds the page. Returns how to end all of it. */
export function playOnce(timeline: TimelineNow): () => void {
  const times = timedBeats(currentRun().trace, beats).map(({ at }) => at ?? 0);
  const end = times.at(-1) ?? 0;
  const { setPlaying, setSpeed } = useCursor.getState();
  let shown = -1;
  const pace = (at: number): void => {
    const beat = times.findLastIndex((time) => time <= at);
    if (beat === shown) {
      if (timeline.geometry !== null && lacksWords(timeline.geometry.picture, at))
        useFold.setState({ fold: foldAt('plays') });
      return;
    }
    shown = beat;
    const [from = 0, to = end] = times.slice(beat, beat + 2);
    setSpeed((to - from) / 1000 / (lastsMs[beat] ?? 1000));
    useFold.setState({ fold: foldAt('plays') });
  };
  const begin = setTimeout(() => {
    if (useFold.getState().fold?.stage !== 'plays') return;
    pace(0);
    setPlaying(true);
  }, stillMs);
  const stopFollowing = useCursor.subscribe((now, before) => {
    if (useFold.getState().fold?.stage !== 'plays') return;
    // It is over at the break, or because somebody took the playhead.
    if (now.at >= end || (before.playing && !now.playing)) rest();
    else if (now.playing && now.at !== before.at) pace(now.at);
  });
  const stopFollowingDeeds = followDeeds(() => unfold(timeline));
  const endings = [stopFollowing, () => clearTimeout(begin), stopFollowingDeeds, followLanguage()];
  return () => {
    for (const stop of endings) stop();
  };
}

/** What has been played stands still, and nothing is covered any more. */
function rest(): void {
  useFold.setState({ fold: foldAt('told') });
  const { playing, setPlaying } = useCursor.getState();
  setPlaying(false);
  if (playing) parkAtViolation(currentRun());
}

const followLanguage = (): (() => void) =>
  usePreferences.subscribe(() => {
    const { fold } = useFold.getState();
    // While it unfolds, each frame has the words of the language.
    if (fold !== null && fold.stage !== 'unfolds') useFold.setState({ fold: foldAt(fold.stage) });
  });

/**
 * Whoever opens a link meanwhile gets the page as one who comes by it: a page that grows by itself would jump. Two events
 * tell of it.
 */
function onAddress(event: Event): void {
  event.stopImmediatePropagation();
  if (event.type === 'hashchange') location.reload();
}

/** A drag that is done, a key that means something, and another address. */
function followDeeds(onDeed: () => void): () => void {
  const stopFollowing = useEdition.subscribe((now, before) => {
    // Nothing is covered while something is dragged.
    if (now.draft !== null && useFold.getState().fold?.stage === 'plays') rest();
    if (now.committed !== before.committed) onDeed();
  });
  const onKey = (event: KeyboardEvent): void => {
    if (!meansToGoOn(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onDeed();
  };
  const ending = new AbortController();
  const at = { capture: true, signal: ending.signal };
  addEventListener('keydown', onKey, at);
  for (const move of ['popstate', 'hashchange'] as const) addEventListener(move, onAddress, at);
  return () => {
    stopFollowing();
    ending.abort();
  };
}

/** Tab walks through the page, a control has its own keys, and during a drag Escape belongs to the drag. */
function meansToGoOn({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || useEdition.getState().draft !== null) return false;
  if (key === 'Escape') return true;
  const isOnControl = target instanceof Element && target.closest('button, input, [role="slider"]') !== null;
  if (isOnControl && /^( |Enter|Arrow|Home|End)/.test(key)) return false;
  return key.length === 1 || /^(Enter|Arrow|Home|End|Page|Backspace|Delete)/.test(key);
}

/** The page is whole. What was dragged, and where the playhead stands, stays. */
export function unfold({ geometry }: TimelineNow): void {
  const { fold } = useFold.getState();
  if (fold === null || fold.stage === 'unfolds') return;
  const startedAt = performance.now();
  const { setPlaying, setSpeed } = useCursor.getState();
  setPlaying(false);
  setSpeed(usualSpeed);
  if (fold.stage === 'plays') parkAtViolation(currentRun());
  const plot = geometry?.plot;
  const fading = geometry === null ? [] : wordsOf(geometry.picture);
  const before = plot?.getBoundingClientRect().top ?? 0;
  const isFocusLost = document.activeElement?.closest('[data-greeting]') !== null;
  flushSync(() => useFold.setState({ fold: wantsNoMotion() ? null : foldAt('unfolds', { open: 0, fading }) }));
  // On a narrow screen the bar above the timeline becomes higher. What a finger is on stays under it.
  scrollBy(0, (plot?.getBoundingClientRect().top ?? 0) - before);
  if (isFocusLost) plot?.closest('section')?.focus({ preventScroll: true });
  if (wantsNoMotion()) return;
  // Where one picture takes this long, the lanes would still be on their way long after the press.
  if (performance.now() - startedAt > slowMs) return useFold.setState({ fold: null });
  const move = (): void => {
    const share = Math.min(1, (performance.now() - startedAt) / unfoldMs);
    useFold.setState({
      fold: share === 1 ? null : foldAt('unfolds', { open: share * share * (3 - 2 * share), fading }),
    });
    if (share < 1) requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}
