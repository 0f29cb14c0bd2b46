/** The scene of the run on screen. */
import { useMemo } from 'react';
import type { Run } from '../../core/model/trace/run';
import { type Scene, sceneOf } from '../../picture/scene/sceneOf';
import { useIsAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { useBackgroundRun } from '../state/run';
import { publishedById, useStory } from '../state/story';
import { useLanguage, useSharedWords } from '../words/i18n';
import { useIsLowRoom } from './useMedia';

interface Showing {
  /** Whether it is shown on a projector. */
  readonly isRoom: boolean;
  /** Whether its fault cannot be dragged. */
  readonly isRecorded?: boolean;
}

export function useScene(run: Run, { isRoom, isRecorded = false }: Showing): Scene {
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const isAsPublished = useIsAsPublished() && !isDragged;
  const { sceneSpeech: speech } = useSharedWords();
  const language = useLanguage();
  const scenario = useMemo(
    () => (story === null || isAsPublished ? null : publishedById(story, variantId)),
    [story, variantId, isAsPublished],
  );
  const original = useBackgroundRun(scenario);
  const room = useIsLowRoom() && isRoom ? 3 : 4;
  return useMemo(
    // Until the run of the story is ready, its words are not shown over another run.
    () => {
      const shownStory = isAsPublished || original !== null ? story : null;
      const scene = sceneOf({ run, story: shownStory, variantId, original, speech, language, room });
      return isRecorded ? { ...scene, fault: null } : scene;
    },
    [run, story, variantId, original, isAsPublished, isRecorded, speech, language, room],
  );
}
