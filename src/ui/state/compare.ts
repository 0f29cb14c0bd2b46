/**
 * What the run on screen is compared with. A variant is compared with the story as told, and a fix with the variant
 * that it fixes. A story as told is compared with its fix. A scenario of no story is compared with itself, as it was
 * when comparing began. A run on real Redis is compared with the simulated run of the same scenario.
 */
import { useMemo } from 'react';
import { create } from 'zustand';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { fixOf, mendedBy, type Story } from '../../model/story';
import type { Text } from '../../model/text';
import { useEdition } from './edition';
import { useIsLive, useLive } from './live';
import { pickStory } from './pickStory';
import { useAside } from './run';
import { useLiveBeforeDrag } from './shownLive';
import { toldScenario, useStory } from './story';

interface CompareState {
  readonly isOn: boolean;
  /** Put aside when comparing began, for a scenario of no story. */
  readonly aside: Scenario | null;
}

export const useCompare = create<CompareState>()(() => ({ isOn: false, aside: null }));

/** Begins to compare a story with another telling of it, or any other scenario with itself as it is now. */
export function startComparing(): void {
  const { storyId, committed } = useEdition.getState();
  useCompare.setState({ isOn: true, aside: storyId === null ? committed : null });
}

export const stopComparing = (): void => useCompare.setState({ isOn: false, aside: null });

/** Opens a telling of a story that a person has picked; null: as told. If there is room for both, a fix opens beside what it fixes. */
export async function openTelling(story: Story, variantId: string | null): Promise<void> {
  const isFix = story.variants.some(({ id, fix }) => id === variantId && fix);
  if (isFix && !useLive.getState().isOn && matchMedia('(min-width: 1081px) and (min-height: 760px)').matches)
    startComparing();
  else stopComparing();
  await pickStory(story.id, variantId);
}

export interface Other {
  readonly scenario: Scenario;
  /** Only a variant has one. */
  readonly title: Text | null;
  /** `mended`: the variant for which the run on screen is the fix. */
  readonly kind: 'told' | 'variant' | 'mended' | 'aside' | 'simulated';
}

/** The telling that is shown beside this one. For the story as told, that is its own fix or else its first variant. */
export function otherTelling(story: Story, variantId: string | null): Other | null {
  const told: Other = { scenario: story.scenario, title: null, kind: 'told' };
  const shown = story.variants.find(({ id }) => id === variantId);
  if (shown !== undefined) {
    const mended = mendedBy(story, shown);
    return mended ? { scenario: toldScenario(story, mended), title: mended.title, kind: 'mended' } : told;
  }
  if (variantId !== null) return told;
  const variant = fixOf(story, null) ?? story.variants[0];
  return variant ? { scenario: toldScenario(story, variant), title: variant.title, kind: 'variant' } : null;
}

/** The other scenario; null while nothing is compared. */
export function useOther(): Other | null {
  const { isOn, aside } = useCompare();
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isLive = useIsLive();
  const live = useLiveBeforeDrag();
  const asked = live?.asked ?? null;
  return useMemo(() => {
    if (!isOn) return null;
    if (isLive) return asked && { scenario: asked, title: null, kind: 'simulated' };
    if (story === null) return aside && { scenario: aside, title: null, kind: 'aside' };
    return otherTelling(story, variantId);
  }, [isOn, aside, story, variantId, isLive, asked]);
}

/** The other's run. Null until it is there. */
export const useOtherRun = (other: Other | null): Run | null => useAside(other?.scenario ?? null);
