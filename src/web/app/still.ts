/**
 * The picture that came with the page, until the page itself is drawn: fits its numbers to the window, and keeps what
 * is pressed meanwhile. It runs before the first paint.
 */

import { readFirst } from '../../content/address/first';
import { remembered } from '../state/remembered';
import { stored } from '../state/stored';
import { afterFrames, whenDrawn } from './deferLoadEvent';
import { opensOf } from './takeAddress';

const number = /(-?\d+(?:\.\d+)?)/;
const isSize = / (?:width|height|r)="$/;

/** A slow phone draws the timeline long after the rest of the page, in ms. */
const quietMs = 3000;

/** A frame keeps nothing, and follows its address. */
const isFrame = document.querySelector('meta[name="site-root"]') !== null;

/** What the reader asks for, by the address or by earlier visits. */
export const settings = askedNow();

function askedNow() {
  const { theme, isPlain, frame, room } = readFirst(new URL(location.href));
  const { language } = readFirst(opensOf() ?? new URL(location.href));
  const preferences = remembered();
  return {
    theme: theme ?? (isFrame ? null : preferences.theme),
    /** Null: the frame's own. */
    language: language ?? (isFrame ? null : preferences.language),
    isAtStart: isPlain && (isFrame || preferences.size !== 'details'),
    frame,
    room,
  };
}

/** As soon as the picture is parsed, and before it is painted. */
export function showStill(): void {
  const { language, isAtStart } = settings;
  new MutationObserver((_changes, parsing) => {
    const [root, opening] = ['root', 'opening'].map((id) => document.getElementById(id));
    if (root == null || opening?.nextElementSibling == null) return;
    parsing.disconnect();
    const all = [...opening.querySelectorAll<HTMLElement>('.still')];
    const stills = all.filter(
      ({ lang, dataset: { unless } }) =>
        isAtStart && (language ?? lang) === lang && (unless === undefined || stored(unless) === null),
    );
    for (const still of all) if (!stills.includes(still)) still.remove();
    if (stills.length > 0) keep(root, opening, stills);
  }).observe(document, { childList: true, subtree: true });
}

function keep(root: HTMLElement, opening: HTMLElement, stills: readonly HTMLElement[]): void {
  opening.dataset['still'] = '';
  const refit = (): void => stills.forEach(fit);
  refit();
  addEventListener('resize', refit);
  const { replay, afterPress } = keepPresses(opening);
  const makeWay = (): void => {
    removeEventListener('resize', refit);
    // The page is there already, so nothing of it fades in.
    for (const animation of root.getAnimations({ subtree: true }))
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    opening.remove();
    replay();
  };
  whenDrawn(root, quietMs, () => afterPress(makeWay));
}

/** Markup before it was fitted. */
const asSent = new WeakMap<Element, string>();

/** See `fitOf` in src/site/stories/still.ts. */
function fit(still: HTMLElement): void {
  still.hidden = !matchMedia(still.dataset['media'] ?? '').matches;
  const timeline = still.querySelector('section');
  if (timeline === null) return;
  const sentMarkup = asSent.get(timeline) ?? timeline.innerHTML;
  asSent.set(timeline, sentMarkup);
  applyStyles(still);
  const frame = still.querySelector<HTMLElement>('[data-hosted]');
  if (frame !== null && settings.room !== null) {
    frame.dataset['hosted'] = 'true';
    frame.style.setProperty('--room', `${settings.room}px`);
  }
  if (timeline.clientWidth === 0) return;
  const [widths = [], heights = [], ...groups] = (still.dataset['fit'] ?? '')
    .split(';')
    .map((list) => list.split('@').map(numbers));
  const [knownWidths, high] = [widths.flat(), heights.flat()];
  const parts = sentMarkup.split(number);
  for (const [changes = [], places = []] of groups) {
    const change =
      between(knownWidths, changes, timeline.clientWidth) +
      between(high, changes.slice(knownWidths.length), timeline.clientHeight);
    for (const i of places) {
      const value = Math.round((Number(parts[i]) + change) * 100) / 100;
      // In a window smaller than all that are known, such as a frame that has no size yet.
      parts[i] = String(isSize.test(parts[i - 1] ?? '') ? Math.max(0, value) : value);
    }
  }
  timeline.innerHTML = parts.join('');
  applyStyles(timeline);
}

const numbers = (list: string): readonly number[] => list.split(',').map(Number);

/** The value at a place on a line through points, in their order. */
function between(places: readonly number[], values: readonly number[], at: number): number {
  const i = Math.min(Math.max(1, places.filter((place) => place < at).length), places.length - 1);
  const [from, to, before, after] = [places[i - 1], places[i], values[i - 1], values[i]];
  if (from === undefined || to === undefined || before === undefined || after === undefined) return values[0] ?? 0;
  return before + ((after - before) * (at - from)) / (to - from);
}

/** The policy of a frame allows no styles inside markup. */
function applyStyles(part: HTMLElement): void {
  for (const one of part.querySelectorAll<HTMLElement>('[data-style]')) one.style.cssText = one.dataset['style'] ?? '';
}

/** Keeps what a person does with the picture, and does it with the page: both have the same pixels. Links work at once. */
function keepPresses(picture: HTMLElement) {
  const listening = new AbortController();
  const { signal } = listening;
  const events: Event[] = [];
  const keep = (event: Event): void => {
    // Of a move, the last place counts.
    if (event.type === 'pointermove' && events.at(-1)?.type === 'pointermove') events.pop();
    events.push(event);
  };
  const isDown = (): boolean => events.findLast(({ type }) => /^pointer(?!move)/.test(type))?.type === 'pointerdown';
  for (const type of ['pointerdown', 'click'])
    picture.addEventListener(
      type,
      (event) => {
        if (!(event.target instanceof Element) || event.target.closest('a') === null) keep(event);
      },
      { signal },
    );
  for (const type of ['pointermove', 'pointerup', 'pointercancel'])
    addEventListener(type, (event) => isDown() && keep(event), { signal });
  addEventListener('keydown', keep, { signal });
  return {
    replay: () => {
      listening.abort();
      for (const event of events) doAgain(event);
    },
    /** A press whose two halves meet two pages would be no click. A drag goes on with the page. */
    afterPress: function afterPress(then: () => void): void {
      if (events.at(-1)?.type !== 'pointerdown') return then();
      const going = new AbortController();
      for (const type of ['pointermove', 'pointerup', 'pointercancel'])
        addEventListener(
          type,
          () => {
            going.abort();
            afterFrames(1, () => afterPress(then));
          },
          { signal: going.signal },
        );
    },
  };
}

function doAgain(event: Event): void {
  if (event instanceof KeyboardEvent) {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event));
    return;
  }
  if (!(event instanceof PointerEvent)) return;
  const isAtPlace = event.type === 'pointerdown' || event.type === 'click';
  const target = isAtPlace ? document.elementFromPoint(event.clientX, event.clientY) : window;
  target?.dispatchEvent(new PointerEvent(event.type, event));
}
