// The names of the two runs of a comparison, and their order.
import { useMemo } from 'react';
import { compareWords } from '../../content/texts/compare';
import { sameJson } from '../../core/model/scenario/patch';
import type { Story, Variant } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import type { Text } from '../../core/model/values/text';
import type { Compared } from '../../picture/svg/comparedRows';
import {
  type CompareContext,
  type CompareState,
  type Comparison,
  currentCompareContext,
  currentComparison,
  currentSwap,
  type Pin,
  useCompare,
  useCompareContext,
  useComparedRun,
  useComparison,
} from '../state/compare';
import type { ScenarioSource } from '../state/edition';
import { type LiveRun, useIsLive, useLive } from '../state/live';
import { currentRun, runs, useRun } from '../state/run';
import { currentLive, useShownLive } from '../state/shownLive';
import { publishedById } from '../state/story';
import { languageNow, type SharedWords, sharedWords, useSharedWords, useText } from '../words/i18n';
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
  const { story } = useCompareContext();
  return useMemo(() => ({ words, text, story }), [words, text, story]);
}

export const shortOf = ({ short, title }: Variant): Text => short ?? title;

/** The name of a story or variant; null: the scenario has no story. */
function versionName({ scenario, variantId }: ScenarioSource, { words, text, story }: Names): string | null {
  if (story === null || !sameJson(scenario, publishedById(story, variantId))) return null;
  const variant = story.variants.find(({ id }) => id === variantId);
  return variant === undefined ? words.bar.original : text(shortOf(variant));
}

/**
 * The differences from its story. For a scenario as published or without a story, the time of day at which it was
 * pinned.
 */
export function pinName(pin: Pin, names: Names): string {
  const { text, story } = names;
  const { pinnedAt, more } = text(compareWords);
  const name = versionName(pin, names);
  if (name !== null) return name;
  const [first, ...others] = story === null ? [] : changesTo(pin.scenario, publishedById(story, pin.variantId), names);
  if (first === undefined) return pinnedAt(new Date(pin.at).toTimeString().slice(0, 5));
  return others.length === 0 ? first : more(first, others.length);
}

export function otherTitle(other: Comparison, pins: readonly Pin[], names: Names): string {
  const { words, text } = names;
  const { titles } = text(compareWords);
  if (other.choice === 'simulated') return words.live.simulated;
  const name = versionName(other, names);
  if (other.isSwapped) return name ?? (other.choice === 'before' ? titles.after : words.compare.changed);
  if (typeof other.choice === 'object' && 'pinned' in other.choice) {
    const { pinned } = other.choice;
    const pin = pins.find(({ id }) => id === pinned);
    return pin === undefined ? '' : titles.pinned(pinName(pin, names));
  }
  return other.choice === 'before' ? titles.before : (name ?? words.bar.original);
}

interface Current extends CompareState {
  readonly open: CompareContext;
  readonly isLive: boolean;
  readonly live: LiveRun | null;
}

function currentTitle({ open, isLive, live, with: choice, swap: swapped, pins }: Current, names: Names): string {
  const { words, text } = names;
  const { titles } = text(compareWords);
  // A dragged scenario is simulated until it is run.
  if (isLive) return live === null ? words.live.preview : words.live.real;
  const name = versionName(open, names);
  const isSwapped = currentSwap(swapped, open)?.to === open.scenario;
  if (isSwapped && choice === 'before') return titles.before;
  if (isSwapped && typeof choice === 'object' && 'pinned' in choice) {
    const pin = pins.find(({ id }) => id === choice.pinned);
    if (pin !== undefined) return titles.pinned(pinName(pin, names));
  }
  return name ?? words.compare.now;
}

/** In the order of the page; empty if nothing is compared. */
function pairOf(other: Comparison | null, otherRun: Run | null, run: Run, titles: readonly [string, string]): Compared {
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
  const other = useComparison();
  const otherRun = useComparedRun(other);
  const names = useNames();
  const current = { ...useCompare(), open: useCompareContext(), isLive: useIsLive(), live: useShownLive() };
  const title = currentTitle(current, names);
  const otherName = other === null ? '' : otherTitle(other, current.pins, names);
  return useMemo(() => pairOf(other, otherRun, run, [otherName, title]), [other, otherRun, run, otherName, title]);
}

/** The same outside of a view. */
export function comparedNow(): Compared {
  const other = currentComparison();
  if (other === null) return [];
  const open = currentCompareContext();
  const language = languageNow();
  const names: Names = { words: sharedWords(), text: (both) => both[language], story: open.story };
  const current = { ...useCompare.getState(), open, isLive: useLive.getState().isOn, live: currentLive() };
  const titles = [otherTitle(other, current.pins, names), currentTitle(current, names)] as const;
  return pairOf(other, runs.cachedBackgroundRun(other.scenario), currentRun(), titles);
}
