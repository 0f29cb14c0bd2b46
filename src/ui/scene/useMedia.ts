/** How much room the window has. */
import { useSyncExternalStore } from 'react';

function mediaHook(query: string): () => boolean {
  const media = matchMedia(query);
  const follow = (heard: () => void): (() => void) => {
    media.addEventListener('change', heard);
    return () => media.removeEventListener('change', heard);
  };
  return () => useSyncExternalStore(follow, () => media.matches);
}

/** What stands beside each other stands below it. As in the style sheets of this folder. */
export const useIsNarrow = mediaHook('(max-width: 900px)');

/** Answers are folded into their question. As in Answers.module.css. */
export const useIsLow = mediaHook('(max-width: 900px) and (max-height: 760px), (max-height: 620px)');

/** A small frame: the transport has no line of moments. As in Transport.module.css. */
export const useIsTiny = mediaHook('(max-height: 419px) and (max-width: 559px), (max-height: 359px)');
