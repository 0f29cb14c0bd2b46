// The titles of the two runs of a comparison, and their order.
import { useEffect, useMemo } from 'react';
import type { Run } from '../../model/run';
import type { Compared } from '../pictures/rows';
import { useIsAsTold } from '../state/asTold';
import { type Other, useOther, useOtherRun } from '../state/compare';
import { useEdition } from '../state/edition';
import { useIsLive } from '../state/live';
import { useRun } from '../state/run';
import { useShownLive } from '../state/shownLive';
import { useStory } from '../state/story';
import { useSharedWords, useText } from '../words/i18n';

export function useOtherTitle(other: Other | null): string {
  const words = useSharedWords();
  const text = useText();
  if (other === null) return '';
  if (other.title !== null) return text(other.title);
  if (other.kind === 'simulated') return words.live.simulated;
  return other.kind === 'told' ? words.bar.asTold : words.compare.aside;
}

export function useCurrentTitle(): string {
  const words = useSharedWords();
  const text = useText();
  const isLive = useIsLive();
  const live = useShownLive();
  const isAsTold = useIsAsTold();
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const variant = story?.variants.find(({ id }) => id === variantId);
  // A dragged scenario is simulated until it is run.
  if (isLive) return live === null ? words.live.preview : words.live.real;
  if (story === null || !isAsTold) return words.compare.now;
  return variant === undefined ? words.bar.asTold : text(variant.title);
}

/** The runs that a page compares now, for its event handlers; empty while nothing is compared. */
export interface ComparedNow {
  current: Compared;
}

/** Keeps it as long as it is on screen. */
export function useKept(now: ComparedNow | undefined, compared: Compared): void {
  useEffect(() => {
    if (now === undefined) return;
    now.current = compared;
    return () => {
      now.current = [];
    };
  }, [now, compared]);
}

/** In the order of the page; empty while nothing is compared. */
function pairOf(other: Other | null, beside: Run | null, run: Run, titles: readonly [string, string]): Compared {
  if (other === null || beside === null) return [];
  const pair = [
    { run: beside, title: titles[0] },
    { run, title: titles[1] },
  ];
  return other.kind === 'variant' ? pair.reverse() : pair;
}

/** Both with their titles, in the order of the page; empty while nothing is compared. */
export function useCompared(): Compared {
  const run = useRun();
  const other = useOther();
  const beside = useOtherRun(other);
  const otherTitle = useOtherTitle(other);
  const title = useCurrentTitle();
  return useMemo(() => pairOf(other, beside, run, [otherTitle, title]), [other, beside, run, otherTitle, title]);
}
