/** The scene of the run on screen. */
import { useMemo } from 'react';
import type { Run } from '../../model/run';
import { type Scene, sceneOf } from '../../scene/sceneOf';
import { useIsAsTold } from '../state/asTold';
import { useEdition } from '../state/edition';
import { useAside } from '../state/run';
import { toldById, useStory } from '../state/story';
import { useLanguage, useSharedWords } from '../words/i18n';
import { useIsLowRoom } from './useMedia';

/** @param isRoom whether it is read from the rows of a room */
export function useScene(run: Run, isRoom = false): Scene {
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const isAsTold = useIsAsTold() && !isDragged;
  const { speech } = useSharedWords();
  const language = useLanguage();
  const scenario = useMemo(
    () => (story === null || isAsTold ? null : toldById(story, variantId)),
    [story, variantId, isAsTold],
  );
  const told = useAside(scenario);
  const room = useIsLowRoom() && isRoom ? 3 : 4;
  return useMemo(
    // Until the run of the story is there, nothing of it is told of another run.
    () => sceneOf({ run, story: isAsTold || told !== null ? story : null, variantId, told, speech, language, room }),
    [run, story, variantId, told, isAsTold, speech, language, room],
  );
}
