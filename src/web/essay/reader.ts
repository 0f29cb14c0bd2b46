/**
 * Where a reader is in the essay: the paragraph at the reading line, and how far it has passed it. The run beside the
 * text and its playhead follow, until the reader takes the run into their own hands.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { paragraphs } from '../../content/essay/essay';
import { storyOfRun } from '../../content/stories/storyList';
import { applyPatch } from '../../core/model/patch';
import type { Patch } from '../../core/model/scenario';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor } from '../state/cursor';
import { openStory } from '../state/story';

/** Above the line is read, below it is not. On a narrow page the picture covers the upper half. */
const readingLine = (): string => `1000000px 0px ${matchMedia('(max-width: 900px)').matches ? -20 : -40}% 0px`;
/** In how many parts a paragraph moves the playhead. */
const parts = 20;
/** A reader who changes the run keeps it beside the text until they have scrolled this far. */
const holdPixels = 120;
/** How long the playhead takes through a whole run, in ms. */
const passMs = 2400;

/** Opens a run by its name, with changes if there are any. */
export async function openNamed(run: string, patch?: Patch): Promise<void> {
  const { story, variantId = null, scenario } = await storyOfRun(run);
  const changed = patch === undefined ? null : applyPatch(scenario, patch);
  await openStory(story.id, variantId, { asked: null, scenario: changed });
}

export interface Reader {
  /** The number of the paragraph at the reading line. */
  readonly at: number;
  /** The run beside the text, as people name it. */
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
  const opening = useRef({ run: beside, done: Promise.resolve() });
  const goTo = useCallback((paragraph: number): Promise<void> => {
    const run = paragraphs[paragraph]?.beside ?? '';
    if (run === opening.current.run) return opening.current.done;
    isHeld.current = false;
    const done = openNamed(run).then(() => setBeside(run));
    opening.current = { run, done };
    return done;
  }, []);
  useEffect(
    () =>
      followReading((paragraph, share) => {
        setAt(paragraph);
        // What a number says may move the text a little.
        if (Math.abs(scrollY - heldAt.current) < holdPixels) return;
        void goTo(paragraph);
        if (!isHeld.current) passTo(paragraphs[paragraph]?.run === undefined ? 1 : share);
      }),
    [goTo],
  );
  const hold = useCallback((): void => {
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
      // Before the first scroll the first run waits at its beginning.
      if (place !== undefined && scrollY > 0) tell(last, shares.get(place) ?? 0);
    },
    { rootMargin: readingLine(), threshold: Array.from({ length: parts + 1 }, (_, i) => i / parts) },
  );
  for (const place of places) observer.observe(place);
  return () => observer.disconnect();
}

let frame = 0;

/** Moves the playhead to this share of the run: at once without motion, else as fast as a run can be followed. */
export function passTo(share: number): void {
  cancelAnimationFrame(frame);
  let before = performance.now();
  const move = (now: number): void => {
    const { at, stopsAt, playing, setAt } = useCursor.getState();
    const end = stopsAt ?? at;
    const to = share * end;
    if (playing) return;
    const reach = wantsNoMotion() ? end : ((now - before) / passMs) * end;
    before = now;
    setAt(Math.abs(to - at) <= reach ? to : at + Math.sign(to - at) * reach);
    if (useCursor.getState().at !== to) frame = requestAnimationFrame(move);
  };
  frame = requestAnimationFrame(move);
}
