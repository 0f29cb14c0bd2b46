/**
 * Where a reader is in the essay: the paragraph at the reading line, and how far it has passed it. The run beside the
 * text and its playhead follow, until the reader takes the run into their own hands.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { paragraphs } from '../../content/essay/essay';
import { storyOfRun } from '../../content/stories/storyList';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Patch } from '../../core/model/scenario/scenario';
import { fromMs } from '../../core/model/values/time';
import { fitOf } from '../../picture/svg/fit';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor, type View } from '../state/cursor';
import { currentRun } from '../state/run';
import { openStory } from '../state/story';

/** Whether the picture covers the upper half. As in essay.css. */
const isAbove = (): boolean => matchMedia('(max-width: 900px) and (min-height: 561px)').matches;
/** Text above this line counts as read. */
const readingLine = (): string => `1000000px 0px ${isAbove() ? -20 : -40}% 0px`;
/** In how many parts a paragraph moves the playhead. */
const parts = 20;
/** A reader who changes the run keeps it beside the text until they have scrolled this far. */
const holdPixels = 120;
/** How long the playhead takes through a whole run, in ms. */
const passMs = 2400;
/** A paragraph about a stretch of the run shows it for this share of its height, then the end of the run. */
const zoomShare = 0.75;
/** The time in which the ends of the shown stretch cover two thirds of their way, in ms. */
const zoomMs = 120;

/** Opens a run by its name, with changes if there are any. */
export async function openNamed(run: string, patch?: Patch): Promise<void> {
  const { story, variantId = null, scenario } = await storyOfRun(run);
  const changed = patch === undefined ? null : applyPatch(scenario, patch);
  await openStory(story.id, variantId, { baseScenario: null, scenario: changed });
}

export interface Reader {
  /** The number of the paragraph at the reading line. */
  readonly at: number;
  /** The name of the run beside the text. */
  readonly beside: string;
  /**
   * Scrolling moves the playhead no more until another run is beside the text, and the run stays until the reader has
   * scrolled on.
   */
  readonly hold: () => void;
  /** Puts the run of this paragraph beside the text, if it is another one. */
  readonly goTo: (paragraph: number) => Promise<void>;
}

export function useReader(): Reader {
  const [at, setAt] = useState(0);
  const [beside, setBeside] = useState(paragraphs[0]?.beside ?? '');
  const isHeld = useRef(false);
  /** Where the page was scrolled to when the reader last took the run into their own hands. */
  const heldAt = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef<Place | null>(null);
  const opening = useRef({ run: beside, done: Promise.resolve() });
  const goTo = useCallback((paragraph: number): Promise<void> => {
    const run = paragraphs[paragraph]?.beside ?? '';
    if (run === opening.current.run) return opening.current.done;
    isHeld.current = false;
    const navigation = openNamed(run).then(() => setBeside(run));
    opening.current = { run, done: navigation };
    return navigation;
  }, []);
  useEffect(
    () =>
      followReading((paragraph, share) => {
        setAt(paragraph);
        // What a number says may move the text a little.
        if (Math.abs(scrollY - heldAt.current) < holdPixels) return;
        const place = { paragraph, share };
        last.current = place;
        void goTo(paragraph).then(() => {
          if (last.current === place && !isHeld.current) follow(place);
        });
      }),
    [goTo],
  );
  const hold = useCallback((): void => {
    cancelAnimationFrame(frame);
    isHeld.current = true;
    heldAt.current = scrollY;
  }, []);
  return { at, beside, hold, goTo };
}

/** Calls back with the last paragraph whose top is above the reading line, and the share of it that is above. */
function followReading(tell: (paragraph: number, share: number) => void): () => void {
  const shares = new Map<Element, number>();
  const places = [...document.querySelectorAll('[data-paragraph]')];
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio } of entries) {
        if (isIntersecting) shares.set(target, intersectionRatio);
        else shares.delete(target);
      }
      const last = places.findLastIndex((place) => shares.has(place));
      const place = places[last];
      if (place === undefined) return;
      // At the top of the page the first run waits at its beginning.
      if (scrollY > 0) tell(last, shares.get(place) ?? 0);
      else tell(0, 0);
    },
    { rootMargin: readingLine(), threshold: Array.from({ length: parts + 1 }, (_, i) => i / parts) },
  );
  for (const place of places) observer.observe(place);
  return () => observer.disconnect();
}

/** Where the reader is: a paragraph, and the share of it above the reading line. */
interface Place {
  readonly paragraph: number;
  readonly share: number;
}

/** Shows what a paragraph speaks of, up to where the reader is in it. */
function follow({ paragraph, share }: Place): void {
  const { run, zoom } = paragraphs[paragraph] ?? {};
  if (run === undefined) return passTo(1);
  if (zoom === undefined) return passTo(share);
  if (share > zoomShare) return passTo(1);
  const [from, to] = [fromMs(zoom[0]), fromMs(zoom[1])];
  move(from + (to - from) * (share / zoomShare), { from, to });
}

/** Shows the whole run, and moves the playhead to this share of it. */
export function passTo(share: number): void {
  const { at, stopsAt } = useCursor.getState();
  move(share * (stopsAt ?? at), null);
}

/** Shows the whole run; the playhead stays. */
export const showWhole = (): void => move(useCursor.getState().at, null);

let frame = 0;

/**
 * Moves the playhead and the shown stretch there: at once without motion, else as fast as a run can be followed.
 *
 * @param view null: the whole run
 */
function move(to: number, view: View | null): void {
  cancelAnimationFrame(frame);
  let before = performance.now();
  const step = (now: number): void => {
    const { at, stopsAt, playing, setAt, view: currentView, setView } = useCursor.getState();
    if (playing) return;
    const passed = now - before;
    before = now;
    const reach = wantsNoMotion() ? Number.POSITIVE_INFINITY : (passed / passMs) * (stopsAt ?? to);
    setAt(Math.abs(to - at) <= reach ? to : at + Math.sign(to - at) * reach);
    setView(wantsNoMotion() ? view : nearer(currentView, view, 1 - Math.exp(-passed / zoomMs)));
    const reached = useCursor.getState();
    if (reached.at !== to || reached.view !== view) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
}

/** A stretch between what is shown and what is wanted. Null is the whole run. */
function nearer(currentView: View | null, wanted: View | null, share: number): View | null {
  const whole = fitOf(currentRun().trace);
  const [a, b] = [currentView ?? whole, wanted ?? whole];
  const between = { from: a.from + (b.from - a.from) * share, to: a.to + (b.to - a.to) * share };
  const distance = Math.abs(b.from - between.from) + Math.abs(b.to - between.to);
  return distance < (whole.to - whole.from) / 500 ? wanted : between;
}
