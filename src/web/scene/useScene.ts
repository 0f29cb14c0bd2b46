/** The scene of the run on screen. */
import { useMemo } from 'react';
import type { Run } from '../../core/model/run';
import { type Scene, sceneOf } from '../../picture/scene/sceneOf';
import { useIsAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { useAside } from '../state/run';
import { publishedById, useStory } from '../state/story';
import { useLanguage, useSharedWords } from '../words/i18n';
import { useIsLowRoom } from './useMedia';

/** @param isRoom whether a whole room has to read it */
export function useScene(run: Run, isRoom = false): Scene {
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const isAsPublished = useIsAsPublished() && !isDragged;
  const { speech } = useSharedWords();
  const language = useLanguage();
  const scenario = useMemo(
    () => (story === null || isAsPublished ? null : publishedById(story, variantId)),
    [story, variantId, isAsPublished],
  );
  const original = useAside(scenario);
  const room = useIsLowRoom() && isRoom ? 3 : 4;
  return useMemo(
    // Until the run of the story is ready, its words are not shown over another run.
    () =>
      sceneOf({
        run,
        story: isAsPublished || original !== null ? story : null,
        variantId,
        original,
        speech,
        language,
        room,
      }),
    [run, story, variantId, original, isAsPublished, speech, language, room],
  );
}
