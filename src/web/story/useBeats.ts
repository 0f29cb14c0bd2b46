/**
 * The sentences of the open story with their times in the run. If the scenario was changed they have no times, since
 * they may no longer be true.
 */
import { useMemo } from 'react';
import { type TimedBeat, timedBeats } from '../../core/model/trace/beats';
import type { Run } from '../../core/model/trace/run';
import { useIsAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { useStory } from '../state/story';

const none: readonly TimedBeat[] = [];

export function useBeats(run: Run): readonly TimedBeat[] {
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isDragged = useEdition((state) => state.draft !== null);
  const isAsPublished = useIsAsPublished();
  return useMemo(() => {
    if (story === null) return none;
    const variant = story.variants.find(({ id }) => id === variantId);
    const beats = variant === undefined ? story.beats : (variant.beats ?? []);
    if (!isAsPublished || isDragged) return beats.map((beat) => ({ beat, at: null, seq: -1 }));
    return timedBeats(run.trace, beats);
  }, [story, variantId, isAsPublished, isDragged, run.trace]);
}
