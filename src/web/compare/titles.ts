// The names of the two runs of a comparison, and their order.
import { useEffect, useMemo } from 'react';
import { compareWords } from '../../content/texts/compare';
import { sameJson } from '../../core/model/patch';
import type { Run } from '../../core/model/run';
import type { Story, Variant } from '../../core/model/story';
import type { Text } from '../../core/model/text';
import type { Compared } from '../../picture/svg/rows';
import { type ComparedWith, type Pin, swapNow, useCompare, useOpenNow, useOther, useOtherRun } from '../state/compare';
import type { Opened } from '../state/edition';
import { useIsLive } from '../state/live';
import { useRun } from '../state/run';
import { useShownLive } from '../state/shownLive';
import { publishedById } from '../state/story';
import { type SharedWords, useSharedWords, useText } from '../words/i18n';
import { changesTo } from './changes';

type Pick = ReturnType<typeof useText>;

/** The names of runs in the language of the page. */
export interface Names {
  readonly words: SharedWords;
  readonly text: Pick;
  readonly story: Story | null;
}

export function useNames(): Names {
  const words = useSharedWords();
  const text = useText();
  const { story } = useOpenNow();
  return useMemo(() => ({ words, text, story }), [words, text, story]);
}

export const shortOf = ({ short, title }: Variant): Text => short ?? title;

/** The name of a telling; null: the scenario has no story. */
function tellingName({ scenario, variantId }: Opened, { words, text, story }: Names): string | null {
  if (story === null || !sameJson(scenario, publishedById(story, variantId))) return null;
  const variant = story.variants.find(({ id }) => id === variantId);
  return variant === undefined ? words.bar.asTold : text(shortOf(variant));
}

/**
 * The differences from its story. For a scenario as published or without a story, the time of day at which it was
 * pinned.
 */
export function pinName(pin: Pin, names: Names): string {
  const { text, story } = names;
  const { pinnedAt, more } = text(compareWords);
  const telling = tellingName(pin, names);
  if (telling !== null) return telling;
  const [first, ...others] = story === null ? [] : changesTo(pin.scenario, publishedById(story, pin.variantId), names);
  if (first === undefined) return pinnedAt(new Date(pin.at).toTimeString().slice(0, 5));
  return others.length === 0 ? first : more(first, others.length);
}

export function otherTitle(other: ComparedWith, pins: readonly Pin[], names: Names): string {
  const { words, text } = names;
  const { titles } = text(compareWords);
  if (other.choice === 'simulated') return words.live.simulated;
  const telling = tellingName(other, names);
  if (other.isSwapped) return telling ?? (other.choice === 'before' ? titles.after : words.compare.changed);
  if (typeof other.choice === 'object' && 'pinned' in other.choice) {
    const { pinned } = other.choice;
    const pin = pins.find(({ id }) => id === pinned);
    return pin === undefined ? '' : titles.pinned(pinName(pin, names));
  }
  return other.choice === 'before' ? titles.before : (telling ?? words.bar.asTold);
}

function useCurrentTitle(names: Names): string {
  const isLive = useIsLive();
  const live = useShownLive();
  const open = useOpenNow();
  const { with: choice, swapped, pins } = useCompare();
  const { words, text } = names;
  const { titles } = text(compareWords);
  // A dragged scenario is simulated until it is run.
  if (isLive) return live === null ? words.live.preview : words.live.real;
  const telling = tellingName(open, names);
  const isSwapped = swapNow(swapped, open)?.to === open.scenario;
  if (isSwapped && choice === 'before') return titles.before;
  if (isSwapped && typeof choice === 'object' && 'pinned' in choice) {
    const pin = pins.find(({ id }) => id === choice.pinned);
    if (pin !== undefined) return titles.pinned(pinName(pin, names));
  }
  return telling ?? words.compare.now;
}

/** The runs that a page compares now, for its event handlers; empty if nothing is compared. */
export interface ComparedNow {
  current: Compared;
}

/** Keeps it while it is on screen. */
export function useKeepCompared(now: ComparedNow | undefined, compared: Compared): void {
  useEffect(() => {
    if (now === undefined) return;
    now.current = compared;
    return () => {
      now.current = [];
    };
  }, [now, compared]);
}

/** In the order of the page; empty if nothing is compared. */
function pairOf(
  other: ComparedWith | null,
  otherRun: Run | null,
  run: Run,
  titles: readonly [string, string],
): Compared {
  if (other === null || otherRun === null) return [];
  const pair = [
    { run: otherRun, title: titles[0] },
    { run, title: titles[1] },
  ];
  return other.isBelow ? pair.reverse() : pair;
}

/** Both runs with their titles, in the order of the page; empty if nothing is compared. */
export function useCompared(): Compared {
  const run = useRun();
  const other = useOther();
  const otherRun = useOtherRun(other);
  const names = useNames();
  const pins = useCompare((state) => state.pins);
  const title = useCurrentTitle(names);
  const otherName = other === null ? '' : otherTitle(other, pins, names);
  return useMemo(() => pairOf(other, otherRun, run, [otherName, title]), [other, otherRun, run, otherName, title]);
}
